// The check ct as the scan runs it: a list in a file, handshakes from the board, evidence for
// buyers.
#include "forensics/ct/ct.hpp"

#include "base/fd.hpp"
#include "forensics/basket/basket.hpp"
#include "support/ct_logs.hpp"
#include "support/temp_dir.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using namespace forensics;
namespace json = base::json;

class CtCheckTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(CtCheckTest);
    CPPUNIT_TEST(without_a_list_there_is_no_verdict);
    CPPUNIT_TEST(handshakes_are_judged);
    CPPUNIT_TEST(what_timestamps_are_worth_is_told);
    CPPUNIT_TEST(the_issuer_may_stand_anywhere);
    CPPUNIT_TEST(garbage_for_a_certificate_is_no_accusation);
    CPPUNIT_TEST(no_handshake_in_time_is_no_observation);
    CPPUNIT_TEST(an_old_list_says_so);
    CPPUNIT_TEST(the_clock_is_set_right_by_ntp);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir m_directory;
    support::Authority m_authority{"Test CA"};
    support::KeyRef m_key = support::make_key();
    std::vector<support::CtLogSigner> m_logs{2};
    Basket m_basket;
    Board m_board;
    net::BuyerEgress m_egress{{}};
    const base::Instant m_now = base::SystemClock{}.now();

    void write_list(const std::string& published)
    {
        m_basket.ct_log_list_json = m_directory.file("logs.json");
        base::replace_file(
            *m_basket.ct_log_list_json,
            support::log_list({{"A", support::log_entry(m_logs[0], "a1", support::k_usable), ""},
                               {"B", support::log_entry(m_logs[1], "b1", support::k_usable), ""}},
                              published),
            0600);
    }

    [[nodiscard]] Handshake handshake(std::size_t scts, base::Instant signed_at) const
    {
        std::vector<support::EmbeddedSct> embedded;
        for (std::size_t i = 0; i < scts; ++i) embedded.push_back({&m_logs[i], signed_at});
        const auto leaf = m_authority.issue({.names = {"a.example"},
                                             .not_before = m_now - std::chrono::days{30},
                                             .not_after = m_now + std::chrono::days{60},
                                             .scts = embedded,
                                             .raw_sct_list = {}},
                                            *m_key);
        const auto text = [](const X509& certificate) {
            return std::string{base::text_of(support::der_of(certificate))};
        };
        return {.host = "a.example",
                .operator_name = "a.example",
                .endpoint = {*net::IpAddress::parse("192.0.2.1"), 443},
                .chain_der = {text(*leaf), text(m_authority.certificate())},
                .scts = {},
                .has_public_root = true,
                .is_canonical = true,
                .expects_ct = true};
    }

    [[nodiscard]] Handshake good_handshake() const
    {
        return handshake(2, m_now - std::chrono::days{30});
    }

    CheckResult run(const std::vector<Handshake>& handshakes)
    {
        for (const Handshake& each : handshakes) m_board.handshakes.publish(each);
        m_board.handshakes.close();
        return run_open();
    }

    CheckResult run_open()
    {
        return run_ct({m_basket,
                       {},
                       std::chrono::steady_clock::now() + std::chrono::seconds{5},
                       m_egress,
                       m_board});
    }

