#include "forensics/check/check.hpp"

#include "base/concat.hpp"
#include "net/special_ranges.hpp"

#include <algorithm>
#include <cmath>

namespace forensics {

std::string_view name_of(Verdict verdict)
{
    switch (verdict) {
    case Verdict::ok: return "OK";
    case Verdict::warn: return "WARN";
    case Verdict::critical: return "CRITICAL";
    case Verdict::inconclusive: return "INCONCLUSIVE";
    }
    __builtin_unreachable();
}

int severity_of(Verdict verdict)
{
    switch (verdict) {
    case Verdict::inconclusive: return 0;
    case Verdict::ok: return 1;
    case Verdict::warn: return 2;
    case Verdict::critical: return 3;
    }
    __builtin_unreachable();
}

CheckResult not_configured()
{
    return {.verdict = Verdict::inconclusive,
            .confidence = 1,
            .summary = "the basket says nothing for this check",
            .reasons = {"not_configured"},
            .evidence = base::json::object()};
}

double confidence_of(Verdict verdict, const Support& support)
{
    const double whole = verdict == Verdict::inconclusive
                             ? 1 - support.coverage
                             : support.coverage * support.agreement * support.margin;
    return rounded(std::clamp(whole, 0.0, 1.0), 2);
}

base::Instant best_time(const Board& board)
{
    const base::Instant local = base::SystemClock{}.now();
    const auto corrections = board.clock.so_far();
    if (corrections.empty()) return local;
    return local + std::chrono::milliseconds{std::llround(corrections.back().offset_sec * 1000)};
}

double rounded(double number, int decimals)
{
    if (!std::isfinite(number)) return 0;
    const double scale = std::pow(10, decimals);
    return std::round(number * scale) / scale + 0.0; // no negative zero
}

std::string shown(const net::IpAddress& address)
{
    if (const auto range = net::special_range_of(address)) return base::concat("private:", *range);
    return address.text();
}

} // namespace forensics
