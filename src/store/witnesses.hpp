// How many witnesses of the chain answer, told by the worker to the processes that sell: those have
// no network to look for themselves. A witness is an endpoint of another origin than the others
// (chain/rpc_endpoints).
#pragma once

#include "db/database.hpp"
#include "store/bulletin.hpp"

#include <chrono>
#include <cstddef>

namespace store {

// A payment that one witness may not prove needs so many.
inline constexpr std::size_t k_most_witnesses_needed = 2;

// How often the worker looks, and how old its word may be: an older one, or one from the future,
// does not count. A look, and whatever it waits for before it, takes less than the difference.
inline constexpr std::chrono::seconds k_witness_look_period{10};
inline constexpr std::chrono::seconds k_witnesses_fresh{45};

// For Bulletin::observe(): so many have a fresh head at `now`.
Observation witness_observation(std::size_t fresh, base::Instant now);

// How many have told of a fresh head lately, counted up to k_most_witnesses_needed: what needs more
// is not sold (DESIGN.md, 6). Part of the caller's transaction.
std::size_t count_witnesses(db::Reader reader, base::Instant now);

} // namespace store
