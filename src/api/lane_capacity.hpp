// How many jobs a lane may hold so that the one to be sold ends in time (decisions, section 2).
#pragma once

#include "base/config/config.hpp"
#include "catalog/catalog.hpp"

namespace api {

// Jobs that the lane of `offer` can finish within its sla; at least one for each of its threads.
int lane_capacity(const catalog::Offer& offer, const base::config::Config& config);

} // namespace api
