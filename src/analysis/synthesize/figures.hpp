// The values that a sentence states: numbers in comparable units, and moments.
#pragma once

#include "analysis/synthesize/statement.hpp"
#include "analysis/text/passage.hpp"
#include "analysis/text/stem.hpp"

namespace analysis::synthesize {

// At most 40; ends of a range are one figure. Years, labels and doubtful numbers are none.
std::vector<Figure> read_figures(const text::Passage& sentence, const text::Stemmer& stemmer);

// Numbers that are part of a name: "2" of "the Tarp 2 drone". After the values of the statement.
std::vector<std::string> read_labels(const text::Passage& sentence, const Statement& statement);

std::vector<Moment> read_moments(const text::Passage& sentence);

} // namespace analysis::synthesize
