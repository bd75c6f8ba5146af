// How many witnesses of the chain answer, told by the worker to the processes that sell: those have
// no network to look for themselves. A witness is an endpoint of another origin than the others
// (chain/rpc_endpoints).
#pragma once

#include "db/database.hpp"
#include "store/bulletin.hpp"

#include <chrono>
#include <cstddef>

namespace store {

// How many must answer where one may not prove a payment.
inline constexpr std::size_t k_witnesses_needed = 2;

// How often the worker looks, and how old its word may be: an older one, or one from the future, is
// none. A look, and whatever it waits for before it, takes less than the difference.
inline constexpr std::chrono::seconds k_witness_look_period{10};
inline constexpr std::chrono::seconds k_witnesses_fresh{45};

// For Bulletin::observe(): so many have a fresh head at `now`.
Observation witness_observation(std::size_t fresh, base::Instant now);

// Whether two have told of a fresh head lately: what one may not prove is sold only then
// (DESIGN.md, 6). Part of the caller's transaction.
bool has_two_witnesses(db::Reader reader, base::Instant now);

} // namespace store
