// The grammar of a host a buyer may name: text to a host name or an address. No network.
#pragma once

#include "base/result.hpp"
#include "net/ip_address.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace net {

// In order of precedence.
enum class HostRefusal {
    not_a_host,    // neither a name of two or more labels (IDNA2008) nor a strict IP address
    reserved_name, // a name that never leads to the public internet (RFC 6761, 6762, 7686, ...)
};

struct HostName {
    std::string text;                 // lower case A-labels, or the address in its shortest form
    std::optional<IpAddress> address; // when the buyer named an address
};

// UTF-8 of at most 1024 bytes: a name, dotted decimal IPv4 without leading zeros, or IPv6 without
// brackets and zone. No scheme, port, path, trailing dot, nor other notations of IPv4.
base::Result<HostName, HostRefusal> parse_host(std::string_view text);

} // namespace net
