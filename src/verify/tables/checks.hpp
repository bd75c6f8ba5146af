// The checks of the room, whose rows stand beside their code:
// tables of which some cells follow from others.
#pragma once

#include "verify/law/critic.hpp"

namespace verify::tables {

extern const Check k_table_total;
extern const Check k_table_row;

// In the order in which they look: who looks first speaks first (law/ledger.hpp).
extern const Family k_sheets;
inline constexpr const Family* k_families[] = {&k_sheets};

} // namespace verify::tables
