#include "net/special_ranges.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <vector>

namespace net {

namespace {

// In the registries' order. The first that holds an address names it.
constexpr std::string_view k_ranges[] = {
    "0.0.0.0/8",       // this network
    "10.0.0.0/8",      // private use
    "100.64.0.0/10",   // shared address space of carriers
    "127.0.0.0/8",     // loopback
    "169.254.0.0/16",  // link local, cloud metadata
    "172.16.0.0/12",   // private use
    "192.0.0.0/24",    // IETF protocol assignments
    "192.0.2.0/24",    // documentation
    "192.88.99.0/24",  // 6to4 relay anycast, withdrawn
    "192.168.0.0/16",  // private use
    "198.18.0.0/15",   // benchmarking
    "198.51.100.0/24", // documentation
    "203.0.113.0/24",  // documentation
    "224.0.0.0/4",     // multicast
    "240.0.0.0/4",     // reserved, limited broadcast
    "::1/128",         // loopback
    "::/128",          // unspecified
    "64:ff9b:1::/48",  // NAT64 of a local network
    "100::/64",        // discard only
    "2001::/23",       // IETF protocol assignments
    "2001:db8::/32",   // documentation
    "3fff::/20",       // documentation
    "5f00::/16",       // segment routing
    "fc00::/7",        // unique local
    "fe80::/10",       // link local
    "fec0::/10",       // site local, withdrawn
    "ff00::/8",        // multicast
};

// Look public, and answer only the hosts of the provider that stands behind them, some of them with
// what such a host is and may: its metadata. The others' metadata addresses are in ranges above
// (169.254.169.254 of nearly all, 100.100.100.200 of Alibaba, 192.0.0.192 of Oracle,
// fd00:ec2::254 of Amazon, fd20:ce::254 of Google, fd00:42::42 of Scaleway).
constexpr std::string_view k_provider_ranges[] = {
    "168.63.129.16/32", // Azure: WireServer, the host's agent, DNS and DHCP
    "192.80.8.124/32",  // Equinix Metal, formerly Packet: metadata
    "161.26.0.0/16",    // IBM Cloud: services of its private network
    "166.8.0.0/14",     // IBM Cloud: service endpoints
};

// What is outside of it and has no name above.
constexpr std::string_view k_unassigned_v6 = "::/0";

struct Range {
    IpAddress first;
    unsigned bits;
    std::string_view text;

    [[nodiscard]] bool holds(const IpAddress& address) const { return address.is_in(first, bits); }
};

// Aborts on text that is not a range: only constants of ours come here.
Range range_of(std::string_view text)
{
    const std::size_t slash = text.find('/');
    const auto first = IpAddress::parse(text.substr(0, slash));
    unsigned bits = 0;
    const std::string_view digits = text.substr(slash + 1);
    const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), bits);
    if (!first || end.ec != std::errc{} || bits > first->bytes().size() * 8) std::abort();
    return {*first, bits, text};
}

const std::vector<Range>& ranges()
{
    static const std::vector<Range> s_ranges = [] {
        std::vector<Range> out;
        for (const auto text : k_ranges) out.push_back(range_of(text));
        for (const auto text : k_provider_ranges) out.push_back(range_of(text));
        return out;
    }();
    return s_ranges;
}

IpAddress v4_at(const IpAddress& address, std::size_t at, std::uint8_t flip = 0)
{
    const auto bytes = address.bytes().subspan(at, 4);
    std::array<std::uint8_t, 4> out{};
    std::transform(bytes.begin(), bytes.end(), out.begin(),
                   [flip](std::uint8_t byte) { return static_cast<std::uint8_t>(byte ^ flip); });
    return IpAddress{out};
}

} // namespace

std::vector<IpAddress> carried_v4(const IpAddress& address)
{
    static const Range s_mapped = range_of("::ffff:0:0/96");
    static const Range s_nat64 = range_of("64:ff9b::/96");
    static const Range s_6to4 = range_of("2002::/16");
    static const Range s_teredo = range_of("2001::/32");
    if (s_mapped.holds(address) || s_nat64.holds(address)) return {v4_at(address, 12)};
    if (s_6to4.holds(address)) return {v4_at(address, 2)};
    // The server as it is, the client with all bits flipped (RFC 4380).
    if (s_teredo.holds(address)) return {v4_at(address, 4), v4_at(address, 12, 0xFF)};
    return {};
}

std::vector<std::string_view> special_ranges()
{
    std::vector<std::string_view> out;
    for (const Range& range : ranges()) out.push_back(range.text);
    return out;
}

std::optional<std::string_view> special_range_of(const IpAddress& address)
{
    const auto carried = carried_v4(address);
    for (const IpAddress& v4 : carried)
        if (const auto special = special_range_of(v4)) return special;
    if (!carried.empty()) return std::nullopt;
    for (const Range& range : ranges())
        if (range.holds(address)) return range.text;
    static const Range s_given_out = range_of("2000::/3");
    if (!address.is_v4() && !s_given_out.holds(address)) return k_unassigned_v6;
    return std::nullopt;
}

} // namespace net
