// How much a lane does at once, and how much may wait in it.
#pragma once

#include "base/config/config.hpp"
#include "catalog/catalog.hpp"

#include <set>

namespace catalog {

// Those that requests of the product may wait in.
std::set<Lane> lanes_of(const Product& product);

// Threads of the worker that see its jobs to their end. Of `pages`, 16 at most (decisions, section
// 12), and fewer on a small machine, whose memory their pages would fill.
int threads_of(Lane lane, const base::config::Config& config);

// Jobs that the lane can finish within the sla of `offer`, so that the one to be sold ends in time
// (decisions, section 2); at least one for each of its threads.
int lane_capacity(const Offer& offer, Lane lane, const base::config::Config& config);

} // namespace catalog
