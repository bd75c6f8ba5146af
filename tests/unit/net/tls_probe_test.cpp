// Looking at TLS servers, right and wrong ones.
#include "net/tls_probe.hpp"

#include "net/http_date.hpp"
#include "support/http_server.hpp"
#include "support/tls_server.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using net::TlsProbeState;
using support::TlsServer;
using Manner = TlsServer::Manner;

class TlsProbeTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(TlsProbeTest);
    CPPUNIT_TEST(what_answers_no_tls_is_told_apart);
    CPPUNIT_TEST(a_silent_server_costs_the_deadline_and_no_more);
    CPPUNIT_TEST(the_chain_is_seen_as_it_was_sent);
    CPPUNIT_TEST(all_at_once_and_in_order);
    CPPUNIT_TEST(an_answer_without_a_date_is_a_handshake);
    CPPUNIT_TEST(ports_that_listen_are_known);
    CPPUNIT_TEST(dates_of_http);
    CPPUNIT_TEST_SUITE_END();

    support::Authority m_authority{"Test CA"};
    support::KeyRef m_key = support::make_key();
    support::CertificateRef m_leaf =
        m_authority.issue({.names = {"a.example"},
                           .not_before = base::SystemClock{}.now() - std::chrono::days{1},
                           .not_after = base::SystemClock{}.now() + std::chrono::days{1},
                           .scts = {},
                           .raw_sct_list = {}},
                          *m_key);
    support::LoopbackDial m_loopback;
    int m_last = 0;

    static std::chrono::steady_clock::time_point in(std::chrono::milliseconds time)
    {
        return std::chrono::steady_clock::now() + time;
    }

    net::TlsProbe probe_of(int port)
    {
        const auto address = *net::IpAddress::parse("192.0.2." + std::to_string(++m_last));
        if (port != 0) m_loopback.lead(address, port);
        return {"a.example", {address, 443}};
    }

    [[nodiscard]] TlsServer::Shown shown(Manner manner = Manner::answers) const
    {
        return {.chain = {m_leaf.get(), &m_authority.certificate()},
                .key = m_key.get(),
                .manner = manner};
    }

    net::TlsProbeResult result_of(const TlsServer::Shown& what, std::chrono::milliseconds time)
    {
        const TlsServer server{what};
        const std::vector<net::TlsProbe> probes{probe_of(server.port())};
        return std::move(net::probe_tls(m_loopback.dial(), probes, in(time)).front());
    }

public:
    void what_answers_no_tls_is_told_apart()
    {
        const std::chrono::seconds ample{20};
        CPPUNIT_ASSERT(result_of(shown(Manner::resets), ample).state == TlsProbeState::reset);
        CPPUNIT_ASSERT(result_of(shown(Manner::babbles), ample).state ==
                       TlsProbeState::handshake_failed);
        const std::vector<net::TlsProbe> nowhere{probe_of(0)};
        CPPUNIT_ASSERT(net::probe_tls(m_loopback.dial(), nowhere, in(ample)).front().state ==
                       TlsProbeState::not_tried);
        int port = 0;
        support::listen_on_loopback(1, port).close();
        const std::vector<net::TlsProbe> refused{probe_of(port)};
        CPPUNIT_ASSERT(net::probe_tls(m_loopback.dial(), refused, in(ample)).front().state ==
                       TlsProbeState::refused);
    }

    void a_silent_server_costs_the_deadline_and_no_more()
    {
        const auto result = result_of(shown(Manner::silent), std::chrono::milliseconds{100});
        CPPUNIT_ASSERT(result.state == TlsProbeState::silent);
        CPPUNIT_ASSERT(!result.seen);
    }

    void the_chain_is_seen_as_it_was_sent()
    {
        const auto result = result_of(shown(), std::chrono::seconds{20});
        CPPUNIT_ASSERT(result.state == TlsProbeState::finished && result.seen);
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, result.seen->chain_der.size());
        CPPUNIT_ASSERT(base::text_of(support::der_of(*m_leaf)) == result.seen->chain_der[0]);
        CPPUNIT_ASSERT_EQUAL(std::string{"TLSv1.3"}, result.seen->protocol);
        CPPUNIT_ASSERT(result.seen->date);
        CPPUNIT_ASSERT_EQUAL(std::string{"1994-11-06T08:49:37.000Z"},
                             base::to_rfc3339(result.seen->date->date));
    }

    void all_at_once_and_in_order()
    {
        const TlsServer silent{shown(Manner::silent)};
        const TlsServer good{shown()};
        const TlsServer cut{shown(Manner::resets)};
        const std::vector<net::TlsProbe> probes{probe_of(silent.port()), probe_of(good.port()),
                                                probe_of(0), probe_of(cut.port())};
        const auto results =
            net::probe_tls(m_loopback.dial(), probes, in(std::chrono::milliseconds{1500}));
        CPPUNIT_ASSERT_EQUAL(std::size_t{4}, results.size());
        CPPUNIT_ASSERT(results[0].state == TlsProbeState::silent);
        CPPUNIT_ASSERT(results[1].state == TlsProbeState::finished);
        CPPUNIT_ASSERT(results[2].state == TlsProbeState::not_tried);
        CPPUNIT_ASSERT(results[3].state == TlsProbeState::reset);
    }

    void an_answer_without_a_date_is_a_handshake()
    {
        for (const std::string& head : {std::string{"HTTP/1.1 200 OK\r\n\r\n"},
                                        std::string{"HTTP/1.1 200\r\nDate: now\r\n\r\n"},
                                        std::string(20'000, 'x'), std::string{"\r\n\r\n"}}) {
            auto what = shown();
            what.head = head;
            const auto result = result_of(what, std::chrono::seconds{20});
            CPPUNIT_ASSERT(result.state == TlsProbeState::finished);
            CPPUNIT_ASSERT(!result.seen->date);
        }
    }

    void ports_that_listen_are_known()
    {
        const TlsServer server{shown(Manner::silent)};
        const std::vector<net::Endpoint> endpoints{probe_of(0).endpoint,
                                                   probe_of(server.port()).endpoint};
        const auto accepted =
            net::probe_tcp(m_loopback.dial(), endpoints, in(std::chrono::seconds{20}));
        CPPUNIT_ASSERT_EQUAL(endpoints.size(), accepted.size());
        CPPUNIT_ASSERT(!accepted[0] && accepted[1]);
        CPPUNIT_ASSERT(net::probe_tcp(m_loopback.dial(), {}, in(std::chrono::seconds{1})).empty());
    }

    void dates_of_http()
    {
        for (const char* text :
             {"", "now", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
              "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Foo 1994 08:49:37 GMT",
              "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT",
              "Sun, 06 Nov 1994 08:49:37 GMT ", "Sun, +6 Nov 1994 08:49:37 GMT"})
            CPPUNIT_ASSERT_MESSAGE(text, !net::parse_http_date(text));
        CPPUNIT_ASSERT(
            net::date_header_of("HTTP/1.1 200\r\ndate:Sun, 06 Nov 1994 08:49:37 GMT\r\n"));
        CPPUNIT_ASSERT(
            !net::date_header_of("HTTP/1.1 200\r\nX-Date: Sun, 06 Nov 1994 08:49:37 GMT"));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(TlsProbeTest);

} // namespace
