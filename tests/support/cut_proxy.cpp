#include "support/cut_proxy.hpp"

#include "base/fault.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

namespace support {

namespace {

constexpr int k_look_ms = 20;

sockaddr_un unix_address(const std::string& path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path) throw base::Fault{"too long for a socket: " + path};
    std::memcpy(address.sun_path, path.data(), path.size());
    return address;
}

base::Fd unix_socket()
{
    base::Fd socket{::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    if (!socket.is_open()) throw base::Fault::from_errno("no socket");
    return socket;
}

// Empty: the other end is gone.
std::string_view receive(const base::Fd& socket, std::array<char, 65536>& buffer)
{
    const ssize_t got = ::recv(socket.get(), buffer.data(), buffer.size(), 0);
    return {buffer.data(), got > 0 ? static_cast<std::size_t>(got) : 0};
}

void send_all(const base::Fd& socket, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t sent = ::send(socket.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0) return;
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
}

} // namespace

CutProxy::CutProxy(std::string server) : m_server{std::move(server)}, m_listening{unix_socket()}
{
    const sockaddr_un address = unix_address(m_folder.file(".s.PGSQL.5432"));
    const auto* const generic = reinterpret_cast<const sockaddr*>(&address);
    if (::bind(m_listening.get(), generic, sizeof address) != 0 ||
        ::listen(m_listening.get(), 16) != 0)
        throw base::Fault::from_errno("cannot listen");
    m_thread = std::thread{[this] { serve(); }};
}

CutProxy::~CutProxy()
{
    m_is_ending = true;
    m_thread.join();
}

void CutProxy::serve()
{
    while (!m_is_ending) {
        if (m_is_due.exchange(false)) send_all(m_late_server, std::exchange(m_late, {}));
        std::vector<pollfd> all{{.fd = m_listening.get(), .events = POLLIN, .revents = 0}};
        for (const Pair& each : m_pairs) {
            all.push_back({.fd = each.client.get(), .events = POLLIN, .revents = 0});
            all.push_back({.fd = each.server.get(), .events = POLLIN, .revents = 0});
        }
        if (::poll(all.data(), all.size(), k_look_ms) <= 0) continue;
        auto at = all.begin() + 1;
        for (Pair& each : m_pairs) {
            if ((at++)->revents != 0) from_client(each);
            if ((at++)->revents != 0 && !each.is_over) from_server(each);
        }
        if (all.front().revents != 0) accept_one();
        m_pairs.remove_if([&](const Pair& each) { return each.is_over || m_is_shut; });
    }
}

void CutProxy::accept_one()
{
    Pair pair{.client = base::Fd{::accept4(m_listening.get(), nullptr, nullptr, SOCK_CLOEXEC)},
              .server = unix_socket()};
    const sockaddr_un address = unix_address(m_server);
    if (!m_is_shut && ::connect(pair.server.get(), reinterpret_cast<const sockaddr*>(&address),
                                sizeof address) == 0)
        m_pairs.push_back(std::move(pair));
}

void CutProxy::from_client(Pair& pair)
{
    std::array<char, 65536> buffer;
    const std::string_view bytes = receive(pair.client, buffer);
    if (bytes.find("COMMIT") != std::string_view::npos) {
        pair.pending = m_cut.exchange(Cut::none);
        if (pair.pending != Cut::none) ++m_cuts;
    }
    if (pair.pending == Cut::late) {
        m_late_server = std::move(pair.server);
        m_late = bytes;
    }
    pair.is_over = bytes.empty() || pair.pending == Cut::before || pair.pending == Cut::late;
    if (!pair.is_over) send_all(pair.server, bytes);
}

void CutProxy::from_server(Pair& pair)
{
    std::array<char, 65536> buffer;
    const std::string_view bytes = receive(pair.server, buffer);
    pair.is_over = bytes.empty() || pair.pending == Cut::after || pair.pending == Cut::for_good;
    if (pair.pending == Cut::for_good) m_is_shut = true;
    if (!pair.is_over && pair.pending != Cut::silent) send_all(pair.client, bytes);
}

} // namespace support
