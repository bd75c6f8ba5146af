// Which of a host's addresses to use on a host that may lack a way by one family.
#pragma once

#include "net/dns_probe.hpp"

#include <span>

namespace net {

// The first to which there is a way from here, IPv4 before IPv6; without any, the first of all.
// Sends nothing: `dial` opens a socket at most. `addresses`: not empty.
IpAddress preferred_address(std::span<const IpAddress> addresses, const DatagramDial& dial);

} // namespace net
