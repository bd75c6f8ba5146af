#include "correlate/alignment.hpp"

#include "correlate/grid.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace correlate {

namespace {

using request::Point;
using value::Instant;
using value::Period;

constexpr double k_day_seconds = 86'400;

struct Track {
    Moments points;
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

struct Stretch {
    Instant start;
    Instant end;
};

// What the buyer says of it, and where it is left open the stretch that both streams have.
Stretch stretch_of(const Moments& a, const Moments& b, const request::TimeFrame& frame)
{
    Stretch out{frame.start.value_or(std::max(a.front().time, b.front().time)),
                frame.end.value_or(std::min(a.back().time, b.back().time))};
    if (frame.last) out.start = frame.last->after(out.end, -1).value_or(out.start);
    return out;
}

// Only what the buyer says cuts: a month that one stream tells on its first day and the other on
// its last is in both.
Moments within(const Moments& moments, const request::TimeFrame& frame, const Stretch& stretch)
{
    Moments out;
    for (const auto& moment : moments) {
        const bool is_early = (frame.start || frame.last) && moment.time < stretch.start;
        const bool is_late = frame.end && moment.time > stretch.end;
        if (!is_early && !is_late) out.push_back(moment);
    }
    return out;
}

// The bins of both streams.
struct Reading {
    Grid grid;
    std::vector<std::int64_t> a;
    std::vector<std::int64_t> b;
    std::size_t shared = 0; // bins that both have
};

Reading read(const Moments& a, const Moments& b, const Grid& grid)
{
    Reading out{grid, bins_of(a, grid), bins_of(b, grid)};
    const std::set<std::int64_t> of_a(out.a.begin(), out.a.end());
    const std::set<std::int64_t> of_b(out.b.begin(), out.b.end());
    for (const std::int64_t bin : of_a) out.shared += of_b.count(bin);
    return out;
}

bool stands_on(const Moments& moments, const Grid& grid)
{
    const auto on_edge = std::count_if(moments.begin(), moments.end(), [&](const Point& moment) {
        return grid.is_edge(moment.time);
    });
    return static_cast<std::size_t>(on_edge) * 10 >= moments.size() * 9;
}

// The bins of the calendar, unless another reading of the stamps has more of both streams in
// common: those of one as midnights where they were written; then, if neither stands at the edges
// of the calendar's bins, ones that begin where one of the streams has its own (fiscal years,
// weeks from Sunday on).
Reading best_reading(Moments a, Moments b, const Grid& calendar)
{
    Reading out = read(a, b, calendar);
    if (a.empty() || b.empty()) return out;
    const auto try_reading = [&](const Moments& other_a, const Moments& other_b, const Grid& grid) {
        Reading other = read(other_a, other_b, grid);
        if (other.shared <= out.shared) return false;
        out = std::move(other);
        return true;
    };
    if (calendar.step.seconds() >= k_day_seconds) {
        const auto east_a = read_as_midnights(a);
        const auto east_b = read_as_midnights(b);
        if (east_a && try_reading(*east_a, b, calendar))
            a = *east_a;
        else if (east_b && try_reading(a, *east_b, calendar))
            b = *east_b;
    }
    if (stands_on(a, calendar) || stands_on(b, calendar)) return out;
    for (const Instant first : {a.front().time, b.front().time})
        try_reading(a, b, grid_from(first, calendar.step));
    return out;
}

using Bins = std::map<std::int64_t, std::vector<double>>;

Bins binned(const Moments& moments, const std::vector<std::int64_t>& bins)
{
    Bins out;
    for (std::size_t i = 0; i < moments.size(); ++i) out[bins[i]].push_back(moments[i].number);
    return out;
}

// The last moment that one of the two has in this bin.
Instant last_in(std::int64_t bin, const Moments& moments, const std::vector<std::int64_t>& bins,
                Instant out)
{
    for (std::size_t i = 0; i < moments.size(); ++i)
        if (bins[i] == bin) out = std::max(out, moments[i].time);
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
    const Stretch stretch = stretch_of(a.points, b.points, frame);
    const Moments of_a = within(a.points, frame, stretch);
    const Moments of_b = within(b.points, frame, stretch);

    const Period step_a = usual_step(a.points);
    const Period step_b = usual_step(b.points);
    const Period usual = step_a.seconds() >= step_b.seconds() ? step_a : step_b;
    const Period step = frame.step.value_or(usual);
    const Instant earliest = std::min(a.points.front().time, b.points.front().time);
    const Reading reading = best_reading(
        of_a, of_b, calendar_grid(step, frame.start || frame.last ? stretch.start : earliest));
    if (reading.shared == 0 && stretch.end < stretch.start) return std::nullopt;

    auto bins_a = binned(of_a, reading.a);
    auto bins_b = binned(of_b, reading.b);
    const std::int64_t first = frame.start || frame.last || bins_a.empty() || bins_b.empty()
                                   ? reading.grid.bin_of(stretch.start)
                                   : std::max(bins_a.begin()->first, bins_b.begin()->first);
    Alignment out{.a = {},
                  .b = {},
                  .bins = {},
                  .start = reading.grid.begin(first).value_or(stretch.start),
                  .end = frame.end.value_or(std::max(stretch.start, stretch.end)),
                  .step = step,
                  .merged_a = a.merged,
                  .merged_b = b.merged,
                  .irregular_a = is_irregular(a.points),
                  .irregular_b = is_irregular(b.points),
                  .gaps = {}};
    out.dropped_a = a.points.size();
    out.dropped_b = b.points.size();
    for (auto& [bin, values] : bins_a) {
        const auto partner = bins_b.find(bin);
        if (partner == bins_b.end()) continue;
        out.bins.push_back(bin - first);
        out.dropped_a -= values.size();
        out.dropped_b -= partner->second.size();
        out.a.push_back(joined(values, aggregate));
        out.b.push_back(joined(partner->second, aggregate));
    }
    if (!frame.end && !out.bins.empty()) {
        const std::int64_t last = out.bins.back() + first;
        out.end = last_in(last, of_b, reading.b, last_in(last, of_a, reading.a, out.start));
    }
    find_gaps(out);
    return out;
}

} // namespace correlate
