// Which pool a process belongs to: the same program on three sockets (DESIGN.md, 2).
#pragma once

#include "base/fair_places.hpp"

#include <string_view>

namespace api {

// fast: nothing slower than 2 s, no network, no waiting. slow: may wait, may call the facilitator.
// agents: likewise, for POST /mcp alone, so that a flood of it takes no thread of HTTP sales.
enum class Pool { fast, slow, agents };

// The word of ASSAY_POOL.
std::string_view word_of(Pool pool);

// Whether its threads wait for others: for a facilitator, a resolver, a job.
constexpr bool may_wait(Pool pool)
{
    return pool != Pool::fast;
}

struct PoolSettings {
    Pool pool;
    int threads; // 1 .. 256
};

// How many requests of such a pool look names up at once: two of a client, and never more than half
// of the threads with those that wait for it.
base::FairPlaces::Bounds lookup_bounds(int threads);

// From ASSAY_POOL and ASSAY_THREADS, which the unit files set. Throws Fault when one is missing or
// makes no sense.
PoolSettings pool_from_environment();

} // namespace api
