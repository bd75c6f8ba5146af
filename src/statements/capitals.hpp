// The names of a sentence, as capitals tell them.
#pragma once

#include "statements/statement.hpp"

namespace statements {

// Runs of words with a capital inside the sentence, without those of the calendar.
std::vector<Run> names_in(const reading::Passage& words);

} // namespace statements
