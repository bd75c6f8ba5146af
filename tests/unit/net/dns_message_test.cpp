// DNS messages as strangers send them: only an answer to our own question is one.
#include "net/dns_probe.hpp"

#include "base/fault.hpp"

#include <cppunit/extensions/HelperMacros.h>
#include <sys/socket.h>

#include <array>
#include <thread>

namespace {

using net::DnsType;

constexpr std::uint16_t k_id = 0x1234;
const net::DnsQuestion k_asked{"www.a.example", DnsType::a};

// An answer to `query`: its question, then records. Flags: response, recursion available.
base::Bytes reply_to(const base::Bytes& query, base::ByteView records, std::uint8_t count,
                     std::uint8_t rcode = 0)
{
    // Header and question, without the EDNS record at the end (11 bytes).
    base::Bytes reply{query.begin(), query.end() - 11};
    reply[2] |= 0x80U;
    reply[3] = static_cast<std::uint8_t>(0x80U | rcode);
    reply[7] = count;
    reply[11] = 0;
    reply.insert(reply.end(), records.begin(), records.end());
    return reply;
}

// An A record of the question's name.
base::Bytes record(std::uint8_t last, std::uint8_t ttl)
{
    return {0xc0, 12, 0, 1, 0, 1, 0, 0, 0, ttl, 0, 4, 9, 9, 9, last};
}

base::Bytes joined(const std::vector<base::Bytes>& parts)
{
    base::Bytes out;
    for (const base::Bytes& each : parts) out.insert(out.end(), each.begin(), each.end());
    return out;
}

class DnsMessageTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(DnsMessageTest);
    CPPUNIT_TEST(what_is_no_name_is_not_asked_for);
    CPPUNIT_TEST(garbage_is_no_reply);
    CPPUNIT_TEST(only_our_own_question_is_answered);
    CPPUNIT_TEST(addresses_of_the_asked_type_are_taken);
    CPPUNIT_TEST(extended_errors_are_read);
    CPPUNIT_TEST(every_answer_is_heard);
    CPPUNIT_TEST(silence_and_closed_ports_end_in_time);
    CPPUNIT_TEST_SUITE_END();

    const base::Bytes m_query = net::make_dns_query(k_asked, k_id);

    // Two answers to the question that comes, and before them one of a guesser.
    static void answer_thrice(const base::Fd& socket)
    {
        base::Bytes query(512);
        const auto size = ::recv(socket.get(), query.data(), query.size(), 0);
        if (size <= 0) return;
        query.resize(static_cast<std::size_t>(size));
        base::Bytes guess = reply_to(query, record(7, 60), 1);
        guess[0] ^= 1U;
        for (const base::Bytes& each :
             {guess, reply_to(query, record(1, 60), 1), reply_to(query, record(2, 60), 1)})
            static_cast<void>(::send(socket.get(), each.data(), each.size(), MSG_NOSIGNAL));
    }

public:
    void what_is_no_name_is_not_asked_for()
    {
        for (const std::string& name :
             {std::string(64, 'a') + ".example", std::string{"a..b"}, std::string(300, 'a')})
            CPPUNIT_ASSERT_THROW(net::make_dns_query({name, DnsType::a}, 1), base::Fault);
    }

    void garbage_is_no_reply()
    {
        CPPUNIT_ASSERT(!net::parse_dns_reply({}, k_asked, k_id));
        const auto good = reply_to(m_query, record(1, 60), 1);
        CPPUNIT_ASSERT(net::parse_dns_reply(good, k_asked, k_id));
        for (std::size_t size = 0; size < good.size(); ++size)
            CPPUNIT_ASSERT(!net::parse_dns_reply(base::ByteView{good}.first(size), k_asked, k_id));
        // More records promised than there are, and a name that points to itself.
        CPPUNIT_ASSERT(!net::parse_dns_reply(reply_to(m_query, record(1, 60), 2), k_asked, k_id));
        auto loop = record(1, 60);
        loop[1] = static_cast<std::uint8_t>(m_query.size() - 11);
        CPPUNIT_ASSERT(!net::parse_dns_reply(reply_to(m_query, loop, 1), k_asked, k_id));
    }

