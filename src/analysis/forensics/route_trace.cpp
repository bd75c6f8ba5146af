#include "analysis/forensics/route_trace.hpp"

#include "base/fault.hpp"
#include "net/datagrams.hpp"

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>

namespace analysis::forensics {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

namespace {

constexpr std::uint16_t k_udp_port = 33'435; // where traceroute knocks, and nobody listens
constexpr int k_wave = 5;
constexpr milliseconds k_between_waves{30};
constexpr milliseconds k_first_wait{400};
constexpr milliseconds k_tail_wait{1000};
constexpr milliseconds k_tcp_wait{1500};
constexpr milliseconds k_tcp_settle{300}; // for smaller hop limits, once one has connected
constexpr int k_unreachable = 3;          // ICMP type
constexpr std::array<std::uint8_t, 4> k_magic{'a', 's', 's', 'y'};

int wait_ms(steady_clock::time_point until)
{
    const auto left = std::chrono::ceil<milliseconds>(until - steady_clock::now());
    return static_cast<int>(std::max<std::int64_t>(0, left.count()));
}

// One flow: a socket, and what came back on it.
class UdpTrace {
public:
    UdpTrace(base::Fd socket, const TraceLimits& limits)
        : m_socket{std::move(socket)}, m_limits{limits},
          m_sent(static_cast<std::size_t>(limits.max_ttl))
    {
    }

    void run(Path& path)
    {
        path.hops.resize(m_sent.size());
        // Past the end every packet costs an answer of somebody's rate limit and tells nothing.
        for (int ttl = 1; ttl <= m_limits.max_ttl && !is_at_end(path); ++ttl) {
            send(ttl);
            if (ttl % k_wave == 0) collect(path, steady_clock::now() + k_between_waves);
        }
        collect(path, steady_clock::now() + k_first_wait);
        const int last = path.udp_distance.value_or(m_limits.max_ttl + 1);
        bool is_retried = false;
        for (int ttl = 1; ttl < last; ++ttl) {
            const auto& hop = path.hops[static_cast<std::size_t>(ttl - 1)];
            if (hop && is_refused_on_path(path) && hop->icmp_type == k_unreachable) break;
            if (hop) continue;
            send(ttl);
            is_retried = true;
        }
        if (is_retried) collect(path, steady_clock::now() + k_tail_wait);
    }

private:
    void send(int ttl)
    {
        if (setsockopt(m_socket.get(), IPPROTO_IP, IP_TTL, &ttl, sizeof ttl) != 0)
            throw base::Fault::from_errno("a hop limit is refused");
        m_sent[static_cast<std::size_t>(ttl - 1)] = steady_clock::now();
        static_cast<void>(net::send_datagram(m_socket, route_probe(ttl)));
    }

    void take(Path& path)
    {
        std::array<std::uint8_t, 256> buffer{};
        while (const auto error = net::receive_icmp(m_socket, buffer)) {
            const auto quoted = std::span<const std::uint8_t>{buffer}.first(error->quoted);
            const auto ttl = ttl_of_quoted(quoted);
            if (!error->offender || !ttl || *ttl > m_limits.max_ttl) continue;
            const auto at = static_cast<std::size_t>(*ttl - 1);
            if (*error->offender == path.target)
                path.udp_distance = std::min(path.udp_distance.value_or(*ttl), *ttl);
            if (path.hops[at]) continue;
            const std::chrono::duration<double, std::milli> rtt = steady_clock::now() - m_sent[at];
            path.hops[at] = Hop{*error->offender, rtt.count(), error->type, error->code};
        }
        while (net::receive(m_socket, buffer)) {} // nobody has anything to tell us here
    }

    // Until `until`, or until every hop before the target has answered.
    void collect(Path& path, steady_clock::time_point until)
    {
        until = std::min(until, m_limits.deadline);
        for (;;) {
            take(path);
            if (is_whole(path) || steady_clock::now() >= until) return;
            pollfd wait{m_socket.get(), POLLIN, 0}; // POLLERR comes unasked
            static_cast<void>(poll(&wait, 1, wait_ms(until)));
        }
    }

