// Arithmetic on a clock face: distances round the day, and what a slip of the pen changes.
#pragma once

#include "reading/clocks.hpp"

#include <algorithm>
#include <set>
#include <vector>

namespace verify::moments {

using reading::k_hour;
using reading::k_minute;
inline constexpr long k_day = 24 * k_hour;

inline long on_clock(long seconds)
{
    return (seconds % k_day + k_day) % k_day;
}

// The distance of two clock times, the shorter way round; half a day does not count where it is
// open.
inline long apart(long left, long right, bool is_open)
{
    const long round = is_open ? k_day / 2 : k_day;
    const long far = on_clock(left - right) % round;
    return std::min(far, round - far);
}

enum class Tie { none, weak, strong };

// All sums of some of the lengths; those that lie between two clocks may be left out like others.
inline std::set<long> sums_of(const std::vector<long>& lengths)
{
    std::set<long> out{0};
    for (const long length : lengths) {
        std::set<long> more = out;
        for (const long sum : out) more.insert(sum + length);
        out = std::move(more);
    }
    return out;
}

} // namespace verify::moments
