#include "catalog/lanes.hpp"

#include "base/fault.hpp"

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

// The places of the fetching lane in which little is sold: it has few.
int few_fetching()
{
    return std::max(1, fetching_at_once() / 4);
}

using Config = config::Config;
constexpr LaneRow k_lanes[] = {
    {.lane = Lane::analysis,
     .text = "analysis",
     .attempts = 3,
     .threads = [](const Config& config) { return config.engine.analysis_lanes; }},
    {.lane = Lane::pages,
     .text = "pages",
     .fetches_pages = true,
     .attempts = 3,
     .threads =
         [](const Config& config) {
             return config.llm.is_set() ? few_fetching() : fetching_at_once();
         }},
    {.lane = Lane::model,
     .text = "model",
     .asks_model = true,
     .attempts = 2,
     .threads = [](const Config& config) { return config.llm.concurrency; }},
    {.lane = Lane::model_pages,
     .text = "model_pages",
     .fetches_pages = true,
     .asks_model = true,
     .attempts = 2,
     .threads =
         [](const Config& config) {
             return config.llm.is_set() ? fetching_at_once() - few_fetching() : 1;
         }},
    {.lane = Lane::forensics,
     .text = "forensics",
     .scans = true,
     .attempts = 2,
     .threads = [](const Config&) { return 1; }}, // DESIGN.md, 3: paid scans are serialized
};

} // namespace

Lane lane_of(const Offer& offer, bool names_pages)
{
    if (offer.asks_model) return names_pages ? Lane::model_pages : Lane::model;
    return names_pages ? Lane::pages : offer.product->lane;
}

std::span<const LaneRow> lanes()
{
    return k_lanes;
}

const LaneRow& row_of(Lane lane)
{
    const auto* row = std::ranges::find(k_lanes, lane, &LaneRow::lane);
    if (row == std::end(k_lanes)) throw base::Fault{"a lane without a row"};
    return *row;
}

std::string_view to_text(Lane lane)
{
    return row_of(lane).text;
}

const LaneRow* find_lane(std::string_view text)
{
    const auto* row = std::ranges::find(k_lanes, text, &LaneRow::text);
    return row == std::end(k_lanes) ? nullptr : row;
}

std::set<Lane> lanes_of(const Offer& offer)
{
    std::set<Lane> out;
    for (const Offer& asked : {offer, without_model(offer)}) {
        out.insert(lane_of(asked, /*names_pages=*/false));
        if (sources_field(*offer.product) != nullptr)
            out.insert(lane_of(asked, /*names_pages=*/true));
    }
    return out;
}

AskedTime asked_time(ModelPart part, std::chrono::seconds sla, const config::Llm& llm)
{
    using std::chrono::seconds;
    constexpr seconds k_least{5};
    constexpr seconds k_longest_writing{200};
    const int attempts = row_of(Lane::model).attempts;
    const bool writes = part == ModelPart::writes;
    // A review takes longer than a map.
    const seconds beside{writes ? 20 : 60};
    const seconds whole = sla - attempts * (beside + k_longest_fetch);
    const seconds share = writes ? std::min(whole, k_longest_writing) : whole / attempts;
    return {std::max(k_least, std::min(llm.job_time, share)), beside};
}

AskedTime asked_time(std::string_view product_key, std::chrono::seconds sla, const config::Llm& llm)
{
    const Product* product = find_product(product_key);
    return asked_time(product != nullptr ? product->model_part : ModelPart::reads, sla, llm);
}

namespace {

// What the lane is busy for with a job of the typical time.
std::chrono::milliseconds time_in(const Offer& offer, Lane lane, const config::Config& config)
{
    const LaneRow& row = row_of(lane);
    auto time = offer.product->typical_time;
    if (row.fetches_pages) time += k_longest_fetch;
    // Two lanes ask in the same places: each may fill them for half of the time.
    if (row.asks_model)
        time = 2 * (time + asked_time(offer.product->model_part, offer.sla, config.llm).asking);
    return time;
}

} // namespace

int lane_capacity(const Offer& offer, Lane lane, const config::Config& config)
{
    const LaneRow& row = row_of(lane);
    const int at_once = row.asks_model ? config.llm.concurrency : row.threads(config);
    const auto in_a_row = std::chrono::milliseconds{offer.sla} / time_in(offer, lane, config);
    return at_once * static_cast<int>(std::max<std::int64_t>(in_a_row, 1));
}

int places_of(const Offer& offer, Lane lane, std::size_t request_bytes,
              const config::Config& config)
{
    constexpr std::int64_t k_mib = std::int64_t{1} << 20U;
    const auto work =
        offer.product->time_per_mib * static_cast<std::int64_t>(request_bytes) / k_mib;
    const auto places = work / time_in(offer, lane, config) + 1;
    return static_cast<int>(places);
}

} // namespace catalog
