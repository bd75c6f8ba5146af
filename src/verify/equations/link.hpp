// Whether two sides of an equation say the same, under every fair reading.
#pragma once

#include "verify/equations/chain.hpp"
#include "verify/equations/formula.hpp"

namespace verify::equations {

enum class Outcome {
    holds, // under one fair reading at least
    near,  // if what is printed there alone was rounded or cut off
    fails, // under none
    open,  // not decided
};

struct Decision {
    Outcome outcome = Outcome::open;
    Rational left{}; // as a reader takes them first; of `fails`
    Rational right{};
};

Decision decide(std::string_view text, const Side& left, const Side& right, const Letters& letters);

// Whether the second is the first with numbers put in for its letters, brackets left aside.
bool is_substitution(const Side& first, const Side& second);

} // namespace verify::equations
