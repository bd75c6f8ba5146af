#include "net/own_networks.hpp"

#include "base/fault.hpp"
#include "net/special_ranges.hpp"

#include <ifaddrs.h>
#include <netinet/in.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <numeric>
#include <optional>

namespace net {

namespace {

struct InterfacesFree {
    void operator()(ifaddrs* list) const noexcept { freeifaddrs(list); }
};

std::optional<IpAddress> address_from_native(const sockaddr* native)
{
    if (native == nullptr) return std::nullopt;
    const socklen_t size = native->sa_family == AF_INET    ? sizeof(sockaddr_in)
                           : native->sa_family == AF_INET6 ? sizeof(sockaddr_in6)
                                                           : 0;
    sockaddr_storage copy{};
    std::memcpy(&copy, native, size);
    return IpAddress::from_sockaddr(copy, size);
}

unsigned bits_in(const IpAddress& mask)
{
    const auto bytes = mask.bytes();
    return std::accumulate(bytes.begin(), bytes.end(), 0U, [](unsigned sum, std::uint8_t byte) {
        return sum + static_cast<unsigned>(std::popcount(byte));
    });
}

} // namespace

std::vector<OwnNetwork> networks_of_this_host()
{
    ifaddrs* raw = nullptr;
    if (getifaddrs(&raw) != 0) throw base::Fault::from_errno("the interfaces cannot be listed");
    const std::unique_ptr<ifaddrs, InterfacesFree> list{raw};
    std::vector<OwnNetwork> out;
    for (const ifaddrs* each = raw; each != nullptr; each = each->ifa_next) {
        const auto address = address_from_native(each->ifa_addr);
        const auto mask = address_from_native(each->ifa_netmask);
        if (!address || !is_global(*address)) continue;
        const auto whole = static_cast<unsigned>(address->bytes().size() * 8);
        out.push_back({*address, mask ? bits_in(*mask) : whole});
    }
    return out;
}

bool is_own(const IpAddress& address, std::span<const OwnNetwork> own_networks)
{
    const auto holds = [&address](const OwnNetwork& own) {
        return address.is_in(own.address, own.bits);
    };
    if (std::any_of(own_networks.begin(), own_networks.end(), holds)) return true;
    const auto carried = carried_v4(address);
    return std::any_of(carried.begin(), carried.end(),
                       [own_networks](const IpAddress& v4) { return is_own(v4, own_networks); });
}

} // namespace net
