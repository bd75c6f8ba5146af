// The check tls beyond chain and name: both families, staples, the controls of dns, QUIC.
#include "unit/forensics/tls/tls_world.hpp"

namespace {

using namespace forensics;
using namespace tls_case;

class TlsReachTest : public TlsWorld {
    CPPUNIT_TEST_SUITE(TlsReachTest);
    CPPUNIT_TEST(both_families_of_a_target_are_told_apart);
    CPPUNIT_TEST(what_a_server_staples);
    CPPUNIT_TEST(only_the_ca_revokes);
    CPPUNIT_TEST(controls_of_dns_are_judged_too);
    CPPUNIT_TEST(who_expects_quic_and_gets_none_is_told);
    CPPUNIT_TEST_SUITE_END();

public:
    void both_families_of_a_target_are_told_apart()
    {
        const auto v6 = *net::IpAddress::parse("2600::1");
        add_host("a.example");
        add_target("b.example");
        m_targets[0].addresses.push_back(v6);
        // Without a way by IPv6 there is nothing to be said of it, and nothing is missing.
        const auto v4_only = look();
        CPPUNIT_ASSERT(v4_only.verdict == Verdict::ok);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(1.0, v4_only.confidence, 1e-9);
        CPPUNIT_ASSERT_EQUAL(std::string{"2600::1"}, member_of(v4_only, 1, "ip"));
        CPPUNIT_ASSERT_EQUAL(std::string{"not_tried"}, member_of(v4_only, 1, "class"));
        serve("b.example", {.authority = &m_local, .name = {}});
        m_loopback.lead(v6, m_servers.back().port());
        const auto taken = look();
        CPPUNIT_ASSERT(taken.verdict == Verdict::critical);
        CPPUNIT_ASSERT_EQUAL(std::string{"OK"}, member_of(taken, 0, "verdict"));
        CPPUNIT_ASSERT_EQUAL(std::string{"CRITICAL"}, member_of(taken, 1, "verdict"));
    }

    void what_a_server_staples()
    {
        add_target("a.example");
        const X509& leaf = *m_leaves.back();
        const auto said = [&](const std::string& staple) {
            const TlsServer server{
                TlsServer::Shown{.chain = {&leaf}, .key = m_keys.back().get(), .staple = staple}};
            m_loopback.lead(m_targets[0].addresses[0], server.port());
            const auto result = look();
            return base::concat(name_of(result.verdict), " ", member_of(result, 0, "revocation"),
                                " ", member_of(result, 0, "reason"));
        };
        CPPUNIT_ASSERT_EQUAL(std::string{"OK not_stapled "}, said(""));
        CPPUNIT_ASSERT_EQUAL(std::string{"OK good "}, said(m_public.staple(leaf, false)));
        CPPUNIT_ASSERT_EQUAL(std::string{"WARN revoked revoked"},
                             said(m_public.staple(leaf, true)));
        CPPUNIT_ASSERT_EQUAL(std::string{"OK unusable "}, said("garbage"));
    }

    void only_the_ca_revokes()
    {
        add_target("a.example");
        add_target("b.example");
        const RootStore roots{*m_basket.public_roots_pem};
        const auto der = [](const X509& one) {
            return std::string{base::text_of(support::der_of(one))};
        };
        const std::vector<std::string> chain{der(*m_leaves[0]), der(m_public.certificate())};
        const auto judged = [&](const std::string& staple) {
            return judge_staple(staple, chain, roots, m_now);
        };
        CPPUNIT_ASSERT(judged(m_public.staple(*m_leaves[0], true)) == Revocation::revoked);
        // Its word of long ago holds when it revokes, and not when it does not.
        CPPUNIT_ASSERT(judged(m_public.staple(*m_leaves[0], true, 0)) == Revocation::revoked);
        CPPUNIT_ASSERT(judged(m_public.staple(*m_leaves[0], false, 0)) == Revocation::unusable);
        CPPUNIT_ASSERT(judged(m_public.staple(*m_leaves[1], true)) == Revocation::unusable);
        CPPUNIT_ASSERT(judged(m_local.staple(*m_leaves[0], true)) == Revocation::unusable);
        const std::string whole = m_public.staple(*m_leaves[0], true);
        // The signed part is at the beginning.
        for (std::size_t at = 0; at < 100; ++at) {
            std::string broken = whole;
            broken[at] = static_cast<char>(broken[at] ^ 1);
            CPPUNIT_ASSERT(judged(broken) != Revocation::revoked);
        }
        for (std::size_t size = 0; size < whole.size(); ++size)
            CPPUNIT_ASSERT(judged(whole.substr(0, size)) != Revocation::revoked);
    }

    // What answers for the controls of the check dns could say anything.
    void controls_of_dns_are_judged_too()
    {
        add_host("a.example");
        ControlDoh control{.url = "https://dns.example:443/dns-query",
                           .address = serve("dns.example"),
                           .host = "dns.example",
                           .operator_name = "control",
                           .expect_dot = true};
        m_basket.dns.emplace();
        m_basket.dns->control_doh = {control};
        const auto good = look();
        CPPUNIT_ASSERT(good.verdict == Verdict::ok);
        CPPUNIT_ASSERT_EQUAL(std::string{"dns_over_https"}, member_of(good, 1, "role"));
        CPPUNIT_ASSERT_EQUAL(std::string{"dns_over_tls"}, member_of(good, 2, "role"));
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, m_board.handshakes.so_far().size());
        control.address = serve("dns.example", {.authority = &m_local, .name = {}});
        m_basket.dns->control_doh = {control};
        const auto taken = look();
        CPPUNIT_ASSERT(taken.verdict == Verdict::critical);
        CPPUNIT_ASSERT_EQUAL(std::string{"local_root"}, member_of(taken, 1, "reason"));
        CPPUNIT_ASSERT_EQUAL(std::string{"OK"}, member_of(taken, 0, "verdict"));
    }

    void who_expects_quic_and_gets_none_is_told()
    {
        for (const char* host : {"a.example", "b.example"}) {
            add_host(host);
            m_basket.tls->hosts.back().expect_quic = true;
        }
        const support::DnsServer speaker{[](base::ByteView packet) {
            // Version Negotiation: the ids change their places.
            base::Bytes out{0x80, 0, 0, 0, 0, 8};
            out.insert(out.end(), packet.begin() + 15, packet.begin() + 23);
            out.push_back(8);
            out.insert(out.end(), packet.begin() + 6, packet.begin() + 14);
            return std::vector<base::Bytes>{base::Bytes(30, 0x80), out};
        }};
        m_datagrams = [&](const net::Endpoint&) { return speaker.connect(); };
        CPPUNIT_ASSERT(look().verdict == Verdict::ok);
        const support::DnsServer garbled{[](base::ByteView packet) {
            return std::vector<base::Bytes>{
                {}, {0x80}, base::Bytes(30, 0x80), {packet.begin(), packet.end()}};
        }};
        m_datagrams = [&](const net::Endpoint& to) {
            return to.address == m_basket.tls->hosts[1].address ? garbled.connect()
                                                                : speaker.connect();
        };
        const auto blocked = look();
        CPPUNIT_ASSERT(blocked.verdict == Verdict::warn);
        CPPUNIT_ASSERT_EQUAL(std::string{"quic_blocked"}, std::string{blocked.reasons.front()});
        CPPUNIT_ASSERT_EQUAL(std::string{"OK"}, member_of(blocked, 0, "verdict"));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(TlsReachTest);

} // namespace
