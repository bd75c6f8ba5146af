// The check ct: whether the certificates of this scan's handshakes are publicly logged.
#pragma once

#include "forensics/check/check.hpp"

namespace forensics {

// Asks no server: it judges the handshakes of the check tls. INCONCLUSIVE `log_list_missing` or
// `log_list_unreadable` without a list to judge by.
CheckResult run_ct(const ScanContext& context);

} // namespace forensics
