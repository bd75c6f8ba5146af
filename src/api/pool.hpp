// Which pool a process belongs to: the same program on two sockets (architecture, Processes).
#pragma once

namespace api {

// fast: nothing slower than 2 s, no network, no waiting. slow: may wait, may call the facilitator.
enum class Pool { fast, slow };

struct PoolSettings {
    Pool pool;
    int threads; // 1 .. 256
};

// From ASSAY_POOL and ASSAY_THREADS, which the unit files set. Throws Fault when one is missing or
// makes no sense.
PoolSettings pool_from_environment();

} // namespace api
