// What the gate for buyers lets out: global addresses, and names from the system's own resolvers.
#include "net/buyer_egress.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>

namespace {

net::Endpoint endpoint(std::string_view address, std::uint16_t port)
{
    return {*net::IpAddress::parse(address), port};
}

std::string resolvers(std::string_view text)
{
    std::string out;
    for (const auto& address : net::resolvers_in(text)) out += address.text() + " ";
    return out;
}

class BuyerEgressTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(BuyerEgressTest);
    CPPUNIT_TEST(closed_for_what_is_not_global);
    CPPUNIT_TEST(resolvers_are_open_for_names_only);
    CPPUNIT_TEST(closed_for_the_networks_this_host_is_in);
    CPPUNIT_TEST(a_refused_address_gets_no_socket);
    CPPUNIT_TEST(sockets_are_connected_and_ruled_before_the_first_packet);
    CPPUNIT_TEST(reads_resolv_conf);
    CPPUNIT_TEST_SUITE_END();

    const net::BuyerEgress gate{
        {*net::IpAddress::parse("127.0.0.53"), *net::IpAddress::parse("fd00::1")}};

    static int option(const base::Fd& socket, int level, int name)
    {
        int value = -1;
        socklen_t size = sizeof value;
        CPPUNIT_ASSERT(getsockopt(socket.get(), level, name, &value, &size) == 0);
        return value;
    }

public:
    void closed_for_what_is_not_global()
    {
        for (const auto text : {"127.0.0.1", "10.0.0.1", "169.254.169.254", "0.0.0.0", "224.0.0.1",
                                "::1", "::ffff:127.0.0.1", "64:ff9b::a00:1", "fe80::1", "fd00::2",
                                "168.63.129.16", "::ffff:168.63.129.16", "192.80.8.124"})
            for (const std::uint16_t port : std::initializer_list<std::uint16_t>{53, 80})
                CPPUNIT_ASSERT_MESSAGE(text, !gate.allows(endpoint(text, port)));
        CPPUNIT_ASSERT(gate.allows(endpoint("9.9.9.9", 443)));
        CPPUNIT_ASSERT(gate.allows(endpoint("2620:fe::fe", 443)));
    }

    void resolvers_are_open_for_names_only()
    {
        CPPUNIT_ASSERT(gate.allows(endpoint("127.0.0.53", 53)));
        CPPUNIT_ASSERT(gate.allows(endpoint("fd00::1", 53)));
        for (const std::uint16_t port : std::initializer_list<std::uint16_t>{0, 52, 54, 80, 443})
            CPPUNIT_ASSERT(!gate.allows(endpoint("127.0.0.53", port)));
        CPPUNIT_ASSERT(!gate.allows(endpoint("::ffff:127.0.0.53", 53)));
        const auto azure = endpoint("168.63.129.16", 53);
        const net::BuyerEgress there{{azure.address}};
        CPPUNIT_ASSERT(there.allows(azure));
        CPPUNIT_ASSERT(!there.allows(endpoint("168.63.129.16", 80)));
    }

    void closed_for_the_networks_this_host_is_in()
    {
        const auto own = endpoint("11.7.7.7", 0).address;
        const net::BuyerEgress closed{{own}, {{own, 24}}};
        CPPUNIT_ASSERT(!closed.allows(endpoint("11.7.7.7", 443)));
        CPPUNIT_ASSERT(!closed.allows(endpoint("11.7.7.250", 443)));
        CPPUNIT_ASSERT(!closed.allows(endpoint("64:ff9b::0b07:0707", 443)));
        CPPUNIT_ASSERT(closed.allows(endpoint("11.7.8.1", 443)));
        CPPUNIT_ASSERT(closed.allows(endpoint("11.7.7.7", 53))); // the resolver of that network
        CPPUNIT_ASSERT(!closed.allows(endpoint("11.7.7.8", 53)));
    }

    void a_refused_address_gets_no_socket()
    {
        const auto refused = gate.open(net::Transport::tcp, endpoint("127.0.0.1", 80));
        CPPUNIT_ASSERT(!refused && refused.error() == net::EgressRefusal::not_global);
    }

    void sockets_are_connected_and_ruled_before_the_first_packet()
    {
        const auto socket = gate.open(net::Transport::udp, endpoint("127.0.0.53", 53),
                                      {.ttl = 3, .reports_icmp = true, .stamps_arrival = true});
        CPPUNIT_ASSERT(socket);
        CPPUNIT_ASSERT_EQUAL(3, option(*socket, IPPROTO_IP, IP_TTL));
        CPPUNIT_ASSERT_EQUAL(1, option(*socket, IPPROTO_IP, IP_RECVERR));
        CPPUNIT_ASSERT_EQUAL(1, option(*socket, SOL_SOCKET, SO_TIMESTAMPNS));
        CPPUNIT_ASSERT(fcntl(socket->get(), F_GETFL) & O_NONBLOCK);
        CPPUNIT_ASSERT(fcntl(socket->get(), F_GETFD) & FD_CLOEXEC);
        sockaddr_storage peer{};
        socklen_t size = sizeof peer;
        void* const raw = &peer;
        CPPUNIT_ASSERT(getpeername(socket->get(), static_cast<sockaddr*>(raw), &size) == 0);
        CPPUNIT_ASSERT(net::IpAddress::from_sockaddr(peer, size) ==
                       net::IpAddress::parse("127.0.0.53"));
    }

    void reads_resolv_conf()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"127.0.0.1 "}, resolvers(""));
        CPPUNIT_ASSERT_EQUAL(std::string{"127.0.0.1 "},
                             resolvers("nameserver\nnameserver x\n#nameserver 1.1.1.1\n"));
        CPPUNIT_ASSERT_EQUAL(std::string{"9.9.9.9 2620:fe::fe 1.1.1.1 "},
                             resolvers("search a.example\nnameserver 9.9.9.9\n"
                                       "\tnameserver\t2620:fe::fe # second\r\n"
                                       "options edns0\nnameserver 1.1.1.1\nnameserver 8.8.8.8"));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(BuyerEgressTest);

} // namespace
