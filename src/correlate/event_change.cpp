#include "correlate/event_change.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace correlate {

namespace {

constexpr std::size_t k_fewest_events = 4;
constexpr std::size_t k_event_permutations = 999;

class Change {
public:
    Change(const TimedSeries& series, double window)
        : m_times{series.times}, m_sums(series.values.size() + 1), m_window{window}
    {
        for (std::size_t i = 0; i < series.values.size(); ++i)
            m_sums[i + 1] = m_sums[i] + series.values[i];
    }

    [[nodiscard]] EventChange at(Series events) const
    {
        EventChange out;
        for (const double event : events) {
            const auto before = mean(event - m_window, event);
            const auto after = mean(event, event + m_window);
            if (!before || !after) continue;
            ++out.events;
            out.before += *before;
            out.after += *after;
        }
        if (out.events == 0) return out;
        out.before /= static_cast<double>(out.events);
        out.after /= static_cast<double>(out.events);
        out.change = out.after - out.before;
        return out;
    }

private:
    // The mean of the values of [from, to).
    [[nodiscard]] std::optional<double> mean(double from, double to) const
    {
        const auto place = [&](double time) {
            return static_cast<std::size_t>(std::lower_bound(m_times.begin(), m_times.end(), time) -
                                            m_times.begin());
        };
        const std::size_t first = place(from);
        const std::size_t last = place(to);
        if (first == last) return std::nullopt;
        return (m_sums[last] - m_sums[first]) / static_cast<double>(last - first);
    }

    Series m_times;
    std::vector<double> m_sums;
    double m_window;
};

} // namespace

std::optional<EventChange> event_change(const TimedSeries& series, Series events,
                                        const EventFrame& frame)
{
    const Change change{series, frame.window};
    EventChange out = change.at(events);
    const double length = frame.end - frame.start;
    if (out.events < k_fewest_events || length <= 0) return std::nullopt;
    std::mt19937_64 random{frame.seed};
    std::vector<double> moved(events.size());
    std::size_t as_large = 0;
    for (std::size_t i = 0; i < k_event_permutations; ++i) {
        const double distance = length * static_cast<double>(random() >> 11U) * 0x1p-53;
        for (std::size_t k = 0; k < events.size(); ++k)
            moved[k] = frame.start + std::fmod(events[k] - frame.start + distance, length);
        if (std::fabs(change.at(moved).change) >= std::fabs(out.change) - 1e-12) ++as_large;
    }
    out.permutations = k_event_permutations;
    out.p = static_cast<double>(as_large + 1) / static_cast<double>(k_event_permutations + 1);
    return out;
}

} // namespace correlate
