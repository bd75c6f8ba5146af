// How much a lane does at once, and how much may wait in it.
#pragma once

#include "base/config/config.hpp"
#include "catalog/catalog.hpp"

#include <chrono>
#include <set>

namespace catalog {

// Where a request for the offer waits; `names_pages`: it has sources that are to be fetched. A
// model's lane fetches as well.
Lane lane_of(const Offer& offer, bool names_pages);

// Those that requests for the offer may wait in.
std::set<Lane> lanes_of(const Offer& offer);

// How often a job of the lane is tried before it has failed (DESIGN.md, 7).
int attempts_of(Lane lane);

// How long one attempt at a job of the lane `model` may ask: llm.job_time, and no longer than lets
// all attempts end within `sla`, with their pages.
std::chrono::seconds asking_time(std::chrono::seconds sla, const base::config::Llm& llm);
// What an analysis takes beside that, at most.
inline constexpr std::chrono::seconds k_beside_asking{60};

// Threads of the worker that see its jobs to their end. Of `pages`, 16 at most (DESIGN.md,
// 9), and fewer on a small machine, whose memory their pages would fill.
int threads_of(Lane lane, const base::config::Config& config);

// Jobs that the lane can finish within the sla of `offer`, so that the one to be sold ends in time
// (DESIGN.md, 4); at least one for each of its threads.
int lane_capacity(const Offer& offer, Lane lane, const base::config::Config& config);

} // namespace catalog
