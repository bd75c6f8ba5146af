// Controls over HTTPS: believed with a right certificate and a right answer, and not otherwise.
#include "net/doh.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"
#include "support/temp_dir.hpp"
#include "support/tls_server.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using support::TlsServer;

const net::DnsQuestion k_question{"www.a.example", net::DnsType::a};

// 9.9.9.1, to a query of id 0.
std::string answer()
{
    base::Bytes bytes = net::make_dns_query(k_question, 0);
    bytes.erase(bytes.end() - 11, bytes.end()); // without EDNS
    bytes[2] |= 0x80U;
    bytes[7] = 1;
    bytes[11] = 0;
    for (const int each : {0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 9, 9, 9, 1})
        bytes.push_back(static_cast<std::uint8_t>(each));
    return std::string{base::text_of(bytes)};
}

std::string http(const std::string& body, int status = 200)
{
    return base::concat("HTTP/1.1 ", status,
                        " X\r\nContent-Type: application/dns-message\r\nContent-Length: ",
                        body.size(), "\r\nLocation: https://other.example/\r\n\r\n", body);
}

class DohTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(DohTest);
    CPPUNIT_TEST(a_right_server_is_believed);
    CPPUNIT_TEST(a_server_of_another_root_or_name_is_not);
    CPPUNIT_TEST(what_is_no_answer_is_none);
    CPPUNIT_TEST(silence_costs_the_deadline_and_no_more);
    CPPUNIT_TEST(what_is_no_url_is_a_fault);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir m_directory;
    support::Authority m_authority{"Public CA"};
    support::KeyRef m_key = support::make_key();
    const std::string m_roots = m_directory.file("roots.pem");

    net::DohResult ask(const std::string& http_answer, const support::Authority& authority,
                       const std::string& name = "dns.example",
                       TlsServer::Manner manner = TlsServer::Manner::answers,
                       std::chrono::milliseconds time = std::chrono::seconds{20})
    {
        base::replace_file(m_roots, support::pem_of(m_authority.certificate()), 0600);
        const auto now = base::SystemClock{}.now();
        const auto leaf = authority.issue({.names = {name},
                                           .not_before = now - std::chrono::days{1},
                                           .not_after = now + std::chrono::days{1},
                                           .scts = {},
                                           .raw_sct_list = {}},
                                          *m_key);
        const TlsServer server{
            {.chain = {leaf.get()}, .key = m_key.get(), .manner = manner, .head = http_answer}};
        const auto address = *net::IpAddress::parse("192.0.2.1");
        support::LoopbackDial loopback;
        loopback.lead(address, server.port());
        const std::vector<net::DohProbe> probes{
            {"https://dns.example/dns-query", address, k_question}};
        return net::probe_doh(loopback.gate(), m_roots, probes,
                              std::chrono::steady_clock::now() + time)
            .front();
    }

public:
    void a_right_server_is_believed()
    {
        const auto result = ask(http(answer()), m_authority);
        CPPUNIT_ASSERT_EQUAL(std::string{}, result.error);
        CPPUNIT_ASSERT(result.reply);
        CPPUNIT_ASSERT_EQUAL(std::string{"9.9.9.1"}, result.reply->addresses.front().text());
    }

    void a_server_of_another_root_or_name_is_not()
    {
        const support::Authority local{"Local CA"};
        CPPUNIT_ASSERT(!ask(http(answer()), local).reply);
        CPPUNIT_ASSERT(!ask(http(answer()), m_authority, "other.example").reply);
    }

    void what_is_no_answer_is_none()
    {
        for (const std::string& text :
             {http(""), http("garbage"), http(answer(), 302), http(answer(), 500),
              http(std::string(5000, 'x')), std::string{"garbage"}}) {
            const auto result = ask(text, m_authority);
            CPPUNIT_ASSERT(!result.reply);
            CPPUNIT_ASSERT(!result.error.empty());
        }
        CPPUNIT_ASSERT(!ask("", m_authority, "dns.example", TlsServer::Manner::babbles).reply);
        CPPUNIT_ASSERT(!ask("", m_authority, "dns.example", TlsServer::Manner::resets).reply);
    }

    void silence_costs_the_deadline_and_no_more()
    {
        const auto result = ask("", m_authority, "dns.example", TlsServer::Manner::silent,
                                std::chrono::milliseconds{100});
        CPPUNIT_ASSERT(!result.reply);
    }

    void what_is_no_url_is_a_fault()
    {
        const support::LoopbackDial nowhere;
        const auto address = *net::IpAddress::parse("192.0.2.1");
        for (const char* url : {"", "dns.example", "http://dns.example/dns-query"}) {
            const std::vector<net::DohProbe> probes{{url, address, k_question}};
            CPPUNIT_ASSERT_THROW(
                net::probe_doh(nowhere.gate(), m_roots, probes, std::chrono::steady_clock::now()),
                base::Fault);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(DohTest);

} // namespace
