// The networks this host stands in: no client outside may have us speak to them.
#pragma once

#include "net/ip_address.hpp"

#include <span>
#include <vector>

namespace net {

// A network of this host's interfaces, or its public address behind a translation.
struct OwnNetwork {
    IpAddress address;
    unsigned bits = 0; // of the prefix
};

// As the interfaces are now, without those that special ranges hold anyway.
std::vector<OwnNetwork> networks_of_this_host();

// Also when the address only carries one of them, as NAT64 does.
bool is_own(const IpAddress& address, std::span<const OwnNetwork> own_networks);

} // namespace net
