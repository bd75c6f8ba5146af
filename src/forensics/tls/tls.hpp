// The check tls: whether a party stands between us and the servers, speaking in their names.
#pragma once

#include "forensics/check/check.hpp"
#include "net/resolver.hpp"
#include "net/tls_probe.hpp"

namespace forensics {

// Over the context's gate and this host's resolvers. Publishes every finished handshake, and the
// Date headers of those with a right and public certificate.
CheckResult run_tls(const ScanContext& context);

// The same over connections and names of the caller's.
CheckResult look_at_tls(const ScanContext& context, const net::Dial& dial, net::Resolver& resolver);

} // namespace forensics
