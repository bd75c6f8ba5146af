#include "correlate/description.hpp"

#include <algorithm>
#include <cmath>

namespace correlate {

namespace {

constexpr double k_trend_share = 0.3;

bool has_trend(Series values, double alpha)
{
    std::vector<double> time(values.size());
    for (std::size_t i = 0; i < time.size(); ++i) time[i] = static_cast<double>(i);
    const auto line = pearson(values, time);
    return line && line->r * line->r >= k_trend_share && line->p < alpha;
}

// The first peak of the autocorrelation behind its first dip below zero, when it is high and the
// series shows it at least twice.
std::size_t season_of(Series values)
{
    constexpr double k_high = 0.4;
    const auto rest = without_trend(values);
    const auto acf = autocorrelation(rest, rest.size() / 2);
    std::size_t at = 0;
    while (at < acf.size() && acf[at] > 0) ++at;
    for (; at + 1 < acf.size(); ++at) {
        const bool peak = at > 0 && acf[at] > acf[at - 1] && acf[at] >= acf[at + 1];
        if (peak && acf[at] > std::max(k_high, 3 / std::sqrt(static_cast<double>(rest.size()))))
            return at + 1;
    }
    return 0;
}

// But for what rounding does to its values.
bool is_line(Series values, std::span<const std::int64_t> bins)
{
    constexpr double k_rounding = 1e-9;
    constexpr double k_digits = 0x1p-50;
    const auto first = static_cast<double>(bins.front());
    const double width = static_cast<double>(bins.back()) - first;
    const double rise = values.back() - values.front();
    const auto [low, high] = std::ranges::minmax(values);
    const double most =
        k_rounding * (high - low) + k_digits * std::max(std::fabs(low), std::fabs(high));
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double along = (static_cast<double>(bins[i]) - first) / width;
        if (std::fabs(values[i] - values.front() - rise * along) > most) return false;
    }
    return true;
}

} // namespace

Described describe(Series values, std::span<const std::int64_t> bins, double alpha)
{
    Described out;
    out.is_constant = is_constant(values);
    if (out.is_constant || values.size() < k_fewest_pairs) return out;
    out.is_line = is_line(values, bins);
    out.is_parabola = !out.is_line && is_line(differences(values), bins.subspan(1));
    out.stationarity = stationarity(values);
    out.has_trend = has_trend(values, alpha);
    if (!out.is_line) out.season = season_of(values); // of a line it would be one of its digits
    out.first_autocorrelation = autocorrelation(values, 1).front();
    return out;
}

} // namespace correlate
