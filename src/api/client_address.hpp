// Whom a limit counts: an IPv4 address, or the network of an IPv6 one (decisions, section 2).
#pragma once

#include <string>
#include <string_view>

namespace api {

// `remote_addr` as nginx resolved it. An IPv4-mapped IPv6 address counts as the IPv4 one. Text that
// is no address is counted under its own text, cut to 64 bytes: it comes from our nginx.
std::string client_key(std::string_view remote_addr, int ipv6_prefix);

} // namespace api
