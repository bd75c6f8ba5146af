// What is made of SCTs that are missing, forged or unknown, host by host and of all together.
#include "forensics/ct/rules.hpp"

#include "catalog/ct_policy.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using namespace forensics;
using Kinds = std::vector<SctClass>;

constexpr CtHost k_canonical{.has_public_root = true, .is_canonical = true, .expects_ct = true};
constexpr CtHost k_custom{.has_public_root = true, .is_canonical = false, .expects_ct = false};
constexpr CtHost k_canonical_local{
    .has_public_root = false, .is_canonical = true, .expects_ct = true};
constexpr CtHost k_custom_local{};

// As the evaluator counts, with logs of different operators.
CtEvaluation evaluation_of(const Kinds& kinds, SctSource source = SctSource::embedded)
{
    CtEvaluation evaluation;
    for (const SctClass kind : kinds) {
        JudgedSct sct;
        sct.source = source;
        sct.kind = kind;
        evaluation.scts.push_back(sct);
    }
    const std::size_t valid = evaluation.count(SctClass::valid);
    evaluation.policy = {
        .applies = true, .required = 2, .embedded = {}, .has_current_log = false, .delivered = {}};
    if (source == SctSource::embedded) {
        evaluation.policy.embedded = {valid, valid};
        evaluation.policy.has_current_log = valid > 0;
    }
    if (source == SctSource::tls_extension) evaluation.policy.delivered = {valid, valid};
    return evaluation;
}

std::vector<JudgedCtHost> hosts_of(const std::vector<CtFinding>& findings)
{
    std::vector<JudgedCtHost> hosts;
    for (const CtFinding finding : findings) hosts.push_back({k_canonical, finding});
    return hosts;
}

class CtRulesTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(CtRulesTest);
    CPPUNIT_TEST(each_host_by_the_first_rule_that_fits);
    CPPUNIT_TEST(a_stale_list_accuses_nobody);
    CPPUNIT_TEST(what_is_worth_nothing_and_what_cannot_be_told);
    CPPUNIT_TEST(policy_is_more_than_a_number);
    CPPUNIT_TEST(an_old_rule_only_notes);
    CPPUNIT_TEST(delivered_ones_have_their_own_number);
    CPPUNIT_TEST(ocsp_says_nothing);
    CPPUNIT_TEST(old_certificates_are_exempt);
    CPPUNIT_TEST(what_is_worth_what);
    CPPUNIT_TEST(the_worst_host_decides);
    CPPUNIT_TEST(few_judged_hosts_prove_nothing_good);
    CPPUNIT_TEST_SUITE_END();

