#include "net/buyer_egress.hpp"

#include "base/fault.hpp"
#include "net/special_ranges.hpp"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace net {

namespace {

constexpr std::uint16_t k_dns_port = 53;
constexpr std::size_t k_most_resolvers = 3; // MAXNS of the C library
constexpr std::size_t k_resolv_conf_limit = 65'536;

void set_int(const base::Fd& socket, int level, int option, int value)
{
    if (setsockopt(socket.get(), level, option, &value, sizeof value) != 0)
        throw base::Fault::from_errno("a socket option is refused");
}

void set_socket_rules(const base::Fd& socket, bool is_v4, const SocketRules& rules)
{
    const int level = is_v4 ? IPPROTO_IP : IPPROTO_IPV6;
    if (rules.ttl > 0) set_int(socket, level, is_v4 ? IP_TTL : IPV6_UNICAST_HOPS, rules.ttl);
    if (rules.reports_icmp) set_int(socket, level, is_v4 ? IP_RECVERR : IPV6_RECVERR, 1);
    if (rules.stamps_arrival) set_int(socket, SOL_SOCKET, SO_TIMESTAMPNS, 1);
}

std::string_view next_word(std::string_view& line)
{
    constexpr std::string_view k_blank = " \t\r";
    const std::size_t begin = std::min(line.find_first_not_of(k_blank), line.size());
    const std::size_t end = std::min(line.find_first_of(k_blank, begin), line.size());
    const std::string_view word = line.substr(begin, end - begin);
    line.remove_prefix(end);
    return word;
}

} // namespace

BuyerEgress::BuyerEgress(std::vector<IpAddress> system_resolvers,
                         std::vector<OwnNetwork> own_networks)
    : m_resolvers{std::move(system_resolvers)}, m_own_networks{std::move(own_networks)}
{
}

bool BuyerEgress::allows(const Endpoint& endpoint) const
{
    if (is_global(endpoint.address) && !is_own(endpoint.address, m_own_networks)) return true;
    return endpoint.port == k_dns_port &&
           std::find(m_resolvers.begin(), m_resolvers.end(), endpoint.address) != m_resolvers.end();
}

base::Result<base::Fd, EgressRefusal> BuyerEgress::open(Transport transport,
                                                        const Endpoint& endpoint,
                                                        const SocketRules& rules) const
{
    if (!allows(endpoint)) return base::refuse(EgressRefusal::not_global);
    const bool is_v4 = endpoint.address.is_v4();
    const int type =
        (transport == Transport::udp ? SOCK_DGRAM : SOCK_STREAM) | SOCK_NONBLOCK | SOCK_CLOEXEC;
    base::Fd out{socket(is_v4 ? AF_INET : AF_INET6, type, 0)};
    if (!out.is_open()) {
        if (errno == EAFNOSUPPORT) return base::refuse(EgressRefusal::unreachable);
        return base::refuse(EgressRefusal::out_of_places);
    }
    set_socket_rules(out, is_v4, rules);
    const SocketAddress address{endpoint};
    if (connect(out.get(), address.get(), address.size) == 0 || errno == EINPROGRESS) return out;
    const bool is_full = errno == EADDRNOTAVAIL || errno == EAGAIN || errno == ENOBUFS;
    return base::refuse(is_full ? EgressRefusal::out_of_places : EgressRefusal::unreachable);
}

std::vector<IpAddress> resolvers_in(std::string_view resolv_conf)
{
    std::vector<IpAddress> out;
    while (!resolv_conf.empty() && out.size() < k_most_resolvers) {
        const std::size_t end = std::min(resolv_conf.find('\n'), resolv_conf.size());
        std::string_view line = resolv_conf.substr(0, end);
        resolv_conf.remove_prefix(std::min(end + 1, resolv_conf.size()));
        if (next_word(line) != "nameserver") continue;
        if (const auto address = IpAddress::parse(next_word(line))) out.push_back(*address);
    }
    if (out.empty()) out.emplace_back(std::array<std::uint8_t, 4>{127, 0, 0, 1});
    return out;
}

std::vector<IpAddress> resolvers_of_this_host()
{
    if (access(k_resolv_conf, R_OK) != 0) return resolvers_in("");
    return resolvers_in(base::read_file(k_resolv_conf, k_resolv_conf_limit));
}

} // namespace net
