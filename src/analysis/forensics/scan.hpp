// The network integrity scan: all checks at once, one artifact (facts of the field: a whole scan
// takes as long as its slowest check).
#pragma once

#include "analysis/forensics/basket.hpp"
#include "analysis/forensics/check.hpp"
#include "base/clock.hpp"

#include <chrono>
#include <functional>
#include <span>
#include <string_view>

namespace analysis::forensics {

// Our choice: what a silent network may cost in time.
inline constexpr std::chrono::seconds k_check_limit{8};

// stage, done, total: after each step; from any thread, one at a time.
using ScanProgress = std::function<void(std::string_view, std::size_t, std::size_t)>;

struct Scan {
    const Basket& basket;
    std::span<const Target> targets; // empty: the fixed basket
    const net::BuyerEgress& egress;
    const base::Clock& clock;
    std::span<const Check> checks;
};

// The artifact. A check that throws becomes INCONCLUSIVE `check_failed`; the others are heard.
// Progress counts the checks that are done.
base::json::Ref run_scan(const Scan& scan, const ScanProgress& progress);

} // namespace analysis::forensics
