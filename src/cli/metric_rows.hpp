// What Prometheus is told: every metric there is, once. Labels have the words of our own tables
// alone, so that no buyer can make a new series.
#pragma once

#include "base/clock.hpp"
#include "catalog/tally.hpp"
#include "store/access.hpp"
#include "store/measures.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

// All that metrics are made of. References must outlive it.
struct Measured {
    const store::Access& at;
    const catalog::Tally& tally;
    std::vector<store::EndedJobs> ended;
    std::optional<base::Instant> certificate_ends; // nullopt: none could be read
};

// The text format of Prometheus, version 0.0.4; ends with a line's end. Reads within the caller's
// transaction.
std::string metrics_text(const Measured& measured);

} // namespace cli
