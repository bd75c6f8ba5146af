// The stretches of one length into which time is cut, and the length that a stream keeps.
#pragma once

#include "request/signal.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace correlate {

// Points in order of time, each moment once.
using Moments = std::vector<request::Point>;

// The usual distance of at least two moments: their median, in months of the calendar where these
// are kept. Of distances that are not the same, one within 1 % of whole days, hours, minutes or
// seconds is taken for these, or a clock that trembles would have bins that drift away from it.
value::Period usual_step(const Moments& moments);

// Distances that differ from the usual one by more than a tenth, in more than a tenth of them.
bool is_irregular(const Moments& moments);

// Bin k is [origin + k step, origin + (k + 1) step); k may be negative.
struct Grid {
    value::Instant origin;
    value::Period step;

    [[nodiscard]] std::int64_t bin_of(value::Instant time) const;
    // nullopt: outside of the years.
    [[nodiscard]] std::optional<value::Instant> begin(std::int64_t bin) const
    {
        return step.after(origin, bin);
    }
    // Whether it is the first moment of a bin; of a step of a day or more, the first day, or, where
    // the step is one of months, the last.
    [[nodiscard]] bool is_edge(value::Instant time) const;
};

// Days, ISO weeks, and whole numbers of months and of what divides a day begin as the calendar has
// them, in UTC, other steps below a day at whole multiples since 1970. What else there is (28 days)
// has no beginning of its own: the day of `first`.
Grid calendar_grid(const value::Period& step, value::Instant first);

// The same bins with another beginning: at this moment, or on its day when the step is a day or
// more.
Grid grid_from(value::Instant time, const value::Period& step);

// The bin of each moment. Where a stream has one value in a bin and its clock trembles about the
// moment that parts two (23:59:58, 00:00:03), all stand for the bin that begins there, or for the
// one that ends there when nine of ten come before it.
std::vector<std::int64_t> bins_of(const Moments& moments, const Grid& grid);

// A midnight of a zone east of UTC is in the day before, there: the same moments as the dates they
// were written as. nullopt unless all lie as many hours, or one hour of summer time more, before
// the next midnight of UTC.
std::optional<Moments> read_as_midnights(const Moments& moments);

} // namespace correlate
