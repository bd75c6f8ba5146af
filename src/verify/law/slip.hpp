// How a stated number may have become what it is from the one that was meant.
#pragma once

#include "reading/terms.hpp"

#include <chrono>

namespace verify {

enum class Slip { none, digit, swapped, factor, off_by_one, lost_digit };

struct Miss {
    Slip slip = Slip::none;
    // That a number which has nothing to do with the recomputed one looks like such a slip of it:
    // 0.25 with two significant digits, 0.04 with three, 0.006 with four or more, a quarter of that
    // for two digits that are swapped; 1 without a slip.
    double chance = 1;
};

// `computed` in base units. Both are written with the digits of the stated number.
Miss miss_of(const reading::Term& stated, const reading::Rational& computed);

// The same of two plain numbers, the stated one printed down to 10^place.
Miss miss_between(const reading::Rational& stated, const reading::Rational& computed, int place,
                  bool is_exact);

// The same of two clock times that lie `distance` seconds apart: an hour, ten minutes or the half
// of the day; with `any_digit` any one digit of the hours or of the tens of minutes.
bool is_clock_slip(long distance, bool any_digit);

// The same of two days: the tens of the day, about a month, the year before or behind.
bool is_day_slip(std::chrono::sys_days left, std::chrono::sys_days right);

// The same of two numbers of years that are `far` apart: the tens.
bool is_year_slip(int far);

// Whether the stated value lies within `part` of the computed one.
bool is_within(const reading::Term& stated, const reading::Rational& computed,
               const reading::Rational& part);

} // namespace verify
