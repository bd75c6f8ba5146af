// Which pool a process belongs to: the same program on two sockets (DESIGN.md, 2).
#pragma once

#include "base/fair_places.hpp"

namespace api {

// fast: nothing slower than 2 s, no network, no waiting. slow: may wait, may call the facilitator.
enum class Pool { fast, slow };

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