    static bool is_at_end(const Path& path)
    {
        return path.udp_distance.has_value() || is_refused_on_path(path);
    }

    static bool is_whole(const Path& path)
    {
        if (!path.udp_distance) return false;
        const auto end = path.hops.begin() + *path.udp_distance;
        return std::all_of(path.hops.begin(), end, [](const auto& hop) { return hop.has_value(); });
    }

    base::Fd m_socket;
    const TraceLimits& m_limits;
    std::vector<steady_clock::time_point> m_sent;
};

void trace_udp(Path& path, const TraceLimits& limits, const net::BuyerEgress& egress)
{
    auto socket =
        egress.open(net::Transport::udp, {path.target, k_udp_port}, {.reports_icmp = true});
    if (socket) UdpTrace{std::move(*socket), limits}.run(path);
}

bool stands(int socket)
{
    int error = 0;
    socklen_t size = sizeof error;
    return getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0;
}

void search_tcp(Path& path, int max_ttl, const TraceLimits& limits, const net::BuyerEgress& egress)
{
    std::vector<base::Fd> sockets;
    std::vector<pollfd> waits;
    for (int ttl = 1; ttl <= max_ttl; ++ttl) {
        auto socket =
            egress.open(net::Transport::tcp, {path.target, limits.tcp_port}, {.ttl = ttl});
        sockets.push_back(socket ? std::move(*socket) : base::Fd{});
        waits.push_back({sockets.back().get(), POLLOUT, 0});
    }
    auto until = std::min(limits.deadline, steady_clock::now() + k_tcp_wait);
    while (steady_clock::now() < until) {
        if (poll(waits.data(), waits.size(), wait_ms(until)) <= 0) continue;
        for (std::size_t i = 0; i < waits.size(); ++i) {
            if (waits[i].revents == 0) continue;
            const int ttl = static_cast<int>(i) + 1;
            if (stands(waits[i].fd)) {
                if (!path.tcp_distance) until = std::min(until, steady_clock::now() + k_tcp_settle);
                path.tcp_distance = std::min(path.tcp_distance.value_or(ttl), ttl);
            }
            waits[i].fd = -1;
        }
        if (path.tcp_distance == 1) return;
    }
}

} // namespace

std::array<std::uint8_t, 16> route_probe(int ttl)
{
    std::array<std::uint8_t, 16> out{};
    std::copy(k_magic.begin(), k_magic.end(), out.begin());
    out[5] = static_cast<std::uint8_t>(ttl);
    out[6] = 0xFF;
    out[7] = static_cast<std::uint8_t>(0xFF - ttl);
    return out;
}

std::optional<int> ttl_of_quoted(std::span<const std::uint8_t> payload)
{
    if (payload.size() < 8 || !std::equal(k_magic.begin(), k_magic.end(), payload.begin()))
        return std::nullopt;
    const int ttl = payload[5];
    if (ttl == 0 || payload[4] != 0 || payload[6] != 0xFF || payload[7] != 0xFF - ttl)
        return std::nullopt;
    return ttl;
}

Path trace_path(const net::IpAddress& target, const TraceLimits& limits,
                const net::BuyerEgress& egress)
{
    Path path{.target = target, .hops = {}, .udp_distance = {}, .tcp_distance = {}};
    if (target.is_v4()) trace_udp(path, limits, egress);
    search_tcp(path, path.udp_distance.value_or(limits.max_ttl), limits, egress);
    if (!path.is_reached() && has_loop(path.hops)) {
        Path second{.target = target, .hops = {}, .udp_distance = {}, .tcp_distance = {}};
        trace_udp(second, limits, egress);
        path.is_loop_confirmed = has_loop(second.hops) && !second.udp_distance;
    }
    return path;
}

} // namespace analysis::forensics
