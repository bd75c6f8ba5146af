#include "api/client_address.hpp"

#include "base/concat.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <optional>
#include <variant>

namespace api {

namespace {

constexpr int k_site_bits = 48;
constexpr int k_ipv6_prefix_bits = 32;
constexpr int k_ipv4_prefix_bits = 16;

using Address = std::variant<in_addr, in6_addr>;

// nullopt: it is not an address.
std::optional<Address> read_address(std::string_view remote_addr)
{
    const std::string text{remote_addr};
    in6_addr six{};
    in_addr four{};
    if (::inet_pton(AF_INET, text.c_str(), &four) == 1) return four;
    if (::inet_pton(AF_INET6, text.c_str(), &six) != 1) return std::nullopt;
    if (!IN6_IS_ADDR_V4MAPPED(&six)) return six;
    std::copy_n(&six.s6_addr[12], sizeof four.s_addr, reinterpret_cast<unsigned char*>(&four));
    return four;
}

template <typename Bytes> void clear_from(Bytes& bytes, int bit)
{
    for (; bit < static_cast<int>(8 * std::size(bytes)); ++bit)
        bytes[static_cast<std::size_t>(bit) / 8] &=
            static_cast<unsigned char>(~(0x80U >> (static_cast<unsigned>(bit) % 8U)));
}

std::string network_of(in6_addr address, int bits)
{
    clear_from(address.s6_addr, bits);
    std::array<char, INET6_ADDRSTRLEN> printed{};
    return base::concat(::inet_ntop(AF_INET6, &address, printed.data(), printed.size()), "/", bits);
}

std::string text_of(const in_addr& address)
{
    std::array<char, INET_ADDRSTRLEN> printed{};
    return ::inet_ntop(AF_INET, &address, printed.data(), printed.size());
}

std::string network_of(in_addr address, int bits)
{
    address.s_addr &= ::htonl(~std::uint32_t{0} << static_cast<unsigned>(32 - bits));
    return base::concat(text_of(address), "/", bits);
}

} // namespace

std::string client_key(std::string_view remote_addr, int ipv6_prefix)
{
    const std::string_view text = remote_addr.substr(0, 64);
    const auto address = read_address(text);
    if (!address) return std::string{text};
    if (const auto* six = std::get_if<in6_addr>(&*address)) return network_of(*six, ipv6_prefix);
    return text_of(std::get<in_addr>(*address));
}

job::ClientNetworks client_networks(std::string_view remote_addr, int ipv6_prefix)
{
    const auto address = read_address(remote_addr.substr(0, 64));
    if (!address) return {};
    if (const auto* four = std::get_if<in_addr>(&*address))
        return {.site = {}, .prefix = network_of(*four, k_ipv4_prefix_bits)};
    const auto& six = std::get<in6_addr>(*address);
    return {.site = ipv6_prefix > k_site_bits ? network_of(six, k_site_bits) : std::string{},
            .prefix = network_of(six, k_ipv6_prefix_bits)};
}

job::Buyer buyer_of(const fcgi::Request& request, int ipv6_prefix)
{
    return {client_key(request.client, ipv6_prefix), client_networks(request.client, ipv6_prefix),
            request.id};
}

} // namespace api
