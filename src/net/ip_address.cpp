#include "net/ip_address.hpp"

#include "base/fault.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <cstring>

namespace net {

namespace {

template <typename Native> Native native_of(const sockaddr_storage& address)
{
    Native native{};
    std::memcpy(&native, &address, sizeof native);
    return native;
}

template <std::size_t N, typename T> std::array<std::uint8_t, N> bytes_of(const T& native)
{
    static_assert(sizeof native == N);
    std::array<std::uint8_t, N> bytes{};
    std::memcpy(bytes.data(), &native, N);
    return bytes;
}

} // namespace

IpAddress::IpAddress(const std::array<std::uint8_t, 4>& bytes) : m_size{4}
{
    std::copy(bytes.begin(), bytes.end(), m_bytes.begin());
}

IpAddress::IpAddress(const std::array<std::uint8_t, 16>& bytes) : m_size{16}, m_bytes{bytes} {}

std::optional<IpAddress> IpAddress::parse(std::string_view text)
{
    if (text.size() >= INET6_ADDRSTRLEN || text.find('\0') != std::string_view::npos)
        return std::nullopt;
    const std::string terminated{text};
    in_addr v4{};
    if (inet_pton(AF_INET, terminated.c_str(), &v4) == 1) return IpAddress{bytes_of<4>(v4)};
    in6_addr v6{};
    if (inet_pton(AF_INET6, terminated.c_str(), &v6) == 1) return IpAddress{bytes_of<16>(v6)};
    return std::nullopt;
}

std::optional<IpAddress> IpAddress::from_sockaddr(const sockaddr_storage& address, socklen_t size)
{
    if (address.ss_family == AF_INET && size >= sizeof(sockaddr_in))
        return IpAddress{bytes_of<4>(native_of<sockaddr_in>(address).sin_addr)};
    if (address.ss_family == AF_INET6 && size >= sizeof(sockaddr_in6))
        return IpAddress{bytes_of<16>(native_of<sockaddr_in6>(address).sin6_addr)};
    return std::nullopt;
}

bool IpAddress::is_in(const IpAddress& network, unsigned bits) const
{
    if (is_v4() != network.is_v4() || bits > m_size * 8U) return false;
    const unsigned whole = bits / 8;
    if (!std::equal(m_bytes.begin(), m_bytes.begin() + whole, network.m_bytes.begin()))
        return false;
    const unsigned rest = bits % 8;
    return rest == 0 || (m_bytes[whole] ^ network.m_bytes[whole]) >> (8U - rest) == 0;
}

std::string IpAddress::text() const
{
    std::array<char, INET6_ADDRSTRLEN> out{};
    if (inet_ntop(is_v4() ? AF_INET : AF_INET6, m_bytes.data(), out.data(), out.size()) == nullptr)
        throw base::Fault::from_errno("an address without text");
    return out.data();
}

std::optional<Endpoint> endpoint_of(const sockaddr_storage& address, socklen_t size)
{
    const auto host = IpAddress::from_sockaddr(address, size);
    if (!host) return std::nullopt;
    const in_port_t port = host->is_v4() ? native_of<sockaddr_in>(address).sin_port
                                         : native_of<sockaddr_in6>(address).sin6_port;
    return Endpoint{*host, ntohs(port)};
}

SocketAddress::SocketAddress(const Endpoint& endpoint)
{
    const auto bytes = endpoint.address.bytes();
    if (endpoint.address.is_v4()) {
        sockaddr_in native{};
        native.sin_family = AF_INET;
        native.sin_port = htons(endpoint.port);
        std::memcpy(&native.sin_addr, bytes.data(), bytes.size());
        size = sizeof native;
        std::memcpy(&address, &native, sizeof native);
    } else {
        sockaddr_in6 native{};
        native.sin6_family = AF_INET6;
        native.sin6_port = htons(endpoint.port);
        std::memcpy(&native.sin6_addr, bytes.data(), bytes.size());
        size = sizeof native;
        std::memcpy(&address, &native, sizeof native);
    }
}

const sockaddr* SocketAddress::get() const
{
    return static_cast<const sockaddr*>(static_cast<const void*>(&address));
}

} // namespace net
