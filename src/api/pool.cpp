#include "api/pool.hpp"

#include "api/body_bounds.hpp"
#include "api/context.hpp"
#include "base/concat.hpp"
#include "base/fault.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <iterator>
#include <string_view>

namespace api {

namespace {

constexpr int k_most_threads = 256;
constexpr int k_writer_cache_kib = 4'000; // a thread's own has 1,000

constexpr Pool k_pools[] = {Pool::fast, Pool::slow, Pool::agents};

std::string_view environment(const char* name)
{
    const char* found = std::getenv(name);
    if (found == nullptr) throw base::Fault{base::concat("the environment lacks ", name)};
    return found;
}

} // namespace

std::string_view word_of(Pool pool)
{
    switch (pool) {
        using enum Pool;
    case fast: return "fast";
    case slow: return "slow";
    case agents: return "agents";
    }
    __builtin_unreachable();
}

base::FairPlaces::Bounds lookup_bounds(int threads)
{
    constexpr std::size_t k_most = 32;
    const auto count = static_cast<std::size_t>(threads);
    return {.places = std::clamp<std::size_t>(count / 3, 1, k_most),
            .of_a_client = 2,
            .waiters = count / 6};
}

Shares shares_of(int threads)
{
    return {.waiting = job::WaitingPlaces{threads},
            .lookups = base::FairPlaces{lookup_bounds(threads)},
            .held = held_budget(threads)};
}

db::Options writer_options(db::Options store, catalog::Tally& tally)
{
    store.cache_kib = k_writer_cache_kib;
    store.took = [&tally](auto time) { tally.committed(time); };
    return store;
}

PoolSettings pool_from_environment()
{
    const std::string_view pool = environment("ASSAY_POOL");
    const auto* found = std::ranges::find(k_pools, pool, word_of);
    if (found == std::end(k_pools)) throw base::Fault{"ASSAY_POOL must be fast, slow or agents"};
    const std::string_view text = environment("ASSAY_THREADS");
    int threads = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), threads);
    if (error != std::errc{} || end != text.data() + text.size() || threads < 1 ||
        threads > k_most_threads)
        throw base::Fault{base::concat("ASSAY_THREADS must be 1 .. ", k_most_threads)};
    return {*found, threads};
}

} // namespace api
