// The checks of the room, whose rows stand beside their code:
// tables, and prose about them.
#pragma once

#include "verify/law/critic.hpp"

namespace verify::tables {

extern const Check k_table_total;
extern const Check k_table_row;
extern const Check k_table_percent;

// In the order in which they look: who looks first speaks first (law/ledger.hpp).
extern const Family k_statements;
extern const Family k_sheets;
inline constexpr const Family* k_families[] = {&k_statements, &k_sheets};

} // namespace verify::tables
