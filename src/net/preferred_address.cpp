#include "net/preferred_address.hpp"

namespace net {

namespace {

constexpr std::uint16_t k_any_port = 443; // nothing is sent there

} // namespace

IpAddress preferred_address(std::span<const IpAddress> addresses, const DatagramDial& dial)
{
    for (const bool is_v4 : {true, false})
        for (const IpAddress& each : addresses)
            if (each.is_v4() == is_v4 && dial({each, k_any_port})) return each;
    return addresses.front();
}

} // namespace net
