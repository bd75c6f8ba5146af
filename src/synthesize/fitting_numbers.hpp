// Whether a number is one of what a question asks for: a count of its noun, money, a measure.
#pragma once

#include "synthesize/asked_words.hpp"
#include "synthesize/words.hpp"

namespace synthesize {

// 0 to 1, for questions that ask for a number. `likeness` of a term of the question and one of the
// statement.
double fits_question(const Part& part, const Source& source, const Statement& statement,
                     const Figure& figure, const Likeness& likeness);

// The best of a statement's numbers; one of a part counts half.
double best_number_for(const Part& part, const Source& source, const Statement& statement,
                       const Likeness& likeness);

} // namespace synthesize
