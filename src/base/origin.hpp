// The place that a URL leads to, so that two spellings of one place are seen to be one.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace base {

// "https://host:port" (RFC 6454): scheme and host in lower case, an address in its usual spelling,
// a name without the dot at its end, the port always given. User info, path and query do not count.
// nullopt: no http or https URL.
std::optional<std::string> origin_of(std::string_view url);

} // namespace base
