// The check tls against real servers: public and private roots, interceptors, wrong names and
// dates.
#include "forensics/tls/tls.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"
#include "forensics/basket/basket.hpp"
#include "support/dns_server.hpp"
#include "support/temp_dir.hpp"
#include "support/tls_server.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <deque>

namespace {

using namespace forensics;
using support::TlsServer;
namespace json = base::json;

// Knows the names it is told.
class FixedResolver final : public net::Resolver {
public:
    std::map<std::string, net::IpAddress> known;

    std::vector<net::Lookup> lookup(std::span<const std::string> names,
                                    std::chrono::steady_clock::time_point) override
    {
        std::vector<net::Lookup> answers;
        for (const std::string& name : names) {
            const auto at = known.find(name);
            if (at == known.end())
                answers.emplace_back(base::refuse(net::LookupRefusal::no_answer));
            else
                answers.emplace_back(std::vector{at->second});
        }
        return answers;
    }
};

struct Faked {
    const support::Authority* authority = nullptr; // nullptr: the public one
    std::string name;                              // empty: the host's
    int days_left = 60;
    bool with_proxy_key = false;
};

class TlsCheckTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(TlsCheckTest);
    CPPUNIT_TEST(without_stores_or_hosts_there_is_no_verdict);
    CPPUNIT_TEST(a_store_that_cannot_be_read_is_a_fault);
    CPPUNIT_TEST(public_certificates_are_fine);
    CPPUNIT_TEST(a_root_that_only_this_host_trusts_is_interception);
    CPPUNIT_TEST(an_interceptor_of_one_host_is_found);
    CPPUNIT_TEST(wrong_names_and_dates_are_told_apart);
    CPPUNIT_TEST(an_expired_certificate_may_be_a_wrong_clock);
    CPPUNIT_TEST(a_valid_certificate_may_be_a_slow_clock);
    CPPUNIT_TEST(a_stranger_may_sign_himself);
    CPPUNIT_TEST(an_address_is_judged_by_a_certificate_that_names_it);
    CPPUNIT_TEST(known_interceptors_are_named);
    CPPUNIT_TEST(pins_are_advice);
    CPPUNIT_TEST(old_tls_is_compared_with_what_is_known);
    CPPUNIT_TEST(a_short_path_is_found_for_hosts_that_were_not_traced);
    CPPUNIT_TEST(handshakes_and_dates_are_published);
    CPPUNIT_TEST(an_offline_host_observes_nothing);
    CPPUNIT_TEST(both_families_of_a_target_are_told_apart);
    CPPUNIT_TEST(what_a_server_staples);
    CPPUNIT_TEST(only_the_ca_revokes);
    CPPUNIT_TEST(controls_of_dns_are_judged_too);
    CPPUNIT_TEST(who_expects_quic_and_gets_none_is_told);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir m_directory;
    support::Authority m_public{"Public CA"};
    support::Authority m_local{"Local Proxy CA"};
    support::KeyRef m_proxy_key = support::make_key();
    std::deque<TlsServer> m_servers;
    std::deque<support::KeyRef> m_keys;
    std::deque<support::CertificateRef> m_leaves;
    support::LoopbackDial m_loopback;
    net::DatagramDial m_datagrams = [](const net::Endpoint&) {
        return base::refuse(net::EgressRefusal::unreachable);
    };
    FixedResolver m_resolver;
    Basket m_basket;
    Board m_board;
    net::BuyerEgress m_egress{{}};
    std::vector<Target> m_targets;
    const base::Instant m_now = base::SystemClock{}.now();
    int m_last = 0;

    // A server for `host` at an address of its own.
    net::IpAddress serve(const std::string& host, const Faked& faked = {})
    {
        const auto& authority = faked.authority != nullptr ? *faked.authority : m_public;
        m_keys.push_back(support::make_key());
        EVP_PKEY& key = faked.with_proxy_key ? *m_proxy_key : *m_keys.back();
        m_leaves.push_back(authority.issue({.names = {faked.name.empty() ? host : faked.name},
                                            .not_before = m_now - std::chrono::days{30},
                                            .not_after = m_now + std::chrono::days{faked.days_left},
                                            .scts = {},
                                            .raw_sct_list = {}},
                                           key));
        m_servers.emplace_back(TlsServer::Shown{.chain = {m_leaves.back().get()}, .key = &key});
        const auto address = *net::IpAddress::parse(base::concat("192.0.2.", ++m_last));
        m_loopback.lead(address, m_servers.back().port());
        return address;
    }

    void add_host(const std::string& host, const Faked& faked = {})
    {
        m_basket.tls->hosts.push_back({.host = host,
                                       .port = 443,
                                       .address = serve(host, faked),
                                       .expect_ct = true,
                                       .operator_name = host});
    }

