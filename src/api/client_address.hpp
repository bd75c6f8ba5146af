// Whom a limit counts: an IPv4 address, or the network of an IPv6 one (DESIGN.md, 4), and
// the larger networks that either is in (section 12).
#pragma once

#include "fcgi/message.hpp"
#include "job/goods.hpp"

#include <string>
#include <string_view>

namespace api {

// `remote_addr` as nginx resolved it. An IPv4-mapped IPv6 address counts as the IPv4 one. Text that
// is not an address is counted under its own text, cut to 64 bytes: it comes from our nginx.
std::string client_key(std::string_view remote_addr, int ipv6_prefix);

// The site (/48) and the prefix (/16 or /32) of the same. There is no site when `ipv6_prefix`
// counts as much as one for a single client, and neither of them for text that is not an address.
job::ClientNetworks client_networks(std::string_view remote_addr, int ipv6_prefix);

// Both, and the name of the request.
job::Buyer buyer_of(const fcgi::Request& request, int ipv6_prefix);

} // namespace api
