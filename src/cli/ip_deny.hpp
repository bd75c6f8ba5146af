// `assay config ip-deny`: a drop-in for assay-worker.service with which the kernel, too, keeps the
// worker's children from what is not public (systemd.resource-control, IPAddressDeny).
#pragma once

#include "config/config.hpp"
#include "net/ip_address.hpp"
#include "net/resolver.hpp"

#include <span>
#include <string>

namespace cli {

// Denied is what the gate for buyers refuses by its table (net/special_ranges.hpp). Allowed are, of
// what is denied, the system's resolvers and where the endpoints of the configuration live by now;
// an endpoint that could not be looked up is named in a comment. Takes five seconds at most.
std::string ip_deny_text(const config::Config& config,
                         std::span<const net::IpAddress> system_resolvers, net::Resolver& resolver);

} // namespace cli
