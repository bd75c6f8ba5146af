// Chains of equations and the letters in them, over a whole text.
//
// Every link "a = b" of a chain is judged by its own two sides, in exact rationals, so that a wrong
// value that is only carried on is found once, where it first shows. A letter stands for the last
// value that the text gave it. What cannot be decided is left alone.
#pragma once

#include "verify/law/critic.hpp"

namespace verify::equations {

// Adds what it finds and confirms as "arith.equation", and takes back what an earlier look at
// single equations found where a fair reading of the whole link holds.
void check_chains(const Document& document, Review& review);

// Single equations of one sentence.
void check_equations(const Passage& sentence, Review& review);

} // namespace verify::equations
