// Which part of a host name is registered, by the public suffix list of the system.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace net {

// "www.bbc.co.uk" -> "bbc.co.uk". `host`: lower case ASCII (A-labels), without a dot at its end.
// nullopt: a public suffix itself, an address, or no name. Throws Fault when the list cannot be
// had.
std::optional<std::string> registrable_domain(std::string_view host);

// Whether the last label of the host, lower case ASCII, is on the list: "uk", "com"; not "js".
bool has_listed_suffix(std::string_view host);

} // namespace net
