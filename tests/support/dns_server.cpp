#include "support/dns_server.hpp"

#include "base/fault.hpp"

#include <netinet/in.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>

namespace support {

namespace {

constexpr std::size_t k_header = 12;

sockaddr_in loopback(int port)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    return address;
}

int bind_to_any_port(const base::Fd& socket)
{
    sockaddr_in address = loopback(0);
    auto* const generic = reinterpret_cast<sockaddr*>(&address);
    socklen_t size = sizeof address;
    if (::bind(socket.get(), generic, size) != 0 ||
        ::getsockname(socket.get(), generic, &size) != 0)
        throw base::Fault::from_errno("no socket");
    return ntohs(address.sin_port);
}

std::size_t end_of_question(base::ByteView query)
{
    std::size_t at = k_header;
    while (at < query.size() && query[at] != 0) at += query[at] + 1U;
    return at + 5; // the root label, type, class
}

} // namespace

DnsAsked dns_question_of(base::ByteView query)
{
    DnsAsked asked;
    std::size_t at = k_header;
    while (at < query.size() && query[at] != 0) {
        if (!asked.name.empty()) asked.name += '.';
        asked.name += base::text_of(query.subspan(at + 1, query[at]));
        at += query[at] + 1U;
    }
    asked.type = query[at + 2];
    return asked;
}

base::Bytes dns_response(base::ByteView query, const std::vector<net::IpAddress>& addresses,
                         int rcode)
{
    const auto question = query.first(end_of_question(query));
    base::Bytes out{question.begin(), question.end()};
    out[2] |= 0x80U;
    out[3] = static_cast<std::uint8_t>(0x80 | rcode);
    out[11] = 0; // no EDNS
    const bool wants_v4 = dns_question_of(query).type == 1;
    for (const net::IpAddress& each : addresses) {
        if (each.is_v4() != wants_v4) continue;
        ++out[7];
        const auto bytes = each.bytes();
        for (const int byte :
             {0xc0, 12, 0, wants_v4 ? 1 : 28, 0, 1, 0, 0, 0, 60, 0, static_cast<int>(bytes.size())})
            out.push_back(static_cast<std::uint8_t>(byte));
        out.insert(out.end(), bytes.begin(), bytes.end());
    }
    return out;
}

DnsServer::DnsServer(Say say, Say say_whole)
    : m_say{std::move(say)}, m_say_whole{std::move(say_whole)},
      m_socket{::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)},
      m_listener{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)},
      m_stop{::eventfd(0, EFD_CLOEXEC)}
{
    m_port = bind_to_any_port(m_socket);
    m_tcp_port = bind_to_any_port(m_listener);
    if (::listen(m_listener.get(), 64) != 0) throw base::Fault::from_errno("listen");
    m_thread = std::thread{[this] { serve(); }};
}

DnsServer::~DnsServer()
{
    const std::uint64_t one = 1;
    static_cast<void>(!::write(m_stop.get(), &one, sizeof one));
    m_thread.join();
}

base::Fd DnsServer::connect() const
{
    base::Fd out{::socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)};
    const sockaddr_in address = loopback(m_port);
    if (::connect(out.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        throw base::Fault::from_errno("no UDP socket");
    return out;
}

void DnsServer::serve()
{
    for (;;) {
        std::array<pollfd, 3> watched{pollfd{m_socket.get(), POLLIN, 0},
                                      pollfd{m_stop.get(), POLLIN, 0},
                                      pollfd{m_listener.get(), POLLIN, 0}};
        if (::poll(watched.data(), watched.size(), -1) < 0 || watched[1].revents != 0) return;
        if (watched[0].revents != 0) answer_datagram();
        if (watched[2].revents != 0) answer_connection();
    }
}

void DnsServer::answer_datagram()
{
    std::array<std::uint8_t, 2048> block{};
    sockaddr_in peer{};
    socklen_t size = sizeof peer;
    auto* const generic = reinterpret_cast<sockaddr*>(&peer);
    const auto got = ::recvfrom(m_socket.get(), block.data(), block.size(), 0, generic, &size);
    if (got < static_cast<ssize_t>(k_header)) return;
    for (const base::Bytes& each : m_say({block.data(), static_cast<std::size_t>(got)}))
        static_cast<void>(::sendto(m_socket.get(), each.data(), each.size(), 0, generic, size));
}

void DnsServer::answer_connection()
{
    const base::Fd connection{::accept4(m_listener.get(), nullptr, nullptr, SOCK_CLOEXEC)};
    std::array<std::uint8_t, 2048> block{};
    const auto got = ::recv(connection.get(), block.data(), block.size(), 0);
    if (!m_say_whole || got < static_cast<ssize_t>(2 + k_header)) return;
    const base::ByteView query{block.data() + 2, static_cast<std::size_t>(got) - 2};
    for (const base::Bytes& each : m_say_whole(query)) {
        base::Bytes out{static_cast<std::uint8_t>(each.size() >> 8U),
                        static_cast<std::uint8_t>(each.size() & 0xffU)};
        out.insert(out.end(), each.begin(), each.end());
        static_cast<void>(::send(connection.get(), out.data(), out.size(), MSG_NOSIGNAL));
    }
}

} // namespace support
