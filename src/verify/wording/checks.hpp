// The checks of the room, whose rows stand beside their code:
// what the words themselves promise.
#pragma once

#include "verify/law/critic.hpp"

namespace verify::wording {

extern const Check k_struct_count;

// In the order in which they look: who looks first speaks first (law/ledger.hpp).
extern const Family k_counts;
inline constexpr const Family* k_families[] = {&k_counts};

} // namespace verify::wording
