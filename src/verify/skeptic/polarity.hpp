// Words that tell whether a clause says that something is so.
#pragma once

#include <string_view>

namespace verify::skeptic {

// "not", "never", "didn't"
bool is_negation(std::string_view folded_word);
// Carries nothing of what is said: articles, auxiliaries, "always" against "never".
bool says_nothing(std::string_view folded_word);
// Another time, a condition, somebody else's words, a part: what is said and its opposite may hold.
bool leaves_open(std::string_view folded_word);

} // namespace verify::skeptic
