// What is made of SCTs that are missing, forged or unknown, host by host and of all together.
#include "analysis/forensics/ct_rules.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using namespace analysis::forensics;
using Kinds = std::vector<SctClass>;

constexpr CtHost k_canonical{.has_public_root = true, .is_canonical = true, .expects_ct = true};
constexpr CtHost k_custom{.has_public_root = true, .is_canonical = false, .expects_ct = false};
constexpr CtHost k_canonical_local{
    .has_public_root = false, .is_canonical = true, .expects_ct = true};
constexpr CtHost k_custom_local{};

// As the evaluator counts, with logs of different operators.
CtEvaluation evaluation_of(const Kinds& kinds)
{
    CtEvaluation evaluation;
    for (const SctClass kind : kinds) {
        JudgedSct sct;
        sct.kind = kind;
        evaluation.scts.push_back(sct);
    }
    const std::size_t valid = evaluation.count(SctClass::valid);
    evaluation.policy = {.applies = true,
                         .required = 2,
                         .valid = valid,
                         .operators = valid,
                         .has_rfc6962_log = valid > 0,
                         .has_current_log = valid > 0};
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
                std::string{to_text(judge_host(row.host, &evaluation, /*is_list_stale=*/false))});
        }
        CPPUNIT_ASSERT(judge_host(k_canonical, nullptr, false) == CtFinding::unreadable);
        CtHost silent = k_canonical;
        silent.expects_ct = false;
        const CtEvaluation none = evaluation_of({});
        CPPUNIT_ASSERT(judge_host(silent, &none, false) == CtFinding::not_expected);
    }

    void a_stale_list_accuses_nobody()
    {
        using enum SctClass;
        const auto stale = [](const Kinds& scts) {
            const CtEvaluation evaluation = evaluation_of(scts);
            return judge_host(k_canonical, &evaluation, /*is_list_stale=*/true);
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
        const auto finding = [&] { return judge_host(k_canonical, &evaluation, false); };
        evaluation.policy.operators = 1;
        CPPUNIT_ASSERT(finding() == CtFinding::policy_missed);
        evaluation.policy.operators = 2;
        evaluation.policy.has_rfc6962_log = false;
        CPPUNIT_ASSERT(finding() == CtFinding::policy_missed);
        evaluation.policy.has_rfc6962_log = true;
        evaluation.policy.has_current_log = false;
        CPPUNIT_ASSERT(finding() == CtFinding::policy_missed);
    }

    void old_certificates_are_exempt()
    {
        CtEvaluation evaluation = evaluation_of({});
        evaluation.policy.applies = false;
        CPPUNIT_ASSERT(judge_host(k_canonical, &evaluation, false) == CtFinding::exempt);
        evaluation = evaluation_of({SctClass::bad_signature});
        evaluation.policy.applies = false;
        CPPUNIT_ASSERT(judge_host(k_canonical, &evaluation, false) == CtFinding::bad_signature);
    }

    void what_is_worth_what()
    {
        using enum CtFinding;
        const auto verdict = [](CtFinding finding, const CtHost& host = k_canonical) {
            return verdict_of(finding, host);
        };
        for (const CtFinding finding : {met, exempt, not_expected})
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
            (critical.reasons == std::vector<std::string>{"bad_signature", "not_logged"}));
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
        CPPUNIT_ASSERT_EQUAL(std::string{"no_handshake"}, none.reasons.front());
        CPPUNIT_ASSERT_DOUBLES_EQUAL(1.0, none.confidence, 1e-9);
        CPPUNIT_ASSERT(judge_ct(hosts_of({met, met, met}), 6).verdict == Verdict::ok);
        const auto few = judge_ct(hosts_of({met, met}), 6);
        CPPUNIT_ASSERT(few.verdict == Verdict::inconclusive);
        CPPUNIT_ASSERT_EQUAL(std::string{"too_few_hosts"}, few.reasons.front());
        const auto stale = judge_ct(hosts_of({log_list_stale, log_list_stale}), 2);
        CPPUNIT_ASSERT(stale.verdict == Verdict::inconclusive);
        CPPUNIT_ASSERT_EQUAL(std::string{"log_list_stale"}, stale.reasons.front());
        // That something is wrong takes one.
        CPPUNIT_ASSERT(judge_ct(hosts_of({bad_signature}), 6).verdict == Verdict::critical);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(CtRulesTest);

} // namespace
