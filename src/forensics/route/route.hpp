// The check route: whether packets take a path to where they are sent, and end there.
#pragma once

#include "forensics/check/check.hpp"

namespace forensics {

// Three targets of the basket, or the first three of the buyer's and one of the basket's. Publishes
// their distances on the board.
CheckResult run_route(const ScanContext& context);

} // namespace forensics
