// The check tls against real servers: public and private roots, interceptors, wrong names and
// dates.
#include "unit/forensics/tls/tls_world.hpp"

namespace {

using namespace forensics;
using namespace tls_case;

class TlsCheckTest : public TlsWorld {
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
    CPPUNIT_TEST_SUITE_END();

public:
    void without_stores_or_hosts_there_is_no_verdict()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"not_configured"}, std::string{look().reasons.front()});
        add_host("a.example");
        m_basket.public_roots_pem.reset();
        CPPUNIT_ASSERT_EQUAL(std::string{"not_configured"}, std::string{look().reasons.front()});
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
        CPPUNIT_ASSERT_EQUAL(std::string{"local_root"}, std::string{result.reasons.front()});
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
        CPPUNIT_ASSERT_EQUAL(std::string{"server_or_path"}, std::string{result.reasons.front()});
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
                             std::string{result.reasons.front()});
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
        CPPUNIT_ASSERT_EQUAL(std::string{"unreachable"}, std::string{result.reasons.front()});
        CPPUNIT_ASSERT(result.is_silent);
        CPPUNIT_ASSERT(m_board.handshakes.so_far().empty());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(TlsCheckTest);

} // namespace
