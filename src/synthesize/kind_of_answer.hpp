// Whether the kind of thing that a question asks for stands in a statement.
#pragma once

#include "synthesize/asked_words.hpp"
#include "synthesize/words.hpp"

namespace synthesize {

// 0 to 1; .5 for questions of no kind. `likeness` of a term of the question and one of the
// statement.
double suits(const Part& part, const Source& source, const Statement& statement,
             const Likeness& likeness);

} // namespace synthesize
