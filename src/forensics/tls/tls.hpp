// The check tls: whether a party stands between us and the servers, speaking in their names.
#pragma once

#include "forensics/check/check.hpp"
#include "forensics/tls/handshakes.hpp"

namespace forensics {

// Over the context's gate and this host's resolvers. Publishes every finished handshake, and the
// Date headers of those with a right and public certificate.
CheckResult run_tls(const ScanContext& context);

// The same over the caller's ways.
CheckResult look_at_tls(const ScanContext& context, const TlsWays& ways);

} // namespace forensics
