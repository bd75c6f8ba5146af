// How much a lane does at once, and how much may wait in it.
#pragma once

#include "base/config/config.hpp"
#include "catalog/catalog.hpp"

#include <chrono>
#include <set>

namespace catalog {

// Where a request for the offer waits; `names_pages`: it has sources that are to be fetched. What
// names none waits for no stranger's server.
Lane lane_of(const Offer& offer, bool names_pages);

// Whether jobs of the lane ask a model, and whether they fetch pages.
bool asks_model(Lane lane);
bool fetches_pages(Lane lane);

// Those that requests for the offer may wait in.
std::set<Lane> lanes_of(const Offer& offer);

// How often a job of the lane is tried before it has failed (DESIGN.md, 7).
int attempts_of(Lane lane);

// How long one attempt at a job that asks a model may ask: llm.job_time, and no longer than lets
// all attempts end within `sla`, with their pages.
std::chrono::seconds asking_time(std::chrono::seconds sla, const base::config::Llm& llm);
// What an analysis takes beside that, at most.
inline constexpr std::chrono::seconds k_beside_asking{60};

// Threads of the worker that see its jobs to their end. Of the lanes that fetch pages, 17 at most
// (DESIGN.md, 9), and fewer on a small machine, whose memory their pages would fill. Those of the
// lanes that ask a model share llm.concurrency places to ask in.
int threads_of(Lane lane, const base::config::Config& config);

// Jobs that the lane can finish within the sla of `offer`, so that the one to be sold ends in time
// (DESIGN.md, 4); at least one for each of its threads.
int lane_capacity(const Offer& offer, Lane lane, const base::config::Config& config);

} // namespace catalog
