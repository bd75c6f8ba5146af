// Measures written in two parts.
#pragma once

#include "reading/terms.hpp"

namespace reading {

// "1 h 35 min", "7 lb 11 oz", "3 h 10", "two hours and a quarter": whether `fine` is the rest of
// `coarse`, which then has the value of both.
bool join_compound(const Passage& passage, Term& coarse, const Term& fine);

} // namespace reading
