// Single equations: an expression and its stated value.
#pragma once

#include "verify/law/critic.hpp"

namespace verify::equations {

void check_equations(const Passage& sentence, Review& review);

} // namespace verify::equations
