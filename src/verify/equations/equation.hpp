// Single equations: an expression and its stated value.
#pragma once

#include "verify/law/ledger.hpp"

namespace verify::equations {

// `ledger` is one of `review`, for all sentences: each new one would read the whole review again.
void check_equations(const Passage& sentence, Ledger& ledger, Review& review);

} // namespace verify::equations
