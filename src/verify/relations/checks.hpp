// The checks of the room, whose rows stand beside their code:
// numbers that follow from others, and bounds that they keep.
#pragma once

#include "verify/law/critic.hpp"

namespace verify::relations {

extern const Check k_arith_sum;
extern const Check k_arith_mean;
extern const Check k_arith_difference;
extern const Check k_arith_product;
extern const Check k_arith_share;
extern const Check k_arith_percent_change;
extern const Check k_arith_partition;
extern const Check k_arith_ratio;
extern const Check k_arith_growth;
extern const Check k_range_bounds;
extern const Check k_unit_conversion;

// In the order in which they look: who looks first speaks first (law/ledger.hpp).
extern const Family k_lists;
extern const Family k_relations;
extern const Family k_ranges;
extern const Family k_bounds;
extern const Family k_units;
inline constexpr const Family* k_families[] = {&k_lists, &k_relations, &k_ranges, &k_bounds,
                                               &k_units};

} // namespace verify::relations
