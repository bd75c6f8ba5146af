// The skeptic: what a careful reader can recompute from the text alone.
//
// One file for each family. The law they all keep: a stated result is wrong only if its interval
// misses the interval computed from the operands under every admissible reading. A rule that cannot
// tell what belongs to what says nothing.
#pragma once

#include "analysis/verify/critic.hpp"

namespace analysis::verify::skeptic {

std::span<const Family> families();

// The families. Each looks at one passage of one sentence or two and adds to the review.
void check_equations(const text::Passage& sentence, Review& review);
void check_sums(const text::Document& document, std::size_t sentence, Review& review);
void check_products(const text::Document& document, std::size_t sentence, Review& review);
// Of check_products, for what it does not recognize.
void check_rates(const text::Passage& passage, Review& review);
void check_percent_changes(const text::Passage& sentence, Review& review);
void check_changes_apart(const text::Document& document, std::size_t sentence, Review& review);
void check_discounts(const text::Passage& sentence, Review& review);
void check_shares(const text::Passage& sentence, Review& review);
void check_partitions(const text::Passage& sentence, Review& review);
void check_means(const text::Document& document, std::size_t sentence, Review& review);
void check_weekdays(const text::Passage& sentence, Review& review);
void check_calendar(const text::Passage& sentence, Review& review);
void check_intervals(const text::Passage& sentence, Review& review);
void check_intervals_apart(const text::Document& document, std::size_t sentence, Review& review);
void check_lives(const text::Document& document, std::size_t sentence, Review& review);
// Of check_lives, for what it does not recognize.
void check_ages(const text::Passage& sentence, Review& review);
void check_durations(const text::Passage& sentence, Review& review);
void check_time_sums(const text::Passage& sentence, Review& review);
void check_ranges(const text::Passage& sentence, Review& review);
void check_inline_counts(const text::Passage& sentence, Review& review);
void check_listed_counts(const text::Document& document, Review& review);
void check_contradicting_values(const text::Document& document, Review& review);
void check_polarity(const text::Document& document, Review& review);
void check_language(const text::Document& document, Review& review);
void check_fallacies(const text::Passage& sentence, Review& review);

} // namespace analysis::verify::skeptic
