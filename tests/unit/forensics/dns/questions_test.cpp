// How long a true answer is waited for behind a forged one.
#include "forensics/dns/questions.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using namespace forensics;
using std::chrono::milliseconds;

class DnsQuestionsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(DnsQuestionsTest);
    CPPUNIT_TEST(without_a_control_the_wait_is_longest);
    CPPUNIT_TEST(the_wait_grows_with_the_distance_of_the_controls);
    CPPUNIT_TEST(controls_are_dialled_where_their_urls_say);
    CPPUNIT_TEST_SUITE_END();

public:
    void without_a_control_the_wait_is_longest()
    {
        CPPUNIT_ASSERT(hold_on_for(std::nullopt, {}) == milliseconds{1500});
        const net::Dial nowhere =
            [](const net::Endpoint&) -> base::Result<base::Fd, net::EgressRefusal> {
            return base::refuse(net::EgressRefusal::unreachable);
        };
        const std::vector<ControlDoh> controls{
            {"https://dns.example/dns-query", *net::IpAddress::parse("192.0.2.1")}};
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds{20};
        CPPUNIT_ASSERT(!round_trip_to(nowhere, controls, end));
        CPPUNIT_ASSERT(!round_trip_to(nowhere, {}, end));
    }

    void the_wait_grows_with_the_distance_of_the_controls()
    {
        CPPUNIT_ASSERT(hold_on_for(milliseconds{0}, {}) == milliseconds{500});
        CPPUNIT_ASSERT(hold_on_for(milliseconds{100}, {}) == milliseconds{500});
        CPPUNIT_ASSERT(hold_on_for(milliseconds{101}, {}) == milliseconds{502});
        CPPUNIT_ASSERT(hold_on_for(milliseconds{600}, {}) == milliseconds{1500});
        CPPUNIT_ASSERT(hold_on_for(milliseconds{5000}, {}) == milliseconds{1500});
    }

    void controls_are_dialled_where_their_urls_say()
    {
        const std::vector<ControlDoh> controls{
            {"https://a.example/dns-query", *net::IpAddress::parse("192.0.2.1")},
            {"https://b.example:8443/dns-query", *net::IpAddress::parse("192.0.2.2")}};
        std::vector<std::uint16_t> ports;
        const net::Dial dial =
            [&ports](const net::Endpoint& to) -> base::Result<base::Fd, net::EgressRefusal> {
            ports.push_back(to.port);
            return base::refuse(net::EgressRefusal::unreachable);
        };
        CPPUNIT_ASSERT(!round_trip_to(dial, controls, std::chrono::steady_clock::now()));
        CPPUNIT_ASSERT((ports == std::vector<std::uint16_t>{443, 8443}));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(DnsQuestionsTest);

} // namespace
