// unit.conversion: shared by what is told in brackets, in lists and in two sentences.
#pragma once

#include "reading/measures.hpp"
#include "verify/law/critic.hpp"

namespace verify::relations {

// Adds unit.conversion of two measures that the text says are one: a Pass when they agree under a
// meaning of their units, a Finding when they miss like a slip. `is_loose`: the words do not say so
// for sure, and only a near miss counts.
void compare_measures(const Passage& sentence, const reading::Measure& left,
                      const reading::Measure& right, bool is_loose, Review& review);

// "12 × 8 × 3 in (30.5 × 20.3 × 7.6 cm)", "-10 to 40 °C (14 to 104 °F)": one by one.
void check_unit_lists(const Passage& sentence, Review& review);

// "The loop is 3 miles. For those who count in metric it's 4.8 km."
void check_units_apart(const Document& document, std::size_t index, Review& review);

} // namespace verify::relations
