// An IPv4 or IPv6 address as a value, and the endpoint it makes with a port.
#pragma once

#include <sys/socket.h>

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace net {

class IpAddress {
public:
    // Four decimal numbers without leading zeros, or IPv6 text (RFC 4291) without zone or brackets.
    static std::optional<IpAddress> parse(std::string_view text);
    // nullopt: neither AF_INET nor AF_INET6, or cut short.
    static std::optional<IpAddress> from_sockaddr(const sockaddr_storage& address, socklen_t size);

    explicit IpAddress(const std::array<std::uint8_t, 4>& bytes);
    explicit IpAddress(const std::array<std::uint8_t, 16>& bytes);

    [[nodiscard]] bool is_v4() const { return m_size == 4; }
    // 4 or 16 bytes in network order, owned by this object.
    [[nodiscard]] std::span<const std::uint8_t> bytes() const
    {
        return std::span{m_bytes}.first(m_size);
    }
    // Whether the first `bits` are those of `network`, which is of the same family.
    [[nodiscard]] bool is_in(const IpAddress& network, unsigned bits) const;
    // The shortest form, lower case (RFC 5952).
    [[nodiscard]] std::string text() const;

    auto operator<=>(const IpAddress&) const = default;

private:
    std::uint8_t m_size;
    std::array<std::uint8_t, 16> m_bytes{}; // zero behind m_size, so that comparing is right
};

struct Endpoint {
    IpAddress address;
    std::uint16_t port = 0;

    auto operator<=>(const Endpoint&) const = default;
};

// nullopt: neither AF_INET nor AF_INET6, or cut short.
std::optional<Endpoint> endpoint_of(const sockaddr_storage& address, socklen_t size);

// As the system calls want it; `size` bytes of `address` count.
struct SocketAddress {
    sockaddr_storage address{};
    socklen_t size = 0;

    explicit SocketAddress(const Endpoint& endpoint);
    [[nodiscard]] const sockaddr* get() const;
};

} // namespace net
