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

    value::Instant start; // of bin 0
    value::Instant end;   // the frame's last moment
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

// The frame is [start, end] with both moments in it. What the buyer leaves open: the stretch where
// both streams have values; a `last` reaches back from the end of that. The step left open is the
// larger of the two streams' usual spacings, in calendar months where a stream keeps to these. No
// values are made up: bins that lack one of the two are left out. nullopt: no stretch in common,
// less than two moments in a stream, or a stream of events.
std::optional<Alignment> align(const request::Streams& streams, const request::TimeFrame& frame,
                               Aggregate aggregate);

} // namespace correlate
