#include "api/lane_capacity.hpp"

#include <algorithm>
#include <chrono>

namespace api {

namespace {

int lanes_of(catalog::Lane lane, const base::config::Config& config)
{
    switch (lane) {
    case catalog::Lane::analysis: return config.engine.analysis_lanes;
    case catalog::Lane::forensics: return 1; // interface: paid scans are serialized
    }
    return 1;
}

} // namespace

int lane_capacity(const catalog::Offer& offer, const base::config::Config& config)
{
    const auto in_a_row = std::chrono::milliseconds{offer.sla} / offer.product->typical_time;
    return lanes_of(offer.product->lane, config) *
           static_cast<int>(std::max<std::int64_t>(in_a_row, 1));
}

} // namespace api
