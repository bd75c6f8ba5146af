// How much a lane does at once, and how much may wait in it.
#pragma once

#include "catalog/catalog.hpp"
#include "config/config.hpp"

#include <chrono>
#include <cstddef>
#include <set>
#include <span>
#include <string_view>

namespace catalog {

// What is true of a lane; a new one is a row and an enumerator.
struct LaneRow {
    Lane lane;
    std::string_view text;      // as jobs have it stored: never change one
    bool fetches_pages = false; // before the work
    bool asks_model = false;
    bool scans = false; // looks at the network from here; sold while the vantage is good
    // How often a job is tried before it has failed (DESIGN.md, 7).
    int attempts = 0;
    // Threads of the worker that see its jobs to their end. Of the lanes that fetch pages, 17 at
    // most (DESIGN.md, 9), and fewer on a small machine, whose memory their pages would fill.
    int (*threads)(const config::Config& config);
};
// All lanes there are.
std::span<const LaneRow> lanes();
const LaneRow& row_of(Lane lane);
std::string_view to_text(Lane lane);
// The row of a job's lane; nullptr: an older release named it.
const LaneRow* find_lane(std::string_view text);

// The lane in which a request for the offer waits; `names_pages`: it has sources to be fetched. A
// request without them does not wait for a stranger's server.
Lane lane_of(const Offer& offer, bool names_pages);

// Those that requests for the offer may wait in.
std::set<Lane> lanes_of(const Offer& offer);

// How long an attempt at a job that asks a model may ask: llm.job_time, and no longer than lets all
// attempts end within the sla, with their pages. A model writes in the first one alone: the other
// makes what is sold beside it.
struct AskedTime {
    std::chrono::seconds asking;
    std::chrono::seconds beside; // what the analysis takes beside that, at most
};
AskedTime asked_time(ModelPart part, std::chrono::seconds sla, const config::Llm& llm);
// The same for a product of the table; of what is in no row any more, as for one who reads.
AskedTime asked_time(std::string_view product_key, std::chrono::seconds sla,
                     const config::Llm& llm);

// Jobs of the typical time that the lane can finish within the sla of `offer`, so that the one to
// be sold ends in time (DESIGN.md, 4); at least one for each of its threads. Lanes that ask a model
// share llm.concurrency places to ask in.
int lane_capacity(const Offer& offer, Lane lane, const config::Config& config);

// How many of these a request of so many bytes of JSON stands for; at least one.
int places_of(const Offer& offer, Lane lane, std::size_t request_bytes,
              const config::Config& config);

} // namespace catalog
