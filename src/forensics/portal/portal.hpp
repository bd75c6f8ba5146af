// The check portal: whether a box on the path answers for plain HTTP servers.
#pragma once

#include "forensics/check/check.hpp"

namespace forensics {

// Each probe goes to the address the basket pins, or the encrypted controls of the check dns name,
// and to the one the system's resolver names: a portal in the DNS and one on the path differ there.
CheckResult run_portal(const ScanContext& context);

} // namespace forensics
