#include "net/datagrams.hpp"

#include <linux/errqueue.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>

namespace net {

namespace {

using Control = std::array<std::uint8_t, 512>;

std::int64_t now_ns()
{
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

// Result of recvmsg; -1 with errno when nothing came.
ssize_t receive_message(const base::Fd& socket, std::span<std::uint8_t> buffer, Control& control,
                        msghdr& message, int flags)
{
    iovec part{buffer.data(), buffer.size()};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    const ssize_t got = recvmsg(socket.get(), &message, flags | MSG_DONTWAIT);
    message.msg_iov = nullptr; // ends with this call
    return got;
}

template <typename T> T data_of(const cmsghdr& header)
{
    T out{};
    std::memcpy(&out, CMSG_DATA(&header), sizeof out);
    return out;
}

bool is_ip_error(const cmsghdr& header)
{
    return (header.cmsg_level == IPPROTO_IP && header.cmsg_type == IP_RECVERR) ||
           (header.cmsg_level == IPPROTO_IPV6 && header.cmsg_type == IPV6_RECVERR);
}

} // namespace

std::optional<Datagram> receive(const base::Fd& socket, std::span<std::uint8_t> buffer)
{
    Control control{};
    msghdr message{};
    const ssize_t got = receive_message(socket, buffer, control, message, 0);
    if (got < 0) return std::nullopt;
    Datagram out{static_cast<std::size_t>(got), 0};
    for (cmsghdr* each = CMSG_FIRSTHDR(&message); each != nullptr;
         each = CMSG_NXTHDR(&message, each)) {
        if (each->cmsg_level != SOL_SOCKET || each->cmsg_type != SO_TIMESTAMPNS) continue;
        const auto stamp = data_of<timespec>(*each);
        out.arrived_ns = std::int64_t{stamp.tv_sec} * 1'000'000'000 + stamp.tv_nsec;
    }
    if (out.arrived_ns == 0) out.arrived_ns = now_ns();
    return out;
}

IcmpError parse_icmp_error(std::span<const std::uint8_t> message)
{
    IcmpError out;
    sock_extended_err error{};
    if (message.size() < sizeof error) return out;
    std::memcpy(&error, message.data(), sizeof error);
    out.type = error.ee_type;
    out.code = error.ee_code;
    if (error.ee_origin != SO_EE_ORIGIN_ICMP && error.ee_origin != SO_EE_ORIGIN_ICMP6) return out;
    const auto rest = message.subspan(sizeof error);
    sockaddr_storage offender{};
    const std::size_t size = std::min(rest.size(), sizeof offender);
    std::memcpy(&offender, rest.data(), size);
    out.offender = IpAddress::from_sockaddr(offender, static_cast<socklen_t>(size));
    return out;
}

std::optional<IcmpError> receive_icmp(const base::Fd& socket, std::span<std::uint8_t> buffer)
{
    Control control{};
    msghdr message{};
    const ssize_t got = receive_message(socket, buffer, control, message, MSG_ERRQUEUE);
    if (got < 0) return std::nullopt;
    IcmpError out;
    for (cmsghdr* each = CMSG_FIRSTHDR(&message); each != nullptr;
         each = CMSG_NXTHDR(&message, each))
        if (is_ip_error(*each))
            out = parse_icmp_error({CMSG_DATA(each), each->cmsg_len - CMSG_LEN(0)});
    out.quoted = static_cast<std::size_t>(got);
    return out;
}

bool send_datagram(const base::Fd& socket, std::span<const std::uint8_t> bytes)
{
    for (int i = 0; i < 3; ++i) {
        if (send(socket.get(), bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL) >= 0)
            return true;
        // An error of an earlier datagram, told on this call: the next one is for this.
        if (errno != ECONNREFUSED && errno != EHOSTUNREACH && errno != ENETUNREACH) return false;
    }
    return false;
}

} // namespace net
