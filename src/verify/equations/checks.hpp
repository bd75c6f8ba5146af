// The checks of the room, whose rows stand beside their code:
// chains of equations.
#pragma once

#include "verify/law/critic.hpp"

namespace verify::equations {

extern const Check k_arith_equation;

// In the order in which they look: who looks first speaks first (law/ledger.hpp).
extern const Family k_equations;
inline constexpr const Family* k_families[] = {&k_equations};

} // namespace verify::equations
