// Which addresses are of the public internet. One list for everything a buyer can make us talk to.
//
// Sources: the IANA special-purpose address registries of IPv4 and IPv6 (RFC 6890) and what they
// leave out: multicast, IPv6 outside 2000::/3, of which nothing is given out, and what providers of
// machines keep for their own machines, as each documents it. Registry blocks
// are refused whole, also where a few addresses in them are called globally reachable (PCP and TURN
// anycast in 192.0.0.0/24, AMT and ORCHID in 2001::/23): no server lives there.
#pragma once

#include "net/ip_address.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace net {

// The range which keeps an address from being global, as "10.0.0.0/8"; nullopt when it is global.
// An IPv6 address that carries an IPv4 one (mapped, NAT64, 6to4, Teredo) is judged by that one.
std::optional<std::string_view> special_range_of(const IpAddress& address);

// All ranges that have a name here, as "10.0.0.0/8"; IPv6 outside of 2000::/3 is refused beside
// them.
std::vector<std::string_view> special_ranges();

// The IPv4 addresses an IPv6 address leads to in the end: one for mapped, NAT64, 6to4; server and
// client for Teredo; empty for all others.
std::vector<IpAddress> carried_v4(const IpAddress& address);

inline bool is_global(const IpAddress& address)
{
    return !special_range_of(address);
}

} // namespace net
