#include "net/wire_count.hpp"

#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace net {

namespace {

constexpr int k_receive_buffer = 128 * 1024; // of which the kernel makes twice as much

// What the kernel has taken in, whether it was read or not.
std::size_t received_by(int socket) noexcept
{
    tcp_info info{};
    socklen_t size = sizeof info;
    if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return 0;
    return info.tcpi_bytes_received;
}

} // namespace

bool WireCount::add(int socket) noexcept
{
    if (setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &k_receive_buffer, sizeof k_receive_buffer) != 0)
        return false;
    m_open.push_back(socket);
    return true;
}

void WireCount::close(int socket) noexcept
{
    m_of_closed += received_by(socket);
    std::erase(m_open, socket);
    static_cast<void>(::close(socket));
}

std::size_t WireCount::bytes() const noexcept
{
    std::size_t out = m_of_closed;
    for (const int socket : m_open) out += received_by(socket);
    return out;
}

} // namespace net