    void add_target(const std::string& host, const Faked& faked = {})
    {
        m_targets.push_back({host, {serve(host, faked)}});
    }

    void pin(const std::string& host, const std::string& members)
    {
        m_basket.pins_json = m_directory.file("pins.json");
        base::replace_file(*m_basket.pins_json,
                           base::concat(R"({"schema_version":1,"hosts":[{"host":")", host,
                                        R"(","expires":"2100-01-01T00:00:00Z",)", members, "}]}"),
                           0600);
    }

    CheckResult look()
    {
        // The other checks have nothing to say unless a test has said it.
        m_board.names.close();
        m_board.distances.close();
        m_board.timestamps.close();
        m_board.clock.close();
        return look_at_tls({m_basket, m_targets,
                            std::chrono::steady_clock::now() + std::chrono::seconds{10}, m_egress,
                            m_board},
                           {m_loopback.dial(), m_datagrams, m_resolver});
    }

    static std::string member_of(const CheckResult& result, std::size_t host, const char* key)
    {
        const json_t* hosts_view = json::array_member(result.evidence.get(), "hosts");
        return std::string{
            json::text_member(json_array_get(hosts_view, host), key).value_or("(none)")};
    }

public:
    void setUp() override
    {
        m_basket.tls.emplace();
        m_basket.public_roots_pem = m_directory.file("public.pem");
        m_basket.trust_store_pem = m_directory.file("system.pem");
        const std::string common = support::pem_of(m_public.certificate());
        base::replace_file(*m_basket.public_roots_pem, common, 0600);
        base::replace_file(*m_basket.trust_store_pem,
                           common + support::pem_of(m_local.certificate()), 0600);
    }

    void without_stores_or_hosts_there_is_no_verdict()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"not_configured"}, look().reasons.front());
        add_host("a.example");
        m_basket.public_roots_pem.reset();
        CPPUNIT_ASSERT_EQUAL(std::string{"not_configured"}, look().reasons.front());
    }

    void a_store_that_cannot_be_read_is_a_fault()
    {
        add_host("a.example");
        for (const char* content : {"", "no certificate", "-----BEGIN CERTIFICATE-----\nAA"}) {
            base::replace_file(*m_basket.public_roots_pem, content, 0600);
            CPPUNIT_ASSERT_THROW(look(), base::Fault);
        }
    }

    void public_certificates_are_fine()
    {
        add_host("a.example");
        add_host("b.example");
        m_basket.tls->hosts[1].address.reset(); // to be looked up
        m_resolver.known.insert({"b.example", *net::IpAddress::parse("192.0.2.2")});
        const auto result = look();
        CPPUNIT_ASSERT(result.verdict == Verdict::ok);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(1.0, result.confidence, 1e-9);
        CPPUNIT_ASSERT_EQUAL(std::string{"public"}, member_of(result, 0, "class"));
        CPPUNIT_ASSERT_EQUAL(std::string{"TLSv1.3"}, member_of(result, 1, "protocol"));
        CPPUNIT_ASSERT_EQUAL(std::string{"CN=Public CA"}, member_of(result, 1, "issuer"));
        CPPUNIT_ASSERT_EQUAL(std::size_t{64}, member_of(result, 0, "root_sha256").size());
        CPPUNIT_ASSERT_EQUAL(std::string{""}, member_of(result, 0, "verify_error"));
    }

    void a_root_that_only_this_host_trusts_is_interception()
    {
        const Faked proxied{.authority = &m_local, .name = {}, .with_proxy_key = true};
        add_host("a.example", proxied);
        add_host("b.example", proxied);
        const auto result = look();
        CPPUNIT_ASSERT(result.verdict == Verdict::critical);
        CPPUNIT_ASSERT_EQUAL(std::string{"local_root"}, result.reasons.front());
        // Key and issuer are shared, and there is no SCT: four signs.
        CPPUNIT_ASSERT_DOUBLES_EQUAL(0.97, result.confidence, 1e-9);
        CPPUNIT_ASSERT(!m_board.handshakes.so_far().front().has_public_root);
    }

    void an_interceptor_of_one_host_is_found()
    {
        const support::Authority unknown{"Nobody's CA"};
        add_host("a.example");
        add_host("b.example", {.authority = &unknown, .name = {}});
        add_host("c.example");
        const auto result = look();
        CPPUNIT_ASSERT(result.verdict == Verdict::critical);
        CPPUNIT_ASSERT_EQUAL(std::string{"untrusted"}, member_of(result, 1, "class"));
        CPPUNIT_ASSERT_EQUAL(std::string{"OK"}, member_of(result, 0, "verdict"));
        CPPUNIT_ASSERT(result.confidence >= 0.75);
    }

    void wrong_names_and_dates_are_told_apart()
    {
        add_host("a.example", {.authority = nullptr, .name = "other.example"});
        add_host("b.example", {.authority = nullptr, .name = {}, .days_left = -1});
        add_host("c.example", {.authority = nullptr, .name = "other.example", .days_left = -1});
        const auto result = look();
        CPPUNIT_ASSERT_EQUAL(std::string{"name_mismatch"}, member_of(result, 0, "class"));
        CPPUNIT_ASSERT_EQUAL(std::string{"expired"}, member_of(result, 1, "class"));
        CPPUNIT_ASSERT_EQUAL(std::string{"name_mismatch"}, member_of(result, 2, "class"));
        CPPUNIT_ASSERT_EQUAL(std::string{"WARN"}, member_of(result, 1, "verdict"));
        CPPUNIT_ASSERT_EQUAL(std::string{"certificate has expired"},
                             member_of(result, 1, "verify_error"));
        for (const Handshake& each : m_board.handshakes.so_far())
            CPPUNIT_ASSERT(each.has_public_root);
    }

    void an_expired_certificate_may_be_a_wrong_clock()
    {
        add_host("a.example", {.authority = nullptr, .name = {}, .days_left = -1});
        m_board.clock.publish({.offset_sec = -10 * 86400.0, .error_sec = 0.01});
        const auto result = look();
        CPPUNIT_ASSERT(result.verdict == Verdict::ok);
        CPPUNIT_ASSERT_EQUAL(std::string{"public"}, member_of(result, 0, "class"));
        CPPUNIT_ASSERT_EQUAL(std::string{"expired"}, member_of(result, 0, "class_by_own_clock"));
    }

    // A clock that is slow makes what has expired look good.
    void a_valid_certificate_may_be_a_slow_clock()
    {
        add_host("a.example", {.authority = nullptr, .name = {}, .days_left = 5});
        m_board.clock.publish({.offset_sec = 10 * 86400.0, .error_sec = 0.01});
        const auto result = look();
        CPPUNIT_ASSERT(result.verdict == Verdict::warn);
        CPPUNIT_ASSERT_EQUAL(std::string{"expired"}, member_of(result, 0, "class"));
        CPPUNIT_ASSERT_EQUAL(std::string{"public"}, member_of(result, 0, "class_by_own_clock"));
    }

    void a_stranger_may_sign_himself()
    {
        const support::Authority own{"Own CA"};
        add_host("a.example");
        add_host("b.example");
        add_host("c.example"); // a third is no control
        add_target("t.example", {.authority = &own, .name = {}});
        const auto result = look();
        CPPUNIT_ASSERT(result.verdict == Verdict::warn);
        CPPUNIT_ASSERT_EQUAL(std::string{"server_or_path"}, result.reasons.front());
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, m_board.handshakes.so_far().size());
        CPPUNIT_ASSERT_EQUAL(std::string{"t.example"}, member_of(result, 0, "host"));
    }

    void an_address_is_judged_by_a_certificate_that_names_it()
    {
        const Faked another{.authority = nullptr, .name = "other.example"};
        add_host("a.example");
        add_target("192.0.2.2");
        add_target("192.0.2.3", another);
        add_target("2001:db8::5", {.authority = nullptr, .name = another.name, .days_left = -1});
        const auto result = look();
        CPPUNIT_ASSERT(result.verdict == Verdict::ok);
        CPPUNIT_ASSERT_EQUAL(std::string{"public"}, member_of(result, 0, "class"));
        for (std::size_t i = 0; i < 3; ++i) // an address does not tell whose it is
            CPPUNIT_ASSERT_EQUAL(std::string{"(none)"}, member_of(result, i, "operator"));
        for (std::size_t i = 1; i < 3; ++i) {
            CPPUNIT_ASSERT_EQUAL(std::string{"name_not_judged"}, member_of(result, i, "class"));
            CPPUNIT_ASSERT_EQUAL(std::string{"INCONCLUSIVE"}, member_of(result, i, "verdict"));
            CPPUNIT_ASSERT_EQUAL(std::string{"CN=Public CA"}, member_of(result, i, "issuer"));
        }
        // An operator who has put an address into the basket says whose certificate it shows.
        add_host("192.0.2.5", another);
        CPPUNIT_ASSERT(look().verdict == Verdict::critical);
    }

    void known_interceptors_are_named()
    {
        m_basket.interception_issuers_json = m_directory.file("issuers.json");
        base::replace_file(*m_basket.interception_issuers_json,
                           R"({"schema_version":1,"issuers":[{"product":"Some Proxy",)"
                           R"("kind":"debugging","contains":["SOME PROXY","x"]}]})",
                           0600);
        const support::Authority proxy{"some proxy root 7"};
        add_host("a.example");
        add_target("t.example", {.authority = &proxy, .name = {}});
        const auto result = look();
        CPPUNIT_ASSERT(result.verdict == Verdict::critical);
        CPPUNIT_ASSERT_EQUAL(std::string{"Some Proxy"}, member_of(result, 0, "interceptor"));
        // A list that is none changes no verdict of another kind.
        base::replace_file(*m_basket.interception_issuers_json, "[]", 0600);
        CPPUNIT_ASSERT(look().verdict == Verdict::warn);
    }

    void pins_are_advice()
    {
        add_host("a.example");
        add_host("b.example");
        pin("a.example", R"("issuers":["Public CA"])");
        CPPUNIT_ASSERT(look().reasons.empty());
        // The server shows no SCT at all.
        pin("a.example", R"("issuers":["Former CA"])");
        const auto result = look();
        CPPUNIT_ASSERT(result.verdict == Verdict::critical);
        CPPUNIT_ASSERT_EQUAL(std::string{"targeted_interception_suspected"},
                             result.reasons.front());
        CPPUNIT_ASSERT_EQUAL(std::string{"all_differs"}, member_of(result, 0, "pin"));
        CPPUNIT_ASSERT_EQUAL(std::string{"OK"}, member_of(result, 1, "verdict"));
        // Nothing is known of a buyer's host, and nothing by a file that is none.
        m_basket.tls->hosts.erase(m_basket.tls->hosts.begin());
        add_target("a.example");
        CPPUNIT_ASSERT(look().verdict == Verdict::ok);
        m_targets.clear();
        pin("b.example", R"("issuers":["Former CA"],"spki_sha256":["00"])");
        CPPUNIT_ASSERT(look().verdict == Verdict::ok);
    }

    void old_tls_is_compared_with_what_is_known()
    {
        add_host("a.example");
        add_host("b.example");
        pin("a.example", R"("least_version":"TLSv1.3")");
        const auto result = look();
        CPPUNIT_ASSERT(result.verdict == Verdict::ok && result.reasons.empty());
    }

    void a_short_path_is_found_for_hosts_that_were_not_traced()
    {
        const support::Authority unknown{"Nobody's CA"};
        add_host("a.example", {.authority = &unknown, .name = {}});
        const auto traced = [&](const char* address, int hops_missing) {
            m_board.distances.publish(
                {.target = *net::IpAddress::parse(address), .hops_missing = hops_missing});
        };
        const auto ends_early = [](const CheckResult& result) {
            return std::find(result.reasons.begin(), result.reasons.end(), "tcp_ends_early") !=
                   result.reasons.end();
        };
        m_basket.route.emplace();
        traced("198.51.100.1", 2);
        CPPUNIT_ASSERT(!ends_early(look())); // one path alone may be odd by itself
        traced("198.51.100.2", 3);
        CPPUNIT_ASSERT(ends_early(look()));
        traced("198.51.100.3", 1);
        CPPUNIT_ASSERT(!ends_early(look()));
        traced("192.0.2.1", 4); // its own
        CPPUNIT_ASSERT(ends_early(look()));
        m_basket.route->tcp_port = 80; // a proxy of plain HTTP says nothing of TLS
        CPPUNIT_ASSERT(!ends_early(look()));
    }

    void handshakes_and_dates_are_published()
    {
        add_host("a.example");
        add_host("b.example", {.authority = &m_local, .name = {}});
        static_cast<void>(look());
        const auto handshakes = m_board.handshakes.so_far();
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, handshakes.size());
        // The server sent its leaf only; the issuer was found in the store.
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, handshakes[0].chain_der.size());
        CPPUNIT_ASSERT(handshakes[0].has_public_root && handshakes[0].expects_ct);
        const auto dates = m_board.https_dates.so_far();
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, dates.size());
        CPPUNIT_ASSERT_EQUAL(std::string{"a.example"}, dates[0].host);
        CPPUNIT_ASSERT(dates[0].local_ahead_sec > 31 * 365 * 86400.0); // it answers from 1994
    }

    void an_offline_host_observes_nothing()
    {
        add_host("a.example");
        m_basket.tls->hosts[0].address = *net::IpAddress::parse("192.0.2.200");
        m_basket.tls->hosts.push_back(
            {.host = "b.example", .address = {}, .expect_ct = true, .operator_name = "b.example"});
        const auto result = look();
        CPPUNIT_ASSERT(result.verdict == Verdict::inconclusive);
        CPPUNIT_ASSERT_EQUAL(std::string{"unreachable"}, result.reasons.front());
        CPPUNIT_ASSERT(result.is_silent);
        CPPUNIT_ASSERT(m_board.handshakes.so_far().empty());
    }

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
        CPPUNIT_ASSERT_EQUAL(std::string{"quic_blocked"}, blocked.reasons.front());
        CPPUNIT_ASSERT_EQUAL(std::string{"OK"}, member_of(blocked, 0, "verdict"));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(TlsCheckTest);

} // namespace
