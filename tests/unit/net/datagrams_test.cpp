// What comes back on a UDP socket: errors as the kernel tells them, whole and cut short.
#include "net/datagrams.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <linux/errqueue.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <cstring>
#include <vector>

namespace {

using Bytes = std::vector<std::uint8_t>;

template <typename T> void append(Bytes& out, const T& native)
{
    const std::size_t at = out.size();
    out.resize(at + sizeof native);
    std::memcpy(out.data() + at, &native, sizeof native);
}

// Time exceeded on the way, said by `offender`.
Bytes message_of(std::uint8_t origin, std::string_view offender)
{
    sock_extended_err error{};
    error.ee_origin = origin;
    error.ee_type = 11;
    error.ee_code = 1;
    Bytes out;
    append(out, error);
    const net::SocketAddress address{{*net::IpAddress::parse(offender), 0}};
    if (address.size == sizeof(sockaddr_in6)) {
        sockaddr_in6 native{};
        std::memcpy(&native, address.get(), sizeof native);
        append(out, native);
    } else {
        sockaddr_in native{};
        std::memcpy(&native, address.get(), sizeof native);
        append(out, native);
    }
    return out;
}

// A UDP socket, connected to a port of this host without a listener, with its errors queued.
base::Fd socket_to_nobody()
{
    const auto here = *net::IpAddress::parse("127.0.0.1");
    const base::Fd closed{socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)};
    const net::SocketAddress any{{here, 0}};
    CPPUNIT_ASSERT_EQUAL(0, bind(closed.get(), any.get(), any.size));
    sockaddr_storage bound{};
    socklen_t size = sizeof bound;
    CPPUNIT_ASSERT_EQUAL(0, getsockname(closed.get(), reinterpret_cast<sockaddr*>(&bound), &size));
    base::Fd out{socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)};
    const int on = 1;
    CPPUNIT_ASSERT_EQUAL(0, setsockopt(out.get(), IPPROTO_IP, IP_RECVERR, &on, sizeof on));
    const net::SocketAddress nobody{*net::endpoint_of(bound, size)};
    CPPUNIT_ASSERT_EQUAL(0, connect(out.get(), nobody.get(), nobody.size));
    return out;
}

class DatagramsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(DatagramsTest);
    CPPUNIT_TEST(errors_cut_short_name_nobody);
    CPPUNIT_TEST(errors_name_who_sent_them);
    CPPUNIT_TEST(errors_of_this_host_name_nobody);
    CPPUNIT_TEST(a_closed_port_says_so_and_quotes);
    CPPUNIT_TEST_SUITE_END();

public:
    void errors_cut_short_name_nobody()
    {
        for (const char* offender : {"9.9.9.9", "2620:fe::fe"}) {
            const Bytes whole = message_of(SO_EE_ORIGIN_ICMP, offender);
            for (std::size_t size = 0; size < whole.size(); ++size)
                CPPUNIT_ASSERT(!net::parse_icmp_error(std::span{whole}.first(size)).offender);
        }
        for (unsigned byte = 0; byte < 256; ++byte) {
            const Bytes filled(200, static_cast<std::uint8_t>(byte));
            CPPUNIT_ASSERT(!net::parse_icmp_error(filled).offender);
        }
    }

    void errors_name_who_sent_them()
    {
        for (const auto& [origin, offender] :
             {std::pair{std::uint8_t{SO_EE_ORIGIN_ICMP}, "9.9.9.9"},
              {std::uint8_t{SO_EE_ORIGIN_ICMP6}, "2620:fe::fe"}}) {
            const auto error = net::parse_icmp_error(message_of(origin, offender));
            CPPUNIT_ASSERT(error.offender == net::IpAddress::parse(offender));
            CPPUNIT_ASSERT_EQUAL(11, error.type);
            CPPUNIT_ASSERT_EQUAL(1, error.code);
        }
    }

    void errors_of_this_host_name_nobody()
    {
        CPPUNIT_ASSERT(!net::parse_icmp_error(message_of(SO_EE_ORIGIN_LOCAL, "9.9.9.9")).offender);
    }

    void a_closed_port_says_so_and_quotes()
    {
        const base::Fd socket = socket_to_nobody();
        const Bytes sent{'p', 'r', 'o', 'b', 'e'};
        std::array<std::uint8_t, 64> buffer{};
        CPPUNIT_ASSERT(!net::receive_icmp(socket, buffer));
        CPPUNIT_ASSERT(net::send_datagram(socket, sent));
        pollfd wait{socket.get(), 0, 0};
        CPPUNIT_ASSERT_EQUAL(1, poll(&wait, 1, 10'000));
        const auto error = net::receive_icmp(socket, buffer);
        CPPUNIT_ASSERT(error && error->offender == net::IpAddress::parse("127.0.0.1"));
        CPPUNIT_ASSERT_EQUAL(3, error->type);
        CPPUNIT_ASSERT_EQUAL(3, error->code);
        CPPUNIT_ASSERT(Bytes(buffer.begin(), buffer.begin() + error->quoted) == sent);
        // The error is told on the next call too: it must not cost this datagram.
        CPPUNIT_ASSERT(net::send_datagram(socket, sent));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(DatagramsTest);

} // namespace
