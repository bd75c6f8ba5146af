// The addresses of a host of the operator's, looked up once, for a process that gives up looking.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace net {

// "host:port:address,address" as CURLOPT_RESOLVE takes it: a client that is given it connects for
// that host and port to these addresses and looks nothing up. Blocks while the system's resolver
// works. nullopt: the URL is not valid, or the host has no address.
std::optional<std::string> pin_host(std::string_view url);

} // namespace net
