#include "correlate/grid.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace correlate {

namespace {

using value::Instant;
using value::Period;

constexpr std::int64_t k_second = 1'000'000;
constexpr std::int64_t k_minute = 60 * k_second;
constexpr std::int64_t k_hour = 60 * k_minute;
constexpr std::int64_t k_day = 24 * k_hour;
constexpr std::int64_t k_week = 7 * k_day;

std::int64_t into(std::int64_t value, std::int64_t length)
{
    return (value % length + length) % length;
}

Instant day_of(Instant time)
{
    return Instant::from_micros(time.micros() - into(time.micros(), k_day)).value_or(time);
}

bool is_below_a_day(const Period& step)
{
    return step.fixed_micros().value_or(k_day) < k_day;
}

std::vector<std::int64_t> spacings(const Moments& moments)
{
    std::vector<std::int64_t> out;
    for (std::size_t i = 1; i < moments.size(); ++i)
        out.push_back(moments[i].time.micros() - moments[i - 1].time.micros());
    return out;
}

std::int64_t median(std::vector<std::int64_t> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

bool is_most(std::size_t count, std::size_t all)
{
    return count * 10 >= all * 9;
}

// Whether the moments lie at whole steps from the first: 31 January, 29 February, 31 March.
bool keeps(const Moments& moments, const Period& step)
{
    std::size_t kept = 0;
    for (std::size_t i = 1; i < moments.size(); ++i) {
        const double steps =
            (moments[i].time.seconds() - moments[0].time.seconds()) / step.seconds();
        if (step.after(moments[0].time, std::llround(steps)) == moments[i].time) ++kept;
    }
    return is_most(kept, moments.size() - 1);
}

std::size_t count_distinct(const std::vector<std::int64_t>& values)
{
    return std::set<std::int64_t>(values.begin(), values.end()).size();
}

// Months, quarters and years are of different lengths: a fixed step would drift away from them.
// Their last working days have no date in common; each is alone in its month.
std::optional<Period> calendar_step(const Moments& moments, const std::vector<std::int64_t>& all)
{
    constexpr std::int64_t k_shortest_month = 28 * k_day;
    const std::int64_t spacing = median(all);
    if (spacing < k_shortest_month) return std::nullopt;
    const auto month = Period::parse("P1M");
    const double months = static_cast<double>(spacing) / 1e6 / month->seconds();
    const auto step = month->times(std::max<std::int64_t>(std::llround(months), 1));
    if (!step) return std::nullopt;
    if (keeps(moments, *step)) return step;
    constexpr double k_near = 0.05;
    const bool is_fixed =
        is_most(static_cast<std::size_t>(std::count(all.begin(), all.end(), spacing)), all.size());
    const bool is_near = std::fabs(months / std::round(months) - 1) < k_near;
    if (is_fixed || !is_near) return std::nullopt;
    const auto bins = bins_of(moments, calendar_grid(*step, moments[0].time));
    return is_most(count_distinct(bins), bins.size()) ? step : std::nullopt;
}

std::int64_t without_tremble(std::int64_t spacing, const std::vector<std::int64_t>& all)
{
    constexpr std::int64_t k_share = 100;
    if (2 * static_cast<std::size_t>(std::count(all.begin(), all.end(), spacing)) > all.size())
        return spacing;
    for (const std::int64_t unit : {k_day, k_hour, k_minute, k_second}) {
        const std::int64_t whole = (spacing + unit / 2) / unit * unit;
        if (std::abs(whole - spacing) * k_share < spacing) return whole;
    }
    return spacing;
}

struct Arc {
    double length = 0;
    double middle = 0;
};

// The longest part of a bin in which no moment stands, but for the one around its ends: nothing
// when that is longer, and when it is less than half of the bin.
std::optional<Arc> empty_arc(std::vector<double> shares)
{
    std::sort(shares.begin(), shares.end());
    Arc out;
    for (std::size_t i = 1; i < shares.size(); ++i)
        if (const double length = shares[i] - shares[i - 1]; length > out.length)
            out = {length, shares[i - 1] + length / 2};
    const double around = 1 - shares.back() + shares.front();
    if (out.length <= 0.5 || around >= out.length) return std::nullopt;
    return out;
}

} // namespace

Period usual_step(const Moments& moments)
{
    const auto all = spacings(moments);
    if (const auto months = calendar_step(moments, all)) return *months;
    return Period::of_micros(without_tremble(median(all), all));
}

bool is_irregular(const Moments& moments)
{
    const auto all = spacings(moments);
    const auto usual = static_cast<double>(median(all));
    const auto off = std::count_if(all.begin(), all.end(), [&](std::int64_t each) {
        return std::fabs(static_cast<double>(each) - usual) > usual / 10;
    });
    return static_cast<std::size_t>(off) * 10 > all.size() && !calendar_step(moments, all);
}

std::int64_t Grid::bin_of(Instant time) const
{
    if (const auto length = step.fixed_micros()) {
        const std::int64_t since = time.micros() - origin.micros();
        return (since - into(since, *length)) / *length;
    }
    const auto has_begun = [&](std::int64_t bin) {
        const auto start = begin(bin);
        return start ? *start <= time : bin < 0; // outside of the years on the side of the sign
    };
    const double about = (time.seconds() - origin.seconds()) / step.seconds();
    auto bin = static_cast<std::int64_t>(std::floor(about));
    while (!has_begun(bin)) --bin;
    while (has_begun(bin + 1)) ++bin;
    return bin;
}

bool Grid::is_edge(Instant time) const
{
    const std::int64_t bin = bin_of(time);
    const auto first = begin(bin);
    const auto next = begin(bin + 1);
    if (is_below_a_day(step)) return first == time;
    if (first && day_of(*first) == day_of(time)) return true;
    return next && !step.fixed_micros() && next->micros() - day_of(time).micros() <= k_day;
}

Grid calendar_grid(const Period& step, Instant first)
{
    const auto fixed = step.fixed_micros();
    const auto month = Period::parse("P1M");
    const auto months = std::llround(step.seconds() / month->seconds());
    if (!fixed && month->times(months) == std::optional{step})
        return {*Instant::parse("2000-01-01"), step};
    if (!fixed || (*fixed > k_day && *fixed != k_week)) return grid_from(first, step);
    return {*Instant::parse(*fixed == k_week ? "1970-01-05" : "1970-01-01"), step};
}

Grid grid_from(Instant time, const Period& step)
{
    return {is_below_a_day(step) ? time : day_of(time), step};
}

std::vector<std::int64_t> bins_of(const Moments& moments, const Grid& grid)
{
    std::vector<std::int64_t> out;
    std::vector<double> shares; // of its bin that is over at each moment
    for (const auto& moment : moments) {
        out.push_back(grid.bin_of(moment.time));
        const auto first = grid.begin(out.back());
        const auto next = grid.begin(out.back() + 1);
        if (first && next)
            shares.push_back((moment.time.seconds() - first->seconds()) /
                             (next->seconds() - first->seconds()));
    }
    if (out.empty() || shares.size() < out.size()) return out;
    const auto arc = empty_arc(shares);
    if (!arc) return out;
    const auto before = static_cast<std::size_t>(std::count_if(
        shares.begin(), shares.end(), [&](double share) { return share > arc->middle; }));
    const bool to_the_end = is_most(before, shares.size());
    auto moved = out;
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (!to_the_end && shares[i] > arc->middle) ++moved[i];
        if (to_the_end && shares[i] < arc->middle) --moved[i];
    }
    const std::size_t distinct = count_distinct(moved);
    return is_most(distinct, out.size()) && distinct >= count_distinct(out) ? moved : out;
}

std::optional<Moments> read_as_midnights(const Moments& moments)
{
    constexpr std::int64_t k_farthest_east = 14 * k_hour;
    constexpr std::int64_t k_zones = 15 * k_minute; // all of today are so many
    if (moments.empty()) return std::nullopt;
    std::int64_t least = k_farthest_east;
    std::int64_t most = 0;
    Moments out = moments;
    for (auto& moment : out) {
        const std::int64_t ahead = into(-moment.time.micros(), k_day);
        if (ahead > k_farthest_east || ahead % k_zones != 0) return std::nullopt;
        least = std::min(least, ahead);
        most = std::max(most, ahead);
        const auto midnight = Instant::from_micros(moment.time.micros() + ahead);
        if (!midnight) return std::nullopt;
        moment.time = *midnight;
    }
    if (most == 0 || most - least > k_hour) return std::nullopt;
    return out;
}

} // namespace correlate
