// What a link of a chain says in words when it does not hold.
#pragma once

#include "verify/equations/link.hpp"

#include <string>

namespace verify::equations {

// The side as it is printed, in one line.
std::string written(std::string_view text, const Side& side);

// "18 x 24 + 36 is 468, not 486.", "24 + 12 is 36; 6 * 7 is 42."
std::string said_of(const Script& script, const Side& left, const Side& right,
                    const Decision& decision);

// Whether the side is one number in percent, which is 100 times as large as its value.
bool is_percent(const Side& side);

// What the link gives in the place of `right`: "45 / 60 = 70 %" and "45 / 60 * 100 = 70 %" are 75.
Rational computed_of(const Side& right, const Decision& decision);

} // namespace verify::equations
