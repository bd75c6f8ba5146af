#include "work/writers.hpp"

namespace work {

namespace {

// What is read besides is one row at a time.
constexpr int k_writer_cache_kib = 8'000;
// More do not write faster (measured: eight sold more than 32), and lanes write little.
constexpr int k_lane_writers = 4;

db::Options of_one_writer(db::Options store)
{
    store.cache_kib = k_writer_cache_kib;
    store.writers = 1;
    store.turn = "desks";
    return store;
}

} // namespace

Writers::Writers(const db::Options& store) : m_desks{of_one_writer(store)}
{
    if (m_desks.is_file()) return;
    db::Options many = store;
    many.writers = k_lane_writers;
    m_lanes.emplace(many);
}

} // namespace work
