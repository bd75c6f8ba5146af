#include "forensics/route/trace.hpp"

#include "base/fault.hpp"
#include "net/datagrams.hpp"

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>

namespace forensics {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

namespace {

constexpr std::uint16_t k_udp_port = 33'435; // where traceroute knocks, and no program listens
constexpr int k_wave = 5;
constexpr milliseconds k_between_waves{30};
constexpr milliseconds k_first_wait{400};
constexpr milliseconds k_tail_wait{1000};
constexpr milliseconds k_tcp_wait{1500};
constexpr milliseconds k_tcp_settle{300}; // for smaller hop limits, once one has connected
constexpr milliseconds k_lone_wait{500};
constexpr milliseconds k_lone_limit{3000};
constexpr std::size_t k_telling_bytes = 8; // of a probe: magic, hop limit, its complement
constexpr std::array<std::uint8_t, 4> k_magic{'a', 's', 's', 'y'};

int wait_ms(steady_clock::time_point until)
{
    const auto left = std::chrono::ceil<milliseconds>(until - steady_clock::now());
    return static_cast<int>(std::max<std::int64_t>(0, left.count()));
}

// One flow: a socket, and what came back on it.
class UdpTrace {
public:
    UdpTrace(Path& path, const TraceLimits& limits, const net::BuyerEgress& egress)
        : m_path{path}, m_limits{limits}, m_egress{egress},
          m_sent(static_cast<std::size_t>(limits.max_ttl))
    {
    }

    void run()
    {
        if (!open()) return;
        m_path.hops.resize(m_sent.size());
        // A packet past the end costs an answer of a router's rate limit and tells nothing.
        for (int ttl = 1; ttl <= m_limits.max_ttl && !is_at_end(); ++ttl) {
            send(ttl);
            if (ttl % k_wave == 0) collect(steady_clock::now() + k_between_waves);
        }
        collect(steady_clock::now() + k_first_wait);
        if (m_was_cut)
            ask_one_by_one();
        else
            ask_again();
    }

private:
    bool open()
    {
        auto socket =
            m_egress.open(net::Transport::udp, {m_path.target, k_udp_port}, {.reports_icmp = true});
        if (socket) m_socket = std::move(*socket);
        return m_socket.is_open();
    }

    // Those that were silent, all at once.
    void ask_again()
    {
        bool is_retried = false;
        for (int ttl = 1; is_before_end(ttl); ++ttl) {
            if (hop_at(ttl)) continue;
            send(ttl);
            is_retried = true;
        }
        if (is_retried) collect(steady_clock::now() + k_tail_wait);
    }

    // While one probe is under way, an answer needs no quote to tell whose it is.
    void ask_one_by_one()
    {
        const auto end = std::min(m_limits.deadline, steady_clock::now() + k_lone_limit);
        for (int ttl = 1; is_before_end(ttl) && steady_clock::now() < end; ++ttl) {
            if (hop_at(ttl)) continue;
            take();
            m_lone_ttl = ttl;
            send(ttl);
            collect(std::min(end, steady_clock::now() + k_lone_wait));
            m_lone_ttl.reset();
            // An answer that comes late must not be taken for one to the next: on another flow it
            // cannot be.
            if (!hop_at(ttl) && !open()) return;
        }
    }

    // Whether there is something to learn at this hop limit: before the target, and before a router
    // that lets nothing pass.
    [[nodiscard]] bool is_before_end(int ttl) const
    {
        if (ttl > m_limits.max_ttl || ttl >= m_path.udp_distance.value_or(ttl + 1)) return false;
        if (m_path.udp_distance) return true;
        const auto refuses = [](const std::optional<Hop>& hop) { return hop && is_refusal(*hop); };
        return std::none_of(m_path.hops.begin(), m_path.hops.begin() + ttl, refuses);
    }

    std::optional<Hop>& hop_at(int ttl) { return m_path.hops[static_cast<std::size_t>(ttl - 1)]; }

