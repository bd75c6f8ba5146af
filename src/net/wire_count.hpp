// What the sockets of a library that reads from them itself have received: TLS, framing and packed
// bytes that never become anything included.
#pragma once

#include <cstddef>
#include <vector>

namespace net {

class WireCount {
public:
    // Takes a socket of TCP, not connected, into the count, with a receive buffer that bounds what
    // arrives unseen. False: it has none, and must not be used.
    [[nodiscard]] bool add(int socket) noexcept;
    // What it has received stays counted; the socket is closed. Nothing is said of a failure: the
    // library that calls could not act on it.
    void close(int socket) noexcept;
    // The bytes of all sockets, those that are closed included.
    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    std::vector<int> m_open;
    std::size_t m_of_closed = 0;
};

} // namespace net
