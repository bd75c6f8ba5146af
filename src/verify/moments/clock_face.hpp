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

// The distance of two clock times, the shorter way round; half a day is none where it is open.
inline long apart(long left, long right, bool is_open)
{
    const long round = is_open ? k_day / 2 : k_day;
    const long far = on_clock(left - right) % round;
    return std::min(far, round - far);
}

enum class Tie { none, weak, strong };

// What one digit or one slip of the head changes: an hour, ten minutes, the half of the day; with a
// strong tie any one digit of hours or tens of minutes.
inline bool is_slip(long distance, Tie tie)
{
    if (distance == k_hour || distance == 10 * k_minute || distance == k_day / 2) return true;
    if (tie != Tie::strong) return false;
    const bool is_hours = distance % k_hour == 0 && distance <= 3 * k_hour;
    const bool is_tens = distance % (10 * k_minute) == 0 && distance < k_hour;
    return distance > 0 && (is_hours || is_tens);
}

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
