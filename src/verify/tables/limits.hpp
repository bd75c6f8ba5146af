// What numbers of a statement say of a column without standing in it.
#pragma once

#include "verify/tables/phrases.hpp"

namespace verify::tables {

// Binds a number behind a comparison to its column as a limit: "more than 26 points", "a rank of at
// least 8".
void read_limits(std::vector<Phrase>& phrases);

} // namespace verify::tables
