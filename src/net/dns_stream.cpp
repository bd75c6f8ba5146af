#include "net/dns_stream.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/random.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <map>

namespace net {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::size_t k_connections = 4;
constexpr std::size_t k_prefix = 2; // the length before each message

// The probes for one server, by their places in the whole list; the next one not yet asked.
struct Queue {
    std::vector<std::size_t> places{};
    std::size_t next = 0;
};

using Answers = std::vector<std::optional<DnsProbeResult::Answer>>;

// One connection at a time, over which the questions of a queue go one by one.
class Line {
public:
    Line(const Dial& dial, std::span<const DnsProbe> probes, Queue& queue, Answers& answers)
        : m_dial{dial}, m_probes{probes}, m_queue{queue}, m_answers{answers}
    {
        take_next();
    }

    [[nodiscard]] bool is_over() const { return !m_place; }
    [[nodiscard]] pollfd wants() const
    {
        const bool is_writing = m_written < m_query.size();
        return {m_socket.get(), static_cast<short>(is_writing ? POLLOUT : POLLIN), 0};
    }

    void go_on()
    {
        if (m_written < m_query.size()) return write();
        read();
    }

private:
    void take_next()
    {
        m_place.reset();
        while (!m_place && m_queue.next < m_queue.places.size())
            begin(m_queue.places[m_queue.next++]);
    }

    // Over the connection that is there, or a new one; without either nothing is begun.
    void begin(std::size_t place)
    {
        m_place.reset();
        const DnsProbe& probe = m_probes[place];
        m_is_reused = m_socket.is_open();
        if (!m_is_reused && !connect(probe.server)) return;
        std::array<std::uint8_t, 2> id{};
        base::fill_random(id);
        m_id = static_cast<std::uint16_t>(id[0] << 8U | id[1]);
        const base::Bytes message = make_dns_query(probe.question, m_id, probe.with_edns);
        m_query = {static_cast<std::uint8_t>(message.size() >> 8U),
                   static_cast<std::uint8_t>(message.size() & 0xffU)};
        m_query.insert(m_query.end(), message.begin(), message.end());
        m_written = 0;
        m_received.clear();
        m_sent = steady_clock::now();
        m_place = place;
    }

    bool connect(const Endpoint& server)
    {
        auto socket = m_dial(server);
        if (!socket) return false;
        m_socket = std::move(*socket);
        return true;
    }

    // A server may end a connection after any answer (RFC 7766, section 6.2.3): the question that
    // met such an end is asked once more over a connection of its own.
    void fail()
    {
        m_socket.close();
        if (m_is_reused)
            begin(*m_place);
        else
            m_place.reset();
        if (!m_place) take_next();
    }

    void write()
    {
        const auto sent = ::send(m_socket.get(), m_query.data() + m_written,
                                 m_query.size() - m_written, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent >= 0)
            m_written += static_cast<std::size_t>(sent);
        else if (errno != EAGAIN && errno != EINTR)
            fail();
    }

    void read()
    {
        std::array<std::uint8_t, 4096> block{};
        const auto got = ::recv(m_socket.get(), block.data(), block.size(), MSG_DONTWAIT);
        if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
        if (got <= 0) return fail();
        m_received.insert(m_received.end(), block.begin(), block.begin() + got);
        if (m_received.size() < k_prefix) return;
        const std::size_t size = std::size_t{m_received[0]} << 8U | m_received[1];
        if (m_received.size() < k_prefix + size) return;
        const base::ByteView message{m_received.data() + k_prefix, size};
        auto reply = parse_dns_reply(message, m_probes[*m_place].question, m_id);
        if (reply)
            m_answers[*m_place] = DnsProbeResult::Answer{
                .reply = std::move(*reply),
                .at = std::chrono::duration_cast<milliseconds>(steady_clock::now() - m_sent),
                .over_tcp = true};
        // What says something else, or more, is not asked again.
        if (!reply || m_received.size() > k_prefix + size) m_socket.close();
        take_next();
    }

    const Dial& m_dial;
    std::span<const DnsProbe> m_probes;
    Queue& m_queue;
    Answers& m_answers;
    base::Fd m_socket;
    bool m_is_reused = false;
    std::optional<std::size_t> m_place; // of the question at hand; nullopt: there is none
    std::uint16_t m_id = 0;
    base::Bytes m_query;
    std::size_t m_written = 0;
    base::Bytes m_received;
    steady_clock::time_point m_sent;
};

// False: the time is up.
bool wait_for(std::vector<Line>& lines, steady_clock::time_point deadline)
{
    std::vector<pollfd> watched;
    std::vector<Line*> waiting;
    for (Line& each : lines) {
        if (each.is_over()) continue;
        watched.push_back(each.wants());
        waiting.push_back(&each);
    }
    const auto left = std::chrono::ceil<milliseconds>(deadline - steady_clock::now());
    if (waiting.empty() || left.count() <= 0) return false;
    const auto wait_ms = static_cast<int>(std::min<std::int64_t>(left.count(), 60'000));
    if (::poll(watched.data(), watched.size(), wait_ms) < 0 && errno != EINTR)
        throw base::Fault::from_errno("poll");
    for (std::size_t i = 0; i < waiting.size(); ++i)
        if (watched[i].revents != 0) waiting[i]->go_on();
    return true;
}

} // namespace

std::vector<std::optional<DnsProbeResult::Answer>> probe_dns_streams(
    const Dial& dial, std::span<const DnsProbe> probes, steady_clock::time_point deadline)
{
    Answers answers(probes.size());
    std::map<std::string, Queue> queues; // by server
    for (std::size_t i = 0; i < probes.size(); ++i)
        queues[base::concat(probes[i].server.address.text(), " ", probes[i].server.port)]
            .places.push_back(i);
    std::vector<Line> lines;
    lines.reserve(queues.size() * k_connections);
    for (auto& [server, queue] : queues)
        for (std::size_t i = 0; i < k_connections; ++i)
            lines.emplace_back(dial, probes, queue, answers);
    while (wait_for(lines, deadline)) {}
    return answers;
}

} // namespace net
