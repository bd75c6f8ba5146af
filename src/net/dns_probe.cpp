#include "net/dns_probe.hpp"

#include "base/fault.hpp"
#include "base/random.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace net {

namespace {

using std::chrono::steady_clock;

constexpr std::size_t k_max_answers = 8;
constexpr std::size_t k_max_datagrams = 64; // a flood is not read to its end
constexpr std::size_t k_max_message = 4096;

std::uint16_t random_id()
{
    std::array<std::uint8_t, 2> bytes{};
    base::fill_random(bytes);
    return static_cast<std::uint16_t>(bytes[0] << 8U | bytes[1]);
}

class Exchange {
public:
    Exchange(const DatagramDial& dial, const DnsProbe& probe, const DnsTiming& timing,
             steady_clock::time_point deadline)
        : m_question{probe.question}, m_id{random_id()}, m_hold_on{timing.hold_on}
    {
        auto socket = dial(probe.server);
        if (!socket) return;
        const base::Bytes query = make_dns_query(m_question, m_id, probe.with_edns);
        m_sent = steady_clock::now();
        if (::send(socket->get(), query.data(), query.size(), MSG_NOSIGNAL) < 0) return;
        m_socket = std::move(*socket);
        m_result.was_sent = true;
        m_deadline = std::min(deadline, m_sent + timing.first);
        m_last = deadline;
    }

    [[nodiscard]] bool is_over() const { return !m_socket.is_open(); }
    [[nodiscard]] int descriptor() const { return m_socket.get(); }
    [[nodiscard]] steady_clock::time_point deadline() const { return m_deadline; }
    void end() { m_socket.close(); }
    DnsProbeResult take() { return std::move(m_result); }

    void receive()
    {
        std::array<std::uint8_t, k_max_message> message{};
        for (;;) {
            const auto got = ::recv(m_socket.get(), message.data(), message.size(), MSG_DONTWAIT);
            if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
            // An ICMP error: the port is closed, and no other host will answer from there.
            if (got < 0 || ++m_datagrams == k_max_datagrams) return end();
            take({message.data(), static_cast<std::size_t>(got)});
        }
    }

private:
    void take(base::ByteView message)
    {
        auto reply = parse_dns_reply(message, m_question, m_id);
        if (!reply || m_result.answers.size() == k_max_answers) return;
        const auto now = steady_clock::now();
        if (m_result.answers.empty()) m_deadline = std::min(m_last, now + m_hold_on);
        m_result.answers.push_back(
            {std::move(*reply),
             std::chrono::duration_cast<std::chrono::milliseconds>(now - m_sent)});
    }

    DnsQuestion m_question;
    std::uint16_t m_id;
    std::chrono::milliseconds m_hold_on;
    steady_clock::time_point m_sent;
    steady_clock::time_point m_deadline;
    steady_clock::time_point m_last;
    std::size_t m_datagrams = 0;
    base::Fd m_socket;
    DnsProbeResult m_result;
};

void wait_for_answers(std::vector<Exchange>& exchanges)
{
    std::vector<pollfd> watched;
    std::vector<Exchange*> waiting;
    auto next = steady_clock::time_point::max();
    for (Exchange& each : exchanges) {
        if (each.is_over()) continue;
        watched.push_back({each.descriptor(), POLLIN, 0});
        waiting.push_back(&each);
        next = std::min(next, each.deadline());
    }
    if (waiting.empty()) return;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(next - steady_clock::now());
    const auto wait_ms = static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 60'000));
    if (::poll(watched.data(), watched.size(), wait_ms) < 0 && errno != EINTR)
        throw base::Fault::from_errno("poll");
    const auto now = steady_clock::now();
    for (std::size_t i = 0; i < waiting.size(); ++i) {
        if (watched[i].revents != 0) waiting[i]->receive();
        if (!waiting[i]->is_over() && waiting[i]->deadline() <= now) waiting[i]->end();
    }
}

} // namespace

DatagramDial datagrams_through(const BuyerEgress& egress)
{
    return [&egress](const Endpoint& endpoint) { return egress.open(Transport::udp, endpoint); };
}

std::vector<DnsProbeResult> probe_dns(const DatagramDial& dial, std::span<const DnsProbe> probes,
                                      const DnsTiming& timing, steady_clock::time_point deadline)
{
    std::vector<Exchange> exchanges;
    exchanges.reserve(probes.size());
    for (const DnsProbe& probe : probes) exchanges.emplace_back(dial, probe, timing, deadline);
    const auto is_over = [](const Exchange& each) { return each.is_over(); };
    while (!std::all_of(exchanges.begin(), exchanges.end(), is_over)) wait_for_answers(exchanges);
    std::vector<DnsProbeResult> results;
    results.reserve(exchanges.size());
    for (Exchange& each : exchanges) results.push_back(each.take());
    return results;
}

} // namespace net
