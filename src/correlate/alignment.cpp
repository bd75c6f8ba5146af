#include "correlate/alignment.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace correlate {

namespace {

using request::Point;
using value::Instant;
using value::Period;

constexpr std::int64_t k_day = 86'400'000'000;

struct Track {
    std::vector<Point> points; // in order of time, each moment once
    std::size_t merged = 0;
};

double mean_of_bin(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

Track in_order(std::vector<Point> points)
{
    std::stable_sort(points.begin(), points.end(),
                     [](const Point& left, const Point& right) { return left.time < right.time; });
    Track out;
    for (std::size_t first = 0; first < points.size();) {
        std::vector<double> same;
        std::size_t end = first;
        for (; end < points.size() && points[end].time == points[first].time; ++end)
            same.push_back(points[end].number);
        out.points.push_back({points[first].time, mean_of_bin(same)});
        out.merged += same.size() - 1;
        first = end;
    }
    return out;
}

std::vector<std::int64_t> spacings(const std::vector<Point>& points)
{
    std::vector<std::int64_t> out;
    for (std::size_t i = 1; i < points.size(); ++i)
        out.push_back(points[i].time.micros() - points[i - 1].time.micros());
    return out;
}

std::int64_t median(std::vector<std::int64_t> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

// Months, quarters and years are of different lengths: a fixed step would drift away from them.
std::optional<Period> calendar_step(const std::vector<Point>& points, std::int64_t spacing)
{
    constexpr std::int64_t k_shortest_month = 28 * k_day;
    if (spacing < k_shortest_month) return std::nullopt;
    const auto month = Period::parse("P1M");
    const auto months = std::llround(static_cast<double>(spacing) / 1e6 / month->seconds());
    const auto step = month->times(std::max<std::int64_t>(months, 1));
    if (!step) return std::nullopt;
    // From the first on, not from each to the next: 31 January, 29 February, 31 March.
    std::size_t kept = 0;
    for (std::size_t i = 1; i < points.size(); ++i) {
        const double steps =
            (points[i].time.seconds() - points[0].time.seconds()) / step->seconds();
        if (step->after(points[0].time, std::llround(steps)) == points[i].time) ++kept;
    }
    return kept * 10 >= (points.size() - 1) * 9 ? step : std::nullopt;
}

Period usual_step(const std::vector<Point>& points)
{
    const std::int64_t spacing = median(spacings(points));
    return calendar_step(points, spacing).value_or(Period::of_micros(spacing));
}

bool is_irregular(const std::vector<Point>& points)
{
    const auto all = spacings(points);
    const auto usual = static_cast<double>(median(all));
    const bool calendar = calendar_step(points, median(all)).has_value();
    const auto off = std::count_if(all.begin(), all.end(), [&](std::int64_t each) {
        return std::fabs(static_cast<double>(each) - usual) > usual / 10;
    });
    return !calendar && static_cast<std::size_t>(off) * 10 > all.size();
}

// Which bin a moment, not before the start, falls into.
std::int64_t bin_of(Instant time, Instant start, const Period& step)
{
    if (const auto length = step.fixed_micros()) return (time.micros() - start.micros()) / *length;
    const double about = (time.seconds() - start.seconds()) / step.seconds();
    auto bin = static_cast<std::int64_t>(std::floor(about));
    const auto begin = [&](std::int64_t k) { return step.after(start, k); };
    // Outside of the years is later than any moment.
    while (bin > 0 && (!begin(bin) || *begin(bin) > time)) --bin;
    while (begin(bin + 1) && *begin(bin + 1) <= time) ++bin;
    return bin;
}

double joined(std::vector<double>& values, Aggregate aggregate)
{
    switch (aggregate) {
    case Aggregate::mean: return mean_of_bin(values);
    case Aggregate::last: return values.back();
    case Aggregate::sum: return std::accumulate(values.begin(), values.end(), 0.0);
    case Aggregate::median: break;
    }
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

using Bins = std::map<std::int64_t, std::vector<double>>;

Bins binned(const std::vector<Point>& points, const Alignment& alignment)
{
    Bins out;
    for (const auto& point : points)
        if (point.time >= alignment.start && point.time <= alignment.end)
            out[bin_of(point.time, alignment.start, alignment.step)].push_back(point.number);
    return out;
}

struct Stretch {
    Instant start;
    Instant end;
};

std::optional<Stretch> common_stretch(const Track& a, const Track& b,
                                      const request::TimeFrame& frame)
{
    const Instant common_start = std::max(a.points.front().time, b.points.front().time);
    const Instant common_end = std::min(a.points.back().time, b.points.back().time);
    Stretch out{frame.start.value_or(common_start), frame.end.value_or(common_end)};
    if (frame.last) out.start = frame.last->after(out.end, -1).value_or(out.start);
    if (out.end < out.start) return std::nullopt;
    return out;
}

void find_gaps(Alignment& out)
{
    for (std::size_t i = 1; i < out.bins.size(); ++i) {
        const std::int64_t missing = out.bins[i] - out.bins[i - 1] - 1;
        if (missing <= 0) continue;
        const auto start = out.step.after(out.start, out.bins[i - 1] + 1);
        const auto end = out.step.after(out.start, out.bins[i]);
        if (start && end) out.gaps.push_back({*start, *end, missing});
    }
}

} // namespace

std::optional<Alignment> align(const request::Streams& streams, const request::TimeFrame& frame,
                               Aggregate aggregate)
{
    const Track a = in_order(streams.a.points);
    const Track b = in_order(streams.b.points);
    if (a.points.size() < 2 || b.points.size() < 2) return std::nullopt;
    const auto stretch = common_stretch(a, b, frame);
    if (!stretch) return std::nullopt;

    const Period step_a = usual_step(a.points);
    const Period step_b = usual_step(b.points);
    const Period usual = step_a.seconds() >= step_b.seconds() ? step_a : step_b;
    Alignment out{.a = {},
                  .b = {},
                  .bins = {},
                  .start = stretch->start,
                  .end = stretch->end,
                  .step = frame.step.value_or(usual),
                  .merged_a = a.merged,
                  .merged_b = b.merged,
                  .irregular_a = is_irregular(a.points),
                  .irregular_b = is_irregular(b.points),
                  .gaps = {}};
    auto bins_a = binned(a.points, out);
    auto bins_b = binned(b.points, out);
    out.dropped_a = a.points.size();
    out.dropped_b = b.points.size();
    for (auto& [bin, values] : bins_a) {
        const auto partner = bins_b.find(bin);
        if (partner == bins_b.end()) continue;
        out.bins.push_back(bin);
        out.dropped_a -= values.size();
        out.dropped_b -= partner->second.size();
        out.a.push_back(joined(values, aggregate));
        out.b.push_back(joined(partner->second, aggregate));
    }
    find_gaps(out);
    return out;
}

} // namespace correlate
