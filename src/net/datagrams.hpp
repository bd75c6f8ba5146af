// What a connected UDP socket of the gate brings back: datagrams with their time of arrival, and
// the ICMP errors that routers sent instead.
#pragma once

#include "base/fd.hpp"
#include "net/ip_address.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace net {

struct Datagram {
    std::size_t size = 0;        // bytes of the buffer that count; the rest of a longer one is lost
    std::int64_t arrived_ns = 0; // wall clock since 1970; the kernel's stamp where asked for
};

// The next datagram into `buffer`; nullopt when none is there now. A pending ICMP error is taken
// off the socket and counts as none.
std::optional<Datagram> receive(const base::Fd& socket, std::span<std::uint8_t> buffer);

struct IcmpError {
    std::optional<IpAddress> offender; // who sent it; absent: our own host did
    int type = 0;                      // of ICMP or ICMPv6
    int code = 0;
    std::size_t quoted = 0; // bytes of our own datagram that it quoted, at the start of the buffer
};

// What the kernel tells of an error in a control message IP_RECVERR or IPV6_RECVERR: its
// sock_extended_err and the address of the offender (ip(7)); nothing of what is cut short. Pure.
IcmpError parse_icmp_error(std::span<const std::uint8_t> message);

// The next one off the error queue of a socket that reports_icmp; nullopt when none is there.
std::optional<IcmpError> receive_icmp(const base::Fd& socket, std::span<std::uint8_t> buffer);

// False when it could not leave: no route, full buffers. An ICMP error that was pending is taken
// off first, so that it does not cost this datagram.
bool send_datagram(const base::Fd& socket, std::span<const std::uint8_t> bytes);

} // namespace net
