// The check ntp: whether this host's clock is right, by time servers of several operators.
#pragma once

#include "forensics/check/check.hpp"

namespace forensics {

// Four requests to each server of the basket, 120 ms apart, all servers at once; the sample of the
// shortest round trip counts. Publishes the offset on the board once a majority agrees on it.
CheckResult run_ntp(const ScanContext& context);

} // namespace forensics