    void only_our_own_question_is_answered()
    {
        const auto good = reply_to(m_query, record(1, 60), 1);
        CPPUNIT_ASSERT(!net::parse_dns_reply(good, k_asked, k_id + 1));
        CPPUNIT_ASSERT(!net::parse_dns_reply(good, {"www.b.example", DnsType::a}, k_id));
        CPPUNIT_ASSERT(!net::parse_dns_reply(good, {"www.a.example", DnsType::aaaa}, k_id));
        CPPUNIT_ASSERT(net::parse_dns_reply(good, {"WWW.a.EXAMPLE", DnsType::a}, k_id));
        CPPUNIT_ASSERT(!net::parse_dns_reply(m_query, k_asked, k_id)); // a query is no response
    }

    void addresses_of_the_asked_type_are_taken()
    {
        auto other = record(3, 1);
        other[3] = 10; // NULL: any bytes
        const auto reply = net::parse_dns_reply(
            reply_to(m_query, joined({record(1, 60), other, record(2, 30)}), 3), k_asked, k_id);
        CPPUNIT_ASSERT(reply);
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, reply->addresses.size());
        CPPUNIT_ASSERT_EQUAL(std::string{"9.9.9.2"}, reply->addresses[1].text());
        CPPUNIT_ASSERT_EQUAL(std::uint32_t{30}, reply->ttl_sec);
        const auto none = net::parse_dns_reply(reply_to(m_query, {}, 0, 3), k_asked, k_id);
        CPPUNIT_ASSERT(none && none->rcode == 3 && none->addresses.empty());
    }

    void extended_errors_are_read()
    {
        const auto reply_with = [&](const base::Bytes& options) {
            base::Bytes edns{
                0, 0, 41, 4, 208, 0, 0, 0, 0, 0, static_cast<std::uint8_t>(options.size())};
            edns.insert(edns.end(), options.begin(), options.end());
            auto bytes = reply_to(m_query, edns, 0, 3);
            bytes[11] = 1; // an additional record
            return net::parse_dns_reply(bytes, k_asked, k_id);
        };
        CPPUNIT_ASSERT(reply_with({0, 15, 0, 2, 0, 17})->extended_error == 17);
        CPPUNIT_ASSERT(reply_with({0, 10, 0, 1, 7, 0, 15, 0, 3, 0, 15, 'x'})->extended_error == 15);
        for (const base::Bytes& options :
             {base::Bytes{}, base::Bytes{0, 15, 0, 1, 0}, base::Bytes{0, 15, 0, 9, 0, 1}})
            if (const auto reply = reply_with(options)) CPPUNIT_ASSERT(!reply->extended_error);
    }

    // The socket stays open after the first answer, and hears the second.
    void every_answer_is_heard()
    {
        std::thread resolver;
        const auto dial = [&](const net::Endpoint&) -> base::Result<base::Fd, net::EgressRefusal> {
            std::array<int, 2> ends{};
            if (::socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
                throw base::Fault::from_errno("socketpair");
            resolver = std::thread{[far_end = base::Fd{ends[1]}] { answer_thrice(far_end); }};
            return base::Fd{ends[0]};
        };
        const std::vector<net::DnsProbe> probes{{{*net::IpAddress::parse("9.9.9.9"), 53}, k_asked}};
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds{20};
        const auto results = net::probe_dns(dial, probes, {}, end);
        resolver.join();
        CPPUNIT_ASSERT(results[0].was_sent);
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, results[0].answers.size());
        CPPUNIT_ASSERT_EQUAL(std::string{"9.9.9.1"},
                             results[0].answers[0].reply.addresses[0].text());
        CPPUNIT_ASSERT_EQUAL(std::string{"9.9.9.2"},
                             results[0].answers[1].reply.addresses[0].text());
    }

    void silence_and_closed_ports_end_in_time()
    {
        const auto address = *net::IpAddress::parse("127.0.0.1");
        const auto closed = [](const net::Endpoint&) -> base::Result<base::Fd, net::EgressRefusal> {
            return base::refuse(net::EgressRefusal::not_global);
        };
        const std::vector<net::DnsProbe> probes{{{address, 53}, k_asked}};
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds{20};
        const auto refused = net::probe_dns(closed, probes, {}, end);
        CPPUNIT_ASSERT(!refused[0].was_sent);
        CPPUNIT_ASSERT(net::probe_dns(closed, {}, {}, end).empty());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(DnsMessageTest);

} // namespace
