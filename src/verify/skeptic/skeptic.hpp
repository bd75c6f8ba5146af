// The skeptic: what a careful reader can recompute from the text alone.
//
// One file for each family. The law they all keep: a stated result is wrong only if its interval
// misses the interval computed from the operands under every admissible reading. A rule that cannot
// tell what belongs to what says nothing.
#pragma once

#include "verify/critic.hpp"

namespace verify::skeptic {

std::span<const Family> families();

// The families. Each looks at one passage of one sentence or two and adds to the review.
void check_equations(const Passage& sentence, Review& review);
void check_falls(const Passage& sentence, Review& review);
void check_weekdays(const Passage& sentence, Review& review);
void check_calendar(const Passage& sentence, Review& review);
void check_ranges(const Passage& sentence, Review& review);
void check_closed_facts(const Passage& sentence, Review& review);
void check_inline_counts(const Passage& sentence, Review& review);
void check_listed_counts(const Document& document, Review& review);
void check_contradicting_values(const Document& document, Review& review);
void check_polarity(const Document& document, Review& review);
void check_denials(const Document& document, Review& review);
void check_language(const Document& document, Review& review);
void check_fallacies(const Passage& sentence, Review& review);

} // namespace verify::skeptic
