// What the words themselves promise: counts of what is listed, closed facts, claims without limit.
#pragma once

#include "verify/law/critic.hpp"

namespace verify::wording {

// See the head of each file.
void check_closed_facts(const Passage& sentence, Review& review);
void check_inline_counts(const Passage& sentence, Review& review);
void check_listed_counts(const Document& document, Review& review);
void check_language(const Document& document, Review& review);
void check_fallacies(const Passage& sentence, Review& review);

inline constexpr std::string_view k_counterexample_checks[] = {"attack.counterexample"};
void look_for_counterexamples(const Document& document, Review& review);

} // namespace verify::wording
