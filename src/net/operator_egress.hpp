// The gate for connections to servers named in the configuration file, or on the command line by
// who runs the program, whatever their address: a facilitator or a chain node may well live on this
// host. What a buyer of the service can influence never goes through here.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace net {

class OperatorEgress {
public:
    // Absolute http or https URLs from the configuration; only their origins (scheme, host, port)
    // count. Throws Fault when one is not such a URL or carries user information.
    explicit OperatorEgress(std::span<const std::string> configured_urls);

    [[nodiscard]] bool allows(std::string_view url) const;

private:
    std::vector<std::string> m_origins;
    // "https://host:port/" as the operator spelled it, which their URLs mostly begin with: what
    // follows the slash cannot change where they lead, so they need not be parsed.
    std::vector<std::string> m_spellings;
};

} // namespace net
