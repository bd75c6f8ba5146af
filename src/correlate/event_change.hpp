// Whether a series changes at events.
#pragma once

#include "correlate/association.hpp"
#include "request/signal.hpp"

#include <cstdint>

namespace correlate {

struct EventChange {
    std::size_t events = 0; // with values on both sides
    double before = 0;      // mean over the events of the mean in the window before
    double after = 0;       // the same from the event on
    double change = 0;      // after - before
    double p = 1; // two-sided: as large a change at events moved together around the frame
    std::size_t permutations = 0;
};

// Both in order of time, in seconds; `window` above 0, within [start, end]. The events keep their
// distances and are moved around the frame 999 times; the same `seed` gives the same result.
// nullopt: fewer than four events have values on both sides.
struct TimedSeries {
    Series times;
    Series values;
};
struct EventFrame {
    double start = 0;
    double end = 0;
    double window = 0;
    std::uint64_t seed = 0;
};
std::optional<EventChange> event_change(const TimedSeries& series, Series events,
                                        const EventFrame& frame);

} // namespace correlate
