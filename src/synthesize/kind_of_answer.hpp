// Whether the kind of thing that a question asks for stands in a statement.
#pragma once

#include "synthesize/question.hpp"
#include "synthesize/statement.hpp"

#include <functional>

namespace synthesize {

// 0 to 1; .5 for questions of no kind. `likeness` of a term of the question and one of the
// statement, 0 to 1.
double suits(const Part& part, const Source& source, const Statement& statement,
             const std::function<double(TermId, TermId)>& likeness);

// The same of one number, for questions that ask for one.
double fits_question(const Part& part, const Source& source, const Statement& statement,
                     const Figure& figure, const std::function<double(TermId, TermId)>& likeness);

} // namespace synthesize