public:
    void without_a_list_there_is_no_verdict()
    {
        const auto reason = [&] {
            const auto result = run_open();
            CPPUNIT_ASSERT(result.verdict == Verdict::inconclusive);
            return std::string{result.reasons.front()};
        };
        CPPUNIT_ASSERT_EQUAL(std::string{"not_configured"}, reason());
        m_board.handshakes.close();
        m_basket.ct_log_list_json = m_directory.file("absent.json");
        CPPUNIT_ASSERT_EQUAL(std::string{"log_list_missing"}, reason());
        base::replace_file(*m_basket.ct_log_list_json, "{\"operators\":[]", 0600);
        CPPUNIT_ASSERT_EQUAL(std::string{"log_list_unreadable"}, reason());
    }

    void handshakes_are_judged()
    {
        write_list(base::to_rfc3339(m_now - std::chrono::days{3}));
        Handshake unlogged = handshake(0, m_now);
        unlogged.host = "b.example";
        const auto result = run({good_handshake(), unlogged});
        CPPUNIT_ASSERT(result.verdict == Verdict::critical);
        CPPUNIT_ASSERT_EQUAL(std::string{"not_logged"}, std::string{result.reasons.front()});
        const json_t* evidence_view = result.evidence.get();
        CPPUNIT_ASSERT(json::integer_member(evidence_view, "list_age_days") == 3);
        const json_t* hosts_view = json::array_member(evidence_view, "hosts");
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, json_array_size(hosts_view));
        const json_t* good_view = json_array_get(hosts_view, 0);
        CPPUNIT_ASSERT(json::text_member(good_view, "verdict") == "OK");
        CPPUNIT_ASSERT(json::integer_member(good_view, "sct_count") == 2);
        const json_t* sct_view = json_array_get(json::array_member(good_view, "scts"), 1);
        CPPUNIT_ASSERT(json::text_member(sct_view, "log") == "b1");
        CPPUNIT_ASSERT(json::text_member(sct_view, "operator") == "B");
        CPPUNIT_ASSERT(json::text_member(sct_view, "source") == "embedded");
        CPPUNIT_ASSERT(json::text_member(sct_view, "class") == "valid");
        CPPUNIT_ASSERT(json::text_member(json_array_get(hosts_view, 1), "finding") == "not_logged");
    }

    void what_timestamps_are_worth_is_told()
    {
        write_list(base::to_rfc3339(m_now));
        Handshake unlogged = handshake(0, m_now);
        unlogged.host = "b.example";
        Handshake ahead = handshake(2, m_now + std::chrono::days{1});
        ahead.host = "c.example"; // cannot be told without the right time
        CPPUNIT_ASSERT(!run({good_handshake(), unlogged, ahead}).is_silent);
        const auto told = m_board.timestamps.so_far();
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, told.size());
        CPPUNIT_ASSERT(told[0].host == "a.example" && told[0].has_valid_sct);
        CPPUNIT_ASSERT(told[1].host == "b.example" && !told[1].has_valid_sct);
    }

    void the_issuer_may_stand_anywhere()
    {
        write_list(base::to_rfc3339(m_now));
        Handshake mixed = good_handshake();
        const support::Authority other{"Other CA"};
        mixed.chain_der.insert(mixed.chain_der.begin() + 1, "no certificate");
        mixed.chain_der.insert(mixed.chain_der.begin() + 1,
                               std::string{base::text_of(support::der_of(other.certificate()))});
        CPPUNIT_ASSERT(run({mixed}).verdict == Verdict::ok);
    }

    void garbage_for_a_certificate_is_no_accusation()
    {
        write_list(base::to_rfc3339(m_now));
        Handshake garbage = good_handshake();
        garbage.chain_der = {"no certificate"};
        Handshake empty = good_handshake();
        empty.chain_der.clear();
        Handshake strange = good_handshake();
        strange.scts = {{"tls_extension", "garbage"}, {"invented", ""}};
        const auto result = run({garbage, empty, strange});
        CPPUNIT_ASSERT(result.verdict == Verdict::inconclusive);
        CPPUNIT_ASSERT_EQUAL(std::string{"certificate_unreadable"},
                             std::string{result.reasons.front()});
    }

    void no_handshake_in_time_is_no_observation()
    {
        write_list(base::to_rfc3339(m_now));
        // The topic is not closed.
        const auto result =
            run_ct({m_basket, {}, std::chrono::steady_clock::now(), m_egress, m_board});
        CPPUNIT_ASSERT(result.verdict == Verdict::inconclusive);
        CPPUNIT_ASSERT_EQUAL(std::string{"no_handshake"}, std::string{result.reasons.front()});
        CPPUNIT_ASSERT(result.is_silent);
    }

    void an_old_list_says_so()
    {
        write_list(base::to_rfc3339(m_now - std::chrono::days{71}));
        const auto result = run({handshake(1, m_now - std::chrono::days{1})});
        CPPUNIT_ASSERT(result.verdict == Verdict::inconclusive);
        CPPUNIT_ASSERT_EQUAL(std::string{"log_list_stale"}, std::string{result.reasons.front()});
    }

    void the_clock_is_set_right_by_ntp()
    {
        write_list(base::to_rfc3339(m_now));
        const Handshake ahead = handshake(2, m_now + std::chrono::days{1});
        CPPUNIT_ASSERT_EQUAL(std::string{"clock_suspect"},
                             std::string{run({ahead}).reasons.front()});
        m_board.clock.publish({.offset_sec = 2 * 86400.0, .error_sec = 0.01});
        CPPUNIT_ASSERT(run_open().verdict == Verdict::ok);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(CtCheckTest);

} // namespace
