// Days, months and years as points of time, and the time between two of them.
#pragma once

#include "verify/moments/network.hpp"

namespace verify::moments {

// A date, or a year that stands alone; 0 for what is not told.
struct Point {
    std::uint32_t begin = 0; // tokens
    std::uint32_t end = 0;
    int year = 0;
    int month = 0;
    int day = 0;
    bool may_swap = false;
    [[nodiscard]] bool is_day() const { return day != 0; }
};

// All of a passage in order; none before Christ. "3-5 March" is not one day: only `with_ranges`.
std::vector<Point> points_of(const Passage& passage, bool with_ranges = false);

// Both have a year, and are told to the day, to the month or to the year.
bool are_alike(const Point& first, const Point& second);

// Days, nights, weeks, months, years or decades, counted.
bool is_calendar_length(const Quantity& quantity);

// How surely the words say that a length lies between two points.
enum class Told {
    surely,
    later, // "ten years later", which years alone may miss by one
    beside // by its label alone: one of half or twice the size may be of something else
};

// date.interval between two points that are alike. Says nothing of a length in a unit finer than
// the points.
void weigh_elapsed(Judged& judged, const Point& first, const Point& second, const Quantity& length,
                   Told told = Told::surely);

} // namespace verify::moments
