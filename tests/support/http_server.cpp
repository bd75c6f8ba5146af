#include "support/http_server.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"

#include <netinet/in.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace support {

namespace {

// The whole request: head, then as many bytes as Content-Length says. Empty: the client is gone.
std::string read_request(int descriptor)
{
    std::string text;
    std::array<char, 4096> block{};
    std::size_t wanted = std::string::npos;
    while (text.size() < wanted) {
        const auto got = ::recv(descriptor, block.data(), block.size(), 0);
        if (got <= 0) return {};
        text.append(block.data(), static_cast<std::size_t>(got));
        const auto head = text.find("\r\n\r\n");
        if (wanted != std::string::npos || head == std::string::npos) continue;
        constexpr std::string_view k_length = "Content-Length: ";
        const auto at = text.find(k_length);
        std::size_t length = 0;
        if (at < head)
            std::from_chars(text.data() + at + k_length.size(), text.data() + head, length);
        wanted = head + 4 + length;
    }
    return text;
}

} // namespace

base::Fd listen_on_loopback(int backlog, int& port)
{
    base::Fd listener{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto* const generic = reinterpret_cast<sockaddr*>(&address);
    socklen_t size = sizeof address;
    if (::bind(listener.get(), generic, size) != 0 || ::listen(listener.get(), backlog) != 0 ||
        ::getsockname(listener.get(), generic, &size) != 0)
        throw base::Fault::from_errno("no listening socket");
    port = ntohs(address.sin_port);
    return listener;
}

std::string http_answer(int status, std::string_view body, std::string_view headers)
{
    return base::concat("HTTP/1.1 ", status, " X\r\nContent-Length: ", body.size(), "\r\n", headers,
                        "\r\n", body);
}

bool HttpServer::Peer::write(std::string_view bytes)
{
    while (!bytes.empty()) {
        std::array<pollfd, 2> watched{pollfd{m_descriptor, POLLOUT, 0}, pollfd{m_stop, POLLIN, 0}};
        if (::poll(watched.data(), watched.size(), -1) < 0 || watched[1].revents != 0) return false;
        const auto sent =
            ::send(m_descriptor, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

void HttpServer::Peer::linger()
{
    std::array<pollfd, 2> watched{pollfd{m_descriptor, POLLRDHUP, 0}, pollfd{m_stop, POLLIN, 0}};
    static_cast<void>(::poll(watched.data(), watched.size(), -1));
}

HttpServer::HttpServer(Handler handler)
    : m_handler{std::move(handler)}, m_listener{listen_on_loopback(16, m_port)},
      m_stop{::eventfd(0, EFD_CLOEXEC)}, m_thread{[this] { serve(); }}
{
}

HttpServer::~HttpServer()
{
    static_cast<void>(::eventfd_write(m_stop.get(), 1));
    m_thread.join();
}

std::string HttpServer::url(std::string_view path) const
{
    return base::concat("http://127.0.0.1:", m_port, path);
}

std::vector<std::string> HttpServer::requests() const
{
    const std::lock_guard lock{m_mutex};
    return m_requests;
}

void HttpServer::serve()
{
    std::vector<base::Fd> peers;
    for (;;) {
        std::vector<pollfd> watched{{m_stop.get(), POLLIN, 0}, {m_listener.get(), POLLIN, 0}};
        for (const base::Fd& peer : peers) watched.push_back({peer.get(), POLLIN, 0});
        if (::poll(watched.data(), watched.size(), -1) < 0 || watched[0].revents != 0) return;
        for (std::size_t i = watched.size(); i-- > 2;)
            if (watched[i].revents != 0 && !answer(watched[i].fd))
                peers.erase(peers.begin() + static_cast<std::ptrdiff_t>(i - 2));
        if (watched[1].revents == 0) continue;
        peers.emplace_back(::accept4(m_listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
        ++m_connections;
    }
}

bool HttpServer::answer(int descriptor)
{
    const std::string request = read_request(descriptor);
    if (request.empty()) return false;
    {
        const std::lock_guard lock{m_mutex};
        m_requests.push_back(request);
    }
    Peer peer{descriptor, m_stop.get()};
    return m_handler(peer, request);
}

} // namespace support
