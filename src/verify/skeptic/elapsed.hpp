// The time between two dates, weighed against the time said to lie between them.
#pragma once

#include "verify/critic.hpp"

#include <string>
#include <vector>

namespace verify::skeptic {

// A date, or a year that stands alone; 0 for what is not told.
struct DatePoint {
    std::uint32_t begin = 0; // tokens
    std::uint32_t end = 0;
    int year = 0;
    int month = 0;
    int day = 0;
    bool may_swap = false;
    [[nodiscard]] bool is_day() const { return day != 0; }
};

// All of a passage in order; none before Christ and none of a range.
std::vector<DatePoint> date_points(const Passage& passage);

// As the text writes it.
std::string written(const Passage& passage, const DatePoint& point);

// Days, nights, weeks, months, years or decades, counted.
bool is_calendar_length(const Quantity& quantity);

// date.interval: both points have a year and are told to the day, to the month, or to the year.
// `later`: "ten years later", which years alone may miss by one.
void weigh_elapsed(const Passage& passage, const DatePoint& first, const DatePoint& second,
                   const Quantity& length, bool later, Review& review);

} // namespace verify::skeptic
