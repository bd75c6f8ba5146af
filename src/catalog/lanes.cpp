#include "catalog/lanes.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>

namespace catalog {

namespace {

constexpr std::int64_t k_fetching_at_once = 16;
// Pages of 11 MiB are held as bytes and as text by a job's child and by the worker.
constexpr std::int64_t k_memory_of_a_fetch = std::int64_t{160} * 1024 * 1024;
// As long as all pages of a job may take: who sells more than fits so sells what comes late.
constexpr std::chrono::seconds k_longest_fetch{40};

int fetching_at_once()
{
    const std::int64_t memory = std::int64_t{::sysconf(_SC_PHYS_PAGES)} * ::sysconf(_SC_PAGESIZE);
    return static_cast<int>(
        std::clamp<std::int64_t>(memory / k_memory_of_a_fetch, 2, k_fetching_at_once));
}

} // namespace

Lane lane_of(const Offer& offer, bool names_pages)
{
    if (offer.asks_model) return names_pages ? Lane::model_pages : Lane::model;
    return names_pages ? Lane::pages : offer.product->lane;
}

bool asks_model(Lane lane)
{
    return lane == Lane::model || lane == Lane::model_pages;
}

bool fetches_pages(Lane lane)
{
    return lane == Lane::pages || lane == Lane::model_pages;
}

std::set<Lane> lanes_of(const Offer& offer)
{
    if (sources_field(*offer.product) == nullptr) return {lane_of(offer, /*names_pages=*/false)};
    return {lane_of(offer, /*names_pages=*/false), lane_of(offer, /*names_pages=*/true)};
}

int attempts_of(Lane lane)
{
    switch (lane) {
    case Lane::analysis:
    case Lane::pages: return 3;
    case Lane::model:
    case Lane::model_pages:
    case Lane::forensics: return 2;
    }
    __builtin_unreachable();
}

std::chrono::seconds asking_time(std::chrono::seconds sla, const base::config::Llm& llm)
{
    constexpr std::chrono::seconds k_least{5};
    const auto share = sla / attempts_of(Lane::model) - k_beside_asking - k_longest_fetch;
    return std::max(k_least, std::min(llm.job_time, share));
}

int threads_of(Lane lane, const base::config::Config& config)
{
    // Of the two lanes that fetch the one in which little is sold has few.
    const bool has_model = config.llm.is_set();
    const int fetching = fetching_at_once();
    const int few = std::max(1, fetching / 4);
    switch (lane) {
    case Lane::analysis: return config.engine.analysis_lanes;
    case Lane::pages: return has_model ? few : fetching;
    case Lane::model: return config.llm.concurrency;
    case Lane::model_pages: return has_model ? fetching - few : 1;
    case Lane::forensics: return 1; // DESIGN.md, 3: paid scans are serialized
    }
    return 1;
}

int lane_capacity(const Offer& offer, Lane lane, const base::config::Config& config)
{
    auto time = offer.product->typical_time;
    if (fetches_pages(lane)) time += k_longest_fetch;
    int at_once = threads_of(lane, config);
    if (asks_model(lane)) {
        // Two lanes ask in the same places: each may fill them for half of the time.
        time = 2 * (time + asking_time(offer.sla, config.llm));
        at_once = config.llm.concurrency;
    }
    const auto in_a_row = std::chrono::milliseconds{offer.sla} / time;
    return at_once * static_cast<int>(std::max<std::int64_t>(in_a_row, 1));
}

} // namespace catalog
