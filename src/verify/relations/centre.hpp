// Values that lie within the range told of the same thing: mean, median, default, members of a set.
#pragma once

#include "verify/law/critic.hpp"
#include "verify/relations/span.hpp"

namespace verify::relations {

// Holds what a sentence calls a centre against its own range, or against the one that a sentence of
// its block right before it tells.
void check_centres(const Document& document, std::size_t sentence, Review& review);

// "between 36.5 and 37.5 °C (36.9, 37.1, 38.2 and 37.0)": a list that the range is told of.
void check_members(const Document& document, std::size_t index, Review& review);

// Adds range.bounds of `value`: a Pass when it meets the span, else a Finding.
void conclude(const Passage& sentence, const Quantity& value, std::string_view name,
              const Span& span, Review& review);

} // namespace verify::relations
