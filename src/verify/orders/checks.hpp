// The checks of the room, whose rows stand beside their code:
// orders to a machine reader.
#pragma once

#include "verify/law/critic.hpp"

namespace verify::orders {

extern const Check k_inject_override;
extern const Check k_inject_persona;
extern const Check k_inject_extraction;
extern const Check k_inject_reviewer;
extern const Check k_inject_tool;
extern const Check k_inject_conceal;
extern const Check k_inject_output_hijack;

// In the order in which they look: who looks first speaks first (law/ledger.hpp).
extern const Family k_orders;
inline constexpr const Family* k_families[] = {&k_orders};

} // namespace verify::orders