    void send(int ttl)
    {
        const bool is_v4 = m_path.target.is_v4();
        if (setsockopt(m_socket.get(), is_v4 ? IPPROTO_IP : IPPROTO_IPV6,
                       is_v4 ? IP_TTL : IPV6_UNICAST_HOPS, &ttl, sizeof ttl) != 0)
            throw base::Fault::from_errno("a hop limit is refused");
        m_sent[static_cast<std::size_t>(ttl - 1)] = steady_clock::now();
        static_cast<void>(net::send_datagram(m_socket, route_probe(ttl)));
    }

    // Which probe an error tells of; nullopt: that cannot be told.
    std::optional<int> ttl_of(std::span<const std::uint8_t> quoted)
    {
        const auto ttl = ttl_of_quoted(quoted);
        if (ttl) return *ttl <= m_limits.max_ttl ? ttl : std::nullopt;
        if (quoted.size() >= k_telling_bytes) return std::nullopt;
        m_was_cut = true;
        return m_lone_ttl;
    }

    void take()
    {
        std::array<std::uint8_t, 256> buffer{};
        while (const auto error = net::receive_icmp(m_socket, buffer)) {
            if (!error->offender) continue;
            const int size = static_cast<int>(error->quoted);
            m_path.shortest_quote = std::min(m_path.shortest_quote.value_or(size), size);
            if (const auto ttl = ttl_of(std::span{buffer}.first(error->quoted)))
                take_hop(*ttl, *error);
        }
        while (net::receive(m_socket, buffer)) {} // none has anything to tell us here
    }

    void take_hop(int ttl, const net::IcmpError& error)
    {
        if (*error.offender == m_path.target)
            m_path.udp_distance = std::min(m_path.udp_distance.value_or(ttl), ttl);
        if (hop_at(ttl)) return;
        const std::chrono::duration<double, std::milli> rtt =
            steady_clock::now() - m_sent[static_cast<std::size_t>(ttl - 1)];
        hop_at(ttl) = Hop{*error.offender, rtt.count(), error.type, error.code};
    }

    // Until `until`, or until there is no answer to wait for.
    void collect(steady_clock::time_point until)
    {
        until = std::min(until, m_limits.deadline);
        for (;;) {
            take();
            const bool is_done = m_lone_ttl ? hop_at(*m_lone_ttl).has_value() : is_whole();
            if (is_done || steady_clock::now() >= until) return;
            pollfd wait{m_socket.get(), POLLIN, 0}; // POLLERR comes unasked
            static_cast<void>(poll(&wait, 1, wait_ms(until)));
        }
    }

    [[nodiscard]] bool is_at_end() const
    {
        return m_path.udp_distance.has_value() || is_refused_on_path(m_path);
    }

    // Every hop before the target has answered.
    [[nodiscard]] bool is_whole() const
    {
        if (!m_path.udp_distance) return false;
        const auto end = m_path.hops.begin() + *m_path.udp_distance;
        return std::all_of(m_path.hops.begin(), end,
                           [](const auto& hop) { return hop.has_value(); });
    }

    Path& m_path;
    const TraceLimits& m_limits;
    const net::BuyerEgress& m_egress;
    base::Fd m_socket;
    std::vector<steady_clock::time_point> m_sent;
    std::optional<int> m_lone_ttl; // of the only probe under way
    bool m_was_cut = false;        // a router quoted less than tells its probe
};

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
    if (payload.size() < k_telling_bytes ||
        !std::equal(k_magic.begin(), k_magic.end(), payload.begin()))
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
    UdpTrace{path, limits, egress}.run();
    search_tcp(path, path.udp_distance.value_or(limits.max_ttl), limits, egress);
    if (!path.is_reached() && has_loop(path.hops)) {
        Path second{.target = target, .hops = {}, .udp_distance = {}, .tcp_distance = {}};
        UdpTrace{second, limits, egress}.run();
        path.is_loop_confirmed = has_loop(second.hops) && !second.udp_distance;
    }
    return path;
}

} // namespace forensics
