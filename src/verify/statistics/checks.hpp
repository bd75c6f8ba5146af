// The checks of the room, whose rows stand beside their code:
// statistical results and means of whole numbers.
#pragma once

#include "verify/law/critic.hpp"

namespace verify::statistics {

extern const Check k_grim_percent;
extern const Check k_stats_pvalue;

// In the order in which they look: who looks first speaks first (law/ledger.hpp).
extern const Family k_p_values;
extern const Family k_estimates;
extern const Family k_whole_numbers;
inline constexpr const Family* k_families[] = {&k_p_values, &k_estimates, &k_whole_numbers};

} // namespace verify::statistics
