// What is made of certificates, host by host and of all together.
#include "unit/forensics/tls/tls_seen.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <algorithm>

namespace {

using namespace forensics;

using namespace tls_case;

Validity made(std::chrono::seconds ago, std::chrono::seconds life)
{
    return {k_seen_at - ago, k_seen_at - ago + life};
}

bool has(const std::vector<forensics::Reason>& words, const char* word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

class TlsRulesTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(TlsRulesTest);
    CPPUNIT_TEST(hosts_of_the_basket_have_no_excuse);
    CPPUNIT_TEST(hosts_of_buyers_may_be_wrong_themselves);
    CPPUNIT_TEST(one_key_for_all_is_an_interceptor);
    CPPUNIT_TEST(sites_that_share_a_server_are_none);
    CPPUNIT_TEST(self_signed_defaults_share_no_issuer);
    CPPUNIT_TEST(a_public_certificate_may_still_be_made_for_one_victim);
    CPPUNIT_TEST(hosts_rotate_their_keys);
    CPPUNIT_TEST(old_tls_everywhere_is_the_path);
    CPPUNIT_TEST(a_certificate_that_does_not_name_an_address_is_not_judged);
    CPPUNIT_TEST(it_counts_for_neither_half);
    CPPUNIT_TEST(unless_something_else_speaks);
    CPPUNIT_TEST(addresses_are_not_known_to_be_unrelated);
    CPPUNIT_TEST(signals_support);
    CPPUNIT_TEST(made_just_now_is_a_share_of_the_life);
    CPPUNIT_TEST(the_worst_host_decides);
    CPPUNIT_TEST(silence_is_no_observation);
    CPPUNIT_TEST_SUITE_END();

public:
    void hosts_of_the_basket_have_no_excuse()
    {
        using enum TlsClass;
        const auto verdict = [](TlsClass kind) { return first_of({seen("a", kind)}).verdict; };
        CPPUNIT_ASSERT(verdict(is_public) == Verdict::ok);
        for (const TlsClass kind : {local_root, untrusted, name_mismatch})
            CPPUNIT_ASSERT(verdict(kind) == Verdict::critical);
        CPPUNIT_ASSERT(verdict(expired) == Verdict::warn);
        for (const TlsClass kind : {handshake_failed, unreachable})
            CPPUNIT_ASSERT(verdict(kind) == Verdict::inconclusive);
    }

    void hosts_of_buyers_may_be_wrong_themselves()
    {
        using enum TlsClass;
        const auto verdict = [](TlsClass kind) {
            return first_of({custom("a", kind), seen("control", is_public)}).verdict;
        };
        CPPUNIT_ASSERT(verdict(is_public) == Verdict::ok);
        CPPUNIT_ASSERT(verdict(local_root) == Verdict::critical);
        for (const TlsClass kind : {untrusted, name_mismatch, expired})
            CPPUNIT_ASSERT(verdict(kind) == Verdict::warn);
        CPPUNIT_ASSERT(verdict(unreachable) == Verdict::inconclusive);

        TlsHostSeen known = custom("a", untrusted);
        known.interceptor = "Some Proxy";
        CPPUNIT_ASSERT(first_of({known}).verdict == Verdict::critical);
        // A control that is wrong too says that it is the path.
        CPPUNIT_ASSERT(first_of({custom("a", untrusted), seen("control", untrusted)}).verdict ==
                       Verdict::critical);
        TlsHostSeen one = custom("a", untrusted);
        TlsHostSeen two = custom("b", untrusted);
        two.issuer = one.issuer;
        CPPUNIT_ASSERT(first_of({one, two}).verdict == Verdict::critical);
        two.operator_name = one.operator_name;
        CPPUNIT_ASSERT(first_of({one, two}).verdict == Verdict::warn);
    }

    void one_key_for_all_is_an_interceptor()
    {
        TlsHostSeen one = seen("a", TlsClass::is_public);
        TlsHostSeen two = seen("b", TlsClass::is_public);
        two.key_digest = one.key_digest;
        const auto verdict = first_of({one, two});
        CPPUNIT_ASSERT(verdict.verdict == Verdict::critical);
        CPPUNIT_ASSERT_EQUAL(std::string{"same_key_on_unrelated_hosts"},
                             std::string{verdict.reason});
        two.operator_name = one.operator_name;
        CPPUNIT_ASSERT(first_of({one, two}).verdict == Verdict::ok);
    }

    // A buyer's hosts may well be of one owner, behind one certificate, or parked side by side.
    void sites_that_share_a_server_are_none()
    {
        for (const TlsClass kind : {TlsClass::is_public, TlsClass::name_mismatch}) {
            TlsHostSeen one = custom("a", kind);
            TlsHostSeen two = custom("b", kind);
            two.key_digest = one.key_digest;
            two.issuer = one.issuer;
            CPPUNIT_ASSERT(first_of({one, two}).verdict != Verdict::critical);
        }
    }

    void self_signed_defaults_share_no_issuer()
    {
        TlsHostSeen one = custom("a", TlsClass::untrusted);
        TlsHostSeen two = custom("b", TlsClass::untrusted);
        one.issuer.clear();
        two.issuer.clear();
        CPPUNIT_ASSERT(first_of({one, two}).verdict == Verdict::warn);
    }

    void a_public_certificate_may_still_be_made_for_one_victim()
    {
        using enum PinMatch;
        struct Row {
            PinMatch pin;
            Timestamps timestamps;
            int hops_missing;
            bool is_critical;
        };
        const Row rows[] = {
            {all_differs, Timestamps::none, 0, true},
            {all_differs, Timestamps::invalid, 0, true},
            {all_differs, Timestamps::valid, 2, true},
            {all_differs, Timestamps::unjudged, 2, true},
            {all_differs, Timestamps::valid, 1, false},
            {all_differs, Timestamps::unjudged, 0, false},
            {key_differs, Timestamps::none, 2, false},
            {as_pinned, Timestamps::none, 2, false},
            {unknown, Timestamps::none, 2, false},
        };
        for (const TlsClass kind : {TlsClass::is_public, TlsClass::expired})
            for (const Row& row : rows) {
                TlsHostSeen host = seen("a", kind);
                host.pin = row.pin;
                host.timestamps = row.timestamps;
                host.hops_missing = row.hops_missing;
                const auto verdict = first_of({host});
                CPPUNIT_ASSERT_EQUAL(row.is_critical, verdict.verdict == Verdict::critical);
                CPPUNIT_ASSERT_EQUAL(row.is_critical,
                                     verdict.reason == "targeted_interception_suspected");
            }
        TlsHostSeen host = seen("a", TlsClass::is_public);
        host.pin = all_differs;
        host.timestamps = Timestamps::invalid;
        host.hops_missing = 2;
        const auto signals = first_of({host}).signals;
        CPPUNIT_ASSERT(has(signals, "no_valid_sct") && has(signals, "tcp_ends_early"));
        CPPUNIT_ASSERT(!has(signals, "pin_differs")); // the reason says it
        host.kind = TlsClass::untrusted;
        CPPUNIT_ASSERT(has(first_of({host}).signals, "pin_differs"));
        // Of a buyer's host we know nothing beforehand.
        host.kind = TlsClass::is_public;
        host.is_canonical = false;
        CPPUNIT_ASSERT(first_of({host}).verdict == Verdict::ok);
    }

    void hosts_rotate_their_keys()
    {
        const auto note = [](PinMatch pin, Timestamps timestamps) {
            TlsHostSeen host = seen("a", TlsClass::is_public);
            host.pin = pin;
            host.timestamps = timestamps;
            const auto result = judge({host});
            CPPUNIT_ASSERT(result.verdict == Verdict::ok);
            return result.reasons.empty() ? std::string{} : std::string{result.reasons.front()};
        };
        const std::string rotated{"key_rotated"};
        CPPUNIT_ASSERT_EQUAL(rotated, note(PinMatch::key_differs, Timestamps::valid));
        CPPUNIT_ASSERT_EQUAL(rotated, note(PinMatch::all_differs, Timestamps::valid));
        for (const PinMatch pin : {PinMatch::as_pinned, PinMatch::unknown})
            CPPUNIT_ASSERT_EQUAL(std::string{}, note(pin, Timestamps::valid));
        CPPUNIT_ASSERT_EQUAL(std::string{}, note(PinMatch::all_differs, Timestamps::unjudged));
    }

    void old_tls_everywhere_is_the_path()
    {
        TlsHostSeen one = seen("a", TlsClass::is_public);
        TlsHostSeen two = seen("b", TlsClass::is_public);
        one.is_downgraded = true;
        // One server that lags behind, or is all we know of, is its own affair.
        CPPUNIT_ASSERT(judge({one, two}).verdict == Verdict::ok);
        two.is_downgraded = false;
        CPPUNIT_ASSERT(judge({one, two}).verdict == Verdict::ok);
        two.is_downgraded = true;
        const auto all = judge({one, two});
        CPPUNIT_ASSERT(all.verdict == Verdict::warn);
        CPPUNIT_ASSERT_EQUAL(std::string{"tls_downgrade"}, std::string{all.reasons.front()});
        two.operator_name = one.operator_name;
        CPPUNIT_ASSERT(judge({one, two}).verdict == Verdict::ok);
    }

    void a_certificate_that_does_not_name_an_address_is_not_judged()
    {
        const auto own = custom_address("11.1.6.1", TlsClass::name_not_judged);
        CPPUNIT_ASSERT(first_of({own}).verdict == Verdict::inconclusive);
        CPPUNIT_ASSERT_EQUAL(std::string{"name_not_judged"}, std::string{first_of({own}).reason});
        // Two controls that are fine say nothing of it: "OK" would be theirs.
        const auto result =
            judge({own, seen("a", TlsClass::is_public), seen("b", TlsClass::is_public)});
        CPPUNIT_ASSERT(result.verdict == Verdict::inconclusive);
        CPPUNIT_ASSERT(result.reasons == std::vector<forensics::Reason>{"name_not_judged"});
        CPPUNIT_ASSERT_DOUBLES_EQUAL(0.33, result.confidence, 1e-9);
        CPPUNIT_ASSERT_EQUAL(std::string{"no certificate names the address that was asked for"},
                             result.summary);
    }

    void it_counts_for_neither_half()
    {
        std::vector<TlsHostSeen> hosts{custom("shop", TlsClass::is_public),
                                       seen("a", TlsClass::is_public),
                                       seen("b", TlsClass::is_public)};
        const auto without = judge(hosts);
        for (const char* host : {"11.1.6.1", "11.1.6.2", "11.1.6.3", "11.1.6.4"})
            hosts.push_back(custom_address(host, TlsClass::name_not_judged));
        const auto with = judge(hosts);
        CPPUNIT_ASSERT(with.verdict == Verdict::ok);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(without.confidence, with.confidence, 1e-9);
        CPPUNIT_ASSERT(with.reasons == std::vector<forensics::Reason>{"name_not_judged"});
        // What is wrong elsewhere is as wrong as before.
        hosts.front().kind = TlsClass::expired;
        const auto doubtful = judge(hosts);
        CPPUNIT_ASSERT(doubtful.verdict == Verdict::warn);
        CPPUNIT_ASSERT_EQUAL(std::string{"expired"}, std::string{doubtful.reasons.front()});
    }

    void unless_something_else_speaks()
    {
        TlsHostSeen known = custom_address("11.1.6.1", TlsClass::name_not_judged);
        known.interceptor = "Some Proxy";
        CPPUNIT_ASSERT(first_of({known}).verdict == Verdict::critical);
        CPPUNIT_ASSERT_EQUAL(std::string{"known_interceptor"},
                             std::string{judge({known}).reasons.front()});
        // The one certificate of a box that answers for all.
        const TlsHostSeen own = custom_address("11.1.6.1", TlsClass::name_not_judged);
        TlsHostSeen control = seen("control", TlsClass::name_mismatch);
        CPPUNIT_ASSERT(first_of({own, control}).verdict == Verdict::inconclusive);
        control.key_digest = own.key_digest;
        CPPUNIT_ASSERT(first_of({own, control}).verdict == Verdict::critical);
        // The address of a host of the basket shows that host's certificate.
        control.kind = TlsClass::is_public;
        CPPUNIT_ASSERT(first_of({own, control}).verdict == Verdict::inconclusive);
        CPPUNIT_ASSERT(judge_tls_hosts(std::vector{own, control}, k_seen_at)[1].verdict ==
                       Verdict::ok);
    }

    // Servers of one owner, with a CA of their own.
    void addresses_are_not_known_to_be_unrelated()
    {
        TlsHostSeen one = custom_address("11.1.6.1", TlsClass::untrusted);
        TlsHostSeen two = custom_address("11.2.7.2", TlsClass::untrusted);
        two.issuer = one.issuer;
        two.key_digest = one.key_digest;
        CPPUNIT_ASSERT(first_of({one, two}).verdict == Verdict::warn);
        CPPUNIT_ASSERT_EQUAL(std::string{"server_or_path"},
                             std::string{first_of({one, two}).reason});
    }

    void signals_support()
    {
        TlsHostSeen one = seen("a", TlsClass::local_root);
        const auto alone = judge({one});
        CPPUNIT_ASSERT_DOUBLES_EQUAL(0.84, alone.confidence, 1e-9); // local_root, no_sct
        CPPUNIT_ASSERT(has(alone.reasons, "no_sct"));
        one.interceptor = "Some Proxy";
        one.hops_missing = 2;
        one.is_forged_by_dns = true;
        one.validity = made(std::chrono::minutes{59}, std::chrono::days{90});
        TlsHostSeen two = seen("b", TlsClass::local_root);
        two.validity = made(std::chrono::minutes{1}, std::chrono::days{397});
        const auto signals = first_of({one, two}).signals;
        for (const char* signal : {"known_interceptor", "made_just_now", "tcp_ends_early",
                                   "attributed_to_dns", "no_sct"})
            CPPUNIT_ASSERT_MESSAGE(signal, has(signals, signal));
        CPPUNIT_ASSERT(judge({one, two}).confidence > alone.confidence);
        two.validity = made(std::chrono::minutes{60}, std::chrono::days{90});
        one.hops_missing = 1;
        const auto fewer = first_of({one, two}).signals;
        CPPUNIT_ASSERT(!has(fewer, "made_just_now") && !has(fewer, "tcp_ends_early"));
    }

    // An hour is nothing in ninety days, but much in 160 hours.
    void made_just_now_is_a_share_of_the_life()
    {
        using std::chrono::days;
        using std::chrono::hours;
        using std::chrono::seconds;
        const auto is_fresh = [](seconds age, seconds life) {
            TlsHostSeen one = seen("a", TlsClass::is_public);
            one.validity = made(age, life);
            TlsHostSeen two = seen("b", TlsClass::is_public);
            two.validity = one.validity;
            return has(first_of({one, two}).signals, "made_just_now");
        };
        CPPUNIT_ASSERT(!is_fresh(seconds{3599}, hours{160}));
        CPPUNIT_ASSERT(!is_fresh(seconds{267}, hours{160}));
        CPPUNIT_ASSERT(is_fresh(seconds{266}, hours{160}));
        CPPUNIT_ASSERT(is_fresh(seconds{2559}, days{64}));
        CPPUNIT_ASSERT(!is_fresh(seconds{2561}, days{64}));
        CPPUNIT_ASSERT(is_fresh(seconds{3599}, days{90}));
        CPPUNIT_ASSERT(!is_fresh(seconds{3600}, days{3650}));
        // Dates that make no sense are no sign of their own.
        CPPUNIT_ASSERT(!is_fresh(seconds{10}, seconds{0}));
        CPPUNIT_ASSERT(!is_fresh(seconds{10}, -days{1}));
    }

    void the_worst_host_decides()
    {
        using enum TlsClass;
        const auto result = judge(
            {seen("a", is_public), seen("b", untrusted), seen("c", expired), seen("d", is_public)});
        CPPUNIT_ASSERT(result.verdict == Verdict::critical);
        CPPUNIT_ASSERT_EQUAL(std::string{"untrusted"}, std::string{result.reasons.front()});
        CPPUNIT_ASSERT_EQUAL(std::string{"TLS is intercepted on 1 of 4 hosts"}, result.summary);
        const auto fine =
            judge({seen("a", is_public), seen("b", is_public), seen("c", unreachable)});
        CPPUNIT_ASSERT(fine.verdict == Verdict::ok && fine.reasons.empty());
        CPPUNIT_ASSERT_DOUBLES_EQUAL(0.67, fine.confidence, 1e-9);
    }

    void silence_is_no_observation()
    {
        using enum TlsClass;
        const auto reason = [](const std::vector<TlsHostSeen>& hosts, bool tcp_80_works = false) {
            const auto result = judge(hosts, tcp_80_works);
            CPPUNIT_ASSERT(result.verdict == Verdict::inconclusive);
            return std::string{result.reasons.front()};
        };
        CPPUNIT_ASSERT_EQUAL(std::string{"no_hosts"}, reason({}));
        CPPUNIT_ASSERT_EQUAL(std::string{"unreachable"},
                             reason({seen("a", unreachable), seen("b", unreachable)}));
        CPPUNIT_ASSERT_EQUAL(
            std::string{"too_few_hosts"},
            reason({seen("a", is_public), seen("b", unreachable), seen("c", unreachable)}));
        TlsHostSeen cut = seen("a", handshake_failed);
        CPPUNIT_ASSERT_EQUAL(std::string{"handshake_failed"}, reason({cut}, true));
        cut.was_reset = true;
        CPPUNIT_ASSERT_EQUAL(std::string{"blocked"}, reason({cut}, true));
        CPPUNIT_ASSERT_EQUAL(std::string{"handshake_failed"}, reason({cut}, false));
        TlsHostSeen refused = seen("a", unreachable);
        refused.was_reset = true;
        CPPUNIT_ASSERT_EQUAL(std::string{"blocked"}, reason({refused, cut}, true));
        CPPUNIT_ASSERT_EQUAL(std::string{"unreachable"}, reason({refused}, false));
        CPPUNIT_ASSERT_EQUAL(std::string{"unreachable"},
                             reason({refused, seen("b", unreachable)}, true));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(TlsRulesTest);

} // namespace
