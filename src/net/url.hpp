// Parts of an absolute URL, for comparing where two URLs lead.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace net {

struct UrlParts {
    std::string origin; // "https://host:port": lower case, the port always given
    std::string path;   // "/" at least; dot segments resolved, percent signs as they are
};

// nullopt: not an absolute http or https URL, or it carries user information. Query and fragment
// are dropped.
std::optional<UrlParts> parse_url(std::string_view text);

// The host of a URL that parse_url() takes, without brackets; empty of any other text.
std::string host_of(std::string_view url);

} // namespace net
