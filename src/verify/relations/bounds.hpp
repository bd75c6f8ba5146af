// The family: values that cannot stand beside each other, because one has to lie between others.
#pragma once

#include "verify/law/critic.hpp"

namespace verify::relations {

inline constexpr std::string_view k_bound_check = "range.bounds";

// range.bounds: a mean, median, default or member of a set outside the range that the text tells of
// the same thing; a least value above the greatest. Says nothing of ranges of years and of clock
// times, and nothing where another thing may be meant.
void check_bounds(const Document& document, Review& review);

} // namespace verify::relations
