// Two streams brought to one clock: what each says of the same stretches of time.
#pragma once

#include "request/signal_options.hpp"

#include <cstdint>
#include <vector>

namespace correlate {

using request::Aggregate;

// Bins without a partner between two that have one.
struct Gap {
    value::Instant start; // of the first bin that is missing
    value::Instant end;   // of the first one that is there again
    std::int64_t bins = 0;
};

struct Alignment {
    // One entry for each bin in which both streams have a value, in order of time.
    std::vector<double> a;
    std::vector<double> b;
    std::vector<std::int64_t> bins; // bin k is [start + k step, start + (k + 1) step)

    value::Instant start; // of bin 0: the first in the frame that both could have
    value::Instant end;   // the frame's last moment, or the last that is compared
    value::Period step;
    // Values outside of the frame, or in bins that only one stream has.
    std::size_t dropped_a = 0;
    std::size_t dropped_b = 0;
    // Moments for which a stream had several values; their mean stands.
    std::size_t merged_a = 0;
    std::size_t merged_b = 0;
    bool irregular_a = false; // spacings that differ by more than a tenth, in more than a tenth
    bool irregular_b = false;
    std::vector<Gap> gaps; // all of them
};

// The frame is [start, end] with both moments in it; what the buyer leaves open cuts nothing away,
// and a `last` reaches back from the last moment that both have. The step left open is the larger
// of the two streams' usual ones. Bins belong to the calendar (grid.hpp), so that it does not
// matter where in its step a stream has its stamps: the first of a month and its last day are one
// month. A reading of the stamps by which more bins are in both is preferred to that: as midnights
// of a zone east of UTC, or, when neither stands at the edges of the calendar, by bins that begin
// where one of the two does. No values are made up: bins that lack one of the two are left out.
// nullopt: no bin and no stretch in common, less than two moments in a stream, or a stream of
// events.
std::optional<Alignment> align(const request::Streams& streams, const request::TimeFrame& frame,
                               Aggregate aggregate);

} // namespace correlate