public:
    void each_host_by_the_first_rule_that_fits()
    {
        using enum SctClass;
        struct Row {
            const char* title;
            Kinds scts;
            CtFinding finding;
            CtHost host;
        };
        const Row rows[] = {
            {"enough", {valid, valid}, CtFinding::met, k_canonical},
            {"none", {}, CtFinding::not_logged, k_canonical},
            {"none, custom", {}, CtFinding::not_logged, k_custom},
            {"forged", {bad_signature}, CtFinding::bad_signature, k_canonical},
            {"forged and short", {valid, bad_signature}, CtFinding::bad_signature, k_custom},
            {"forged but enough",
             {bad_signature, valid, valid},
             CtFinding::one_bad_signature,
             k_canonical},
            {"one", {valid}, CtFinding::policy_missed, k_canonical},
            {"unknown", {unknown_log, unknown_log}, CtFinding::unknown_logs, k_canonical},
            {"one unknown", {valid, unknown_log}, CtFinding::unknown_logs, k_canonical},
            {"too few unknown", {unknown_log}, CtFinding::policy_missed, k_canonical},
            {"enough, one unknown", {valid, valid, unknown_log}, CtFinding::met, k_canonical},
            {"future", {future, future}, CtFinding::clock_suspect, k_canonical},
            {"no issuer", {unverifiable, unverifiable}, CtFinding::issuer_missing, k_canonical},
            {"rejected", {log_rejected, log_rejected}, CtFinding::policy_missed, k_canonical},
            {"outside", {valid, outside_interval}, CtFinding::policy_missed, k_canonical},
            {"local root", {valid, valid}, CtFinding::root_not_public, k_canonical_local},
            {"local root, custom", {}, CtFinding::private_root, k_custom_local},
            {"forged, local root", {bad_signature}, CtFinding::private_root, k_custom_local},
        };
        for (const Row& row : rows) {
            const CtEvaluation evaluation = evaluation_of(row.scts);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                row.title, std::string{to_text(row.finding)},
                std::string{to_text(judge_host(row.host, &evaluation, {}))});
        }
        CPPUNIT_ASSERT(judge_host(k_canonical, nullptr, {}) == CtFinding::unreadable);
        CtHost silent = k_canonical;
        silent.expects_ct = false;
        const CtEvaluation none = evaluation_of({});
        CPPUNIT_ASSERT(judge_host(silent, &none, {}) == CtFinding::not_expected);
    }

    void a_stale_list_accuses_nobody()
    {
        using enum SctClass;
        const auto stale = [](const Kinds& scts) {
            const CtEvaluation evaluation = evaluation_of(scts);
            return judge_host(k_canonical, &evaluation, {.is_list_stale = true});
        };
        CPPUNIT_ASSERT(stale({unknown_log, unknown_log}) == CtFinding::log_list_stale);
        CPPUNIT_ASSERT(stale({valid, outside_interval}) == CtFinding::log_list_stale);
        CPPUNIT_ASSERT(stale({valid, valid}) == CtFinding::met);
        // What needs no fresh list: no SCT at all, and a forgery under a key that is known.
        CPPUNIT_ASSERT(stale({}) == CtFinding::not_logged);
        CPPUNIT_ASSERT(stale({bad_signature, valid}) == CtFinding::bad_signature);
        CPPUNIT_ASSERT(stale({bad_signature, valid, unknown_log}) == CtFinding::one_bad_signature);
    }

    void what_is_worth_nothing_and_what_cannot_be_told()
    {
        using enum SctClass;
        const auto told = [](const Kinds& kinds, bool is_list_stale = false) {
            return has_valid_sct(evaluation_of(kinds), is_list_stale);
        };
        CPPUNIT_ASSERT(told({bad_signature, valid}) == true);
        for (const Kinds& kinds : {Kinds{}, Kinds{bad_signature},
                                   Kinds{log_rejected, outside_interval}, Kinds{unknown_log}})
            CPPUNIT_ASSERT(told(kinds) == false);
        for (const SctClass kind : {unverifiable, future}) CPPUNIT_ASSERT(!told({kind}));
        CPPUNIT_ASSERT(!told({unknown_log}, true));
        CPPUNIT_ASSERT(told({bad_signature}, true) == false);
    }

    void policy_is_more_than_a_number()
    {
        CtEvaluation evaluation = evaluation_of({SctClass::valid, SctClass::valid});
        const auto finding = [&] { return judge_host(k_canonical, &evaluation, {}); };
        evaluation.policy.embedded.operators = 1;
        CPPUNIT_ASSERT(finding() == CtFinding::policy_missed);
        evaluation.policy.embedded.operators = 2;
        CPPUNIT_ASSERT(finding() == CtFinding::met);
        evaluation.policy.has_current_log = false;
        CPPUNIT_ASSERT(finding() == CtFinding::policy_missed);
    }

    // The rule is dated; browsers may ask for something else a year later. What needs no rule
    // weighs as before.
    void an_old_rule_only_notes()
    {
        using enum SctClass;
        const base::Instant last = *base::from_rfc3339("2027-04-15T00:00:00Z");
        CPPUNIT_ASSERT(!catalog::CtPolicy::is_old(last));
        CPPUNIT_ASSERT(catalog::CtPolicy::is_old(last + std::chrono::milliseconds{1}));
        CPPUNIT_ASSERT(!catalog::CtPolicy::is_old({}));
        const auto old = [](const Kinds& scts) {
            const CtEvaluation evaluation = evaluation_of(scts);
            return judge_host(k_canonical, &evaluation, {.is_policy_old = true});
        };
        CPPUNIT_ASSERT(old({valid}) == CtFinding::old_policy_missed);
        CPPUNIT_ASSERT(old({valid, valid}) == CtFinding::met);
        CPPUNIT_ASSERT(old({}) == CtFinding::not_logged);
        CPPUNIT_ASSERT(old({bad_signature, valid}) == CtFinding::bad_signature);
        CPPUNIT_ASSERT(old({unknown_log, unknown_log}) == CtFinding::unknown_logs);
        const auto noted = judge_ct(hosts_of({CtFinding::met, CtFinding::old_policy_missed}), 2);
        CPPUNIT_ASSERT(noted.verdict == Verdict::ok);
        CPPUNIT_ASSERT(
            (noted.reasons == std::vector<forensics::Reason>{"policy_met", "old_policy_missed"}));
        CPPUNIT_ASSERT_EQUAL(
            std::string{"the certificates of 2 hosts are logged; 1 of them not as browsers asked "
                        "when the rule we judge by was dated"},
            noted.summary);
    }

    // Two, whatever the certificate's life.
    void delivered_ones_have_their_own_number()
    {
        using enum SctClass;
        const auto finding = [](const Kinds& scts, CtAge age = {}) {
            CtEvaluation evaluation = evaluation_of(scts, SctSource::tls_extension);
            evaluation.policy.required = 3;
            return judge_host(k_canonical, &evaluation, age);
        };
        CPPUNIT_ASSERT(finding({valid, valid}) == CtFinding::met);
        CPPUNIT_ASSERT(finding({valid}) == CtFinding::policy_missed);
        CPPUNIT_ASSERT(finding({valid, unknown_log}) == CtFinding::unknown_logs);
        CPPUNIT_ASSERT(finding({valid, future}) == CtFinding::clock_suspect);
        CPPUNIT_ASSERT(finding({valid, bad_signature}) == CtFinding::bad_signature);
        CPPUNIT_ASSERT(finding({valid, valid, bad_signature}) == CtFinding::one_bad_signature);
        CPPUNIT_ASSERT(finding({valid, unknown_log, bad_signature}, {.is_list_stale = true}) ==
                       CtFinding::one_bad_signature);
    }

    void ocsp_says_nothing()
    {
        using enum SctClass;
        for (const Kinds& kinds : {Kinds{valid, valid}, Kinds{bad_signature},
                                   Kinds{unknown_log, future, unverifiable}}) {
            const CtEvaluation evaluation = evaluation_of(kinds, SctSource::ocsp_response);
            CPPUNIT_ASSERT(judge_host(k_canonical, &evaluation, {}) == CtFinding::not_logged);
            CPPUNIT_ASSERT(has_valid_sct(evaluation, true) == false);
        }
        CtEvaluation met = evaluation_of({valid, valid});
        met.scts.push_back(evaluation_of({bad_signature}, SctSource::ocsp_response).scts[0]);
        CPPUNIT_ASSERT(judge_host(k_canonical, &met, {}) == CtFinding::met);
    }

    void old_certificates_are_exempt()
    {
        CtEvaluation evaluation = evaluation_of({});
        evaluation.policy.applies = false;
        CPPUNIT_ASSERT(judge_host(k_canonical, &evaluation, {}) == CtFinding::exempt);
        evaluation = evaluation_of({SctClass::bad_signature});
        evaluation.policy.applies = false;
        CPPUNIT_ASSERT(judge_host(k_canonical, &evaluation, {}) == CtFinding::bad_signature);
    }

    void what_is_worth_what()
    {
        using enum CtFinding;
        const auto verdict = [](CtFinding finding, const CtHost& host = k_canonical) {
            return verdict_of(finding, host);
        };
        for (const CtFinding finding : {met, exempt, not_expected, old_policy_missed})
            CPPUNIT_ASSERT(verdict(finding) == Verdict::ok);
        for (const CtFinding finding : {bad_signature, not_logged, root_not_public})
            CPPUNIT_ASSERT(verdict(finding) == Verdict::critical);
        for (const CtFinding finding : {one_bad_signature, policy_missed, unknown_logs})
            CPPUNIT_ASSERT(verdict(finding) == Verdict::warn);
        for (const CtFinding finding :
             {log_list_stale, clock_suspect, issuer_missing, private_root, unreadable})
            CPPUNIT_ASSERT(verdict(finding) == Verdict::inconclusive);
        // Legal, if browsers refuse it.
        CPPUNIT_ASSERT(verdict(not_logged, k_custom) == Verdict::warn);
        CPPUNIT_ASSERT(verdict(bad_signature, k_custom) == Verdict::critical);
    }

    void the_worst_host_decides()
    {
        using enum CtFinding;
        const auto critical = judge_ct(
            hosts_of({met, policy_missed, bad_signature, not_logged, bad_signature, met}), 6);
        CPPUNIT_ASSERT(critical.verdict == Verdict::critical);
        CPPUNIT_ASSERT(
            (critical.reasons == std::vector<forensics::Reason>{"bad_signature", "not_logged"}));
        CPPUNIT_ASSERT_EQUAL(std::string{"certificate transparency is violated on 3 of 6 hosts"},
                             critical.summary);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(0.94, critical.confidence, 1e-9);
        const auto warn = judge_ct(hosts_of({met, met, policy_missed, met}), 4);
        CPPUNIT_ASSERT(warn.verdict == Verdict::warn);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(0.75, warn.confidence, 1e-9);
        const auto fine = judge_ct(hosts_of({met, exempt, met}), 3);
        CPPUNIT_ASSERT(fine.verdict == Verdict::ok);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(1.0, fine.confidence, 1e-9);
    }

    void few_judged_hosts_prove_nothing_good()
    {
        using enum CtFinding;
        const auto none = judge_ct({}, 6);
        CPPUNIT_ASSERT(none.verdict == Verdict::inconclusive);
        CPPUNIT_ASSERT_EQUAL(std::string{"no_handshake"}, std::string{none.reasons.front()});
        CPPUNIT_ASSERT_DOUBLES_EQUAL(1.0, none.confidence, 1e-9);
        CPPUNIT_ASSERT(judge_ct(hosts_of({met, met, met}), 6).verdict == Verdict::ok);
        const auto few = judge_ct(hosts_of({met, met}), 6);
        CPPUNIT_ASSERT(few.verdict == Verdict::inconclusive);
        CPPUNIT_ASSERT_EQUAL(std::string{"too_few_hosts"}, std::string{few.reasons.front()});
        const auto stale = judge_ct(hosts_of({log_list_stale, log_list_stale}), 2);
        CPPUNIT_ASSERT(stale.verdict == Verdict::inconclusive);
        CPPUNIT_ASSERT_EQUAL(std::string{"log_list_stale"}, std::string{stale.reasons.front()});
        // That something is wrong takes one.
        CPPUNIT_ASSERT(judge_ct(hosts_of({bad_signature}), 6).verdict == Verdict::critical);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(CtRulesTest);

} // namespace
