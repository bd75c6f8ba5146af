// Two lists of one order: counts, and what share of all of them each is.
#pragma once

#include "verify/law/critic.hpp"

namespace verify::relations {

// arith.share of percentages that follow as many counts, where all but one fit: "12 named the way,
// 9 the pay and 9 the hours. That's 40%, 30% and 25%". The counts stand in the sentence or right
// before.
void check_parallel_shares(const Document& document, std::size_t index, Review& review);

} // namespace verify::relations
