// The checks of the room, whose rows stand beside their code:
// one thing told twice.
#pragma once

#include "verify/law/critic.hpp"

namespace verify::sameness {

extern const Check k_contradiction_value;

// In the order in which they look: who looks first speaks first (law/ledger.hpp).
extern const Family k_mentions;
extern const Family k_contradictions;
inline constexpr const Family* k_families[] = {&k_mentions, &k_contradictions};

} // namespace verify::sameness
