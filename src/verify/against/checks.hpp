// The checks of the room, whose rows stand beside their code:
// the text beside the sources given with it.
#pragma once

#include "verify/law/critic.hpp"

namespace verify::against {

extern const Check k_source_absent;
extern const Check k_source_partial;

// In the order in which they look: who looks first speaks first (law/ledger.hpp).
extern const SourceFamily k_quotes;
extern const SourceFamily k_numbers;
extern const SourceFamily k_names;
inline constexpr const SourceFamily* k_families[] = {&k_quotes, &k_numbers, &k_names};

} // namespace verify::against
