#include "base/origin.hpp"

#include "base/ascii.hpp"
#include "base/concat.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace base {

namespace {

std::string text_of_address(const in_addr& address)
{
    std::array<char, INET_ADDRSTRLEN> text{};
    return inet_ntop(AF_INET, &address, text.data(), text.size());
}

// As it would be connected to: "127.1" and "[::ffff:127.0.0.1]" are 127.0.0.1.
std::string usual_host(std::string host)
{
    if (host.starts_with('[') && host.ends_with(']')) {
        in6_addr wide{};
        if (inet_pton(AF_INET6, host.substr(1, host.size() - 2).c_str(), &wide) != 1) return host;
        if (IN6_IS_ADDR_V4MAPPED(&wide)) {
            in_addr narrow{};
            std::copy_n(wide.s6_addr + sizeof wide - sizeof narrow, sizeof narrow,
                        reinterpret_cast<std::uint8_t*>(&narrow));
            return text_of_address(narrow);
        }
        std::array<char, INET6_ADDRSTRLEN> text{};
        return concat('[', inet_ntop(AF_INET6, &wide, text.data(), text.size()), ']');
    }
    if (host.ends_with('.')) host.pop_back();
    in_addr address{};
    return inet_aton(host.c_str(), &address) != 0 ? text_of_address(address) : host;
}

// nullopt: none that is one.
std::optional<unsigned> port_number(std::string_view text)
{
    constexpr unsigned k_most = 65535;
    unsigned port = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    if (error != std::errc{} || end != text.data() + text.size() || port > k_most)
        return std::nullopt;
    return port;
}

} // namespace

std::optional<std::string> origin_of(std::string_view url)
{
    constexpr unsigned k_http_port = 80;
    constexpr unsigned k_https_port = 443;
    constexpr std::string_view k_slashes = "://";
    const auto colon = url.find(k_slashes);
    if (colon == std::string_view::npos) return std::nullopt;
    const std::string scheme = lower_case(url.substr(0, colon));
    if (scheme != "http" && scheme != "https") return std::nullopt;
    std::string_view authority = url.substr(colon + k_slashes.size());
    authority = authority.substr(0, authority.find_first_of("/?#"));
    if (const auto at = authority.rfind('@'); at != std::string_view::npos)
        authority.remove_prefix(at + 1);

    const auto host_end = authority.starts_with('[') ? authority.find(']') : 0;
    if (host_end == std::string_view::npos) return std::nullopt;
    const auto port_at = std::min(authority.find(':', host_end), authority.size());
    const std::string host = usual_host(lower_case(authority.substr(0, port_at)));
    if (host.empty()) return std::nullopt;
    const auto port_text = authority.substr(std::min(port_at + 1, authority.size()));
    const auto port = port_text.empty()
                          ? std::optional{scheme == "https" ? k_https_port : k_http_port}
                          : port_number(port_text);
    if (!port) return std::nullopt;
    return concat(scheme, k_slashes, host, ':', *port);
}

} // namespace base
