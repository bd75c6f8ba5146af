// Certificate timestamps: each says what it is worth, and the policy counts only what counts.
#include "forensics/ct/sct_evaluation.hpp"

#include "support/ct_logs.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using namespace forensics;
using support::EmbeddedSct;
using support::log_entry;

base::Instant at(const char* text)
{
    return *base::from_rfc3339(text);
}

const base::Instant k_now = at("2026-03-01T00:00:00Z");
const base::Instant k_issued = at("2026-02-01T00:00:00Z");

std::string state(const char* name, const char* since = "2020-01-01T00:00:00Z")
{
    return std::string{R"("state":{")"} + name + R"(":{"timestamp":")" + since + "\"}}";
}

class SctEvaluationTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(SctEvaluationTest);
    CPPUNIT_TEST(what_is_no_certificate_is_not_evaluated);
    CPPUNIT_TEST(a_malformed_list_is_told_apart_from_none);
    CPPUNIT_TEST(a_forged_signature_is_seen);
    CPPUNIT_TEST(without_the_issuer_nothing_is_called_forged);
    CPPUNIT_TEST(a_wrong_second_certificate_is_no_issuer);
    CPPUNIT_TEST(a_log_outside_the_list_is_unknown);
    CPPUNIT_TEST(an_sct_from_the_future_is_not_forged);
    CPPUNIT_TEST(a_retired_log_counts_for_what_it_said_before);
    CPPUNIT_TEST(a_log_that_never_counted_is_rejected);
    CPPUNIT_TEST(a_certificate_must_end_in_the_interval_of_the_log);
    CPPUNIT_TEST(scts_beside_the_certificate_count_apart);
    CPPUNIT_TEST(delivered_scts_are_of_two_operators_and_of_current_logs);
    CPPUNIT_TEST(the_policy_counts_logs_and_operators);
    CPPUNIT_TEST(long_certificates_need_three);
    CPPUNIT_TEST(old_certificates_are_not_under_the_policy);
    CPPUNIT_TEST(all_logs_retired_is_not_enough);
    CPPUNIT_TEST_SUITE_END();

    support::Authority m_authority{"Test CA"};
    support::KeyRef m_key = support::make_key();
    std::vector<support::CtLogSigner> m_logs{4};

    [[nodiscard]] CtLogList usual_list() const
    {
        return list_of({{"A", log_entry(m_logs[0], "a1", state("usable")), ""},
                        {"B", log_entry(m_logs[1], "b1", state("qualified")), ""},
                        {"C", "", log_entry(m_logs[2], "c1", state("usable"))},
                        {"D", "", log_entry(m_logs[3], "d1", state("usable"))}});
    }

    static CtLogList list_of(const std::vector<support::LogOperator>& operators)
    {
        auto list = parse_ct_log_list(support::log_list(operators));
        CPPUNIT_ASSERT(list);
        return std::move(*list);
    }

    [[nodiscard]] support::CertificateRef leaf_with(std::vector<EmbeddedSct> scts,
                                                    int lifetime_days = 90) const
    {
        return m_authority.issue({.names = {"a.example"},
                                  .not_before = k_issued,
                                  .not_after = k_issued + std::chrono::days{lifetime_days},
                                  .scts = std::move(scts),
                                  .raw_sct_list = {}},
                                 *m_key);
    }

    [[nodiscard]] EmbeddedSct sct_of(std::size_t log, base::Instant when = k_issued) const
    {
        return {&m_logs[log], when};
    }

    [[nodiscard]] CtEvaluation evaluate(const CtLogList& list, const X509& leaf,
                                        const std::vector<ReceivedSct>& received = {}) const
    {
        const base::Bytes leaf_der = support::der_of(leaf);
        const base::Bytes issuer_der = support::der_of(m_authority.certificate());
        const auto evaluation =
            SctEvaluator{list}.evaluate({leaf_der, issuer_der, &received}, k_now);
        CPPUNIT_ASSERT(evaluation);
        return *evaluation;
    }

    // The class of the only SCT, of log 0 at `when`, where `members` describe the log.
    [[nodiscard]] SctClass class_of(const std::string& members, base::Instant when = k_issued) const
    {
        const auto list = list_of({{"A", log_entry(m_logs[0], "a1", members), ""}});
        const auto evaluation = evaluate(list, *leaf_with({sct_of(0, when)}));
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, evaluation.scts.size());
        CPPUNIT_ASSERT(evaluation.scts[0].timestamp == when);
        return evaluation.scts[0].kind;
    }

public:
    void what_is_no_certificate_is_not_evaluated()
    {
        const auto list = usual_list();
        const SctEvaluator evaluator{list};
        base::Bytes der = support::der_of(*leaf_with({}));
        CPPUNIT_ASSERT(evaluator.evaluate({der, {}}, k_now));
        der.push_back(0);
        CPPUNIT_ASSERT(!evaluator.evaluate({der, {}}, k_now));
        der.erase(der.end() - 2, der.end());
        CPPUNIT_ASSERT(!evaluator.evaluate({der, {}}, k_now));
        CPPUNIT_ASSERT(!evaluator.evaluate({{}, {}}, k_now));
        CPPUNIT_ASSERT(
            !evaluator.evaluate({base::Bytes(k_max_certificate_bytes + 1, 0x30), {}}, k_now));
    }

    void a_malformed_list_is_told_apart_from_none()
    {
        const auto list = usual_list();
        CPPUNIT_ASSERT(!evaluate(list, *leaf_with({})).is_list_malformed);
        const base::Bytes lists[] = {{0},          {0, 0},    {0, 5, 0, 2, 1},   {0, 3, 0, 0, 1},
                                     {0, 2, 0, 9}, {0, 1, 7}, {0, 4, 0, 1, 7, 0}};
        for (const base::Bytes& raw : lists) {
            const auto leaf = m_authority.issue({.names = {"a.example"},
                                                 .not_before = k_issued,
                                                 .not_after = k_now,
                                                 .scts = {},
                                                 .raw_sct_list = raw},
                                                *m_key);
            const auto evaluation = evaluate(list, *leaf);
            CPPUNIT_ASSERT_MESSAGE(base::to_hex(raw), evaluation.is_list_malformed);
            CPPUNIT_ASSERT(evaluation.scts.empty());
        }
        // A list, but it is not known what of.
        const auto evaluation =
            evaluate(list, *m_authority.issue({.names = {"a.example"},
                                               .not_before = k_issued,
                                               .not_after = k_now,
                                               .scts = {},
                                               .raw_sct_list = {0, 4, 0, 2, 9, 9}},
                                              *m_key));
        CPPUNIT_ASSERT(!evaluation.is_list_malformed);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, evaluation.count(SctClass::unverifiable));
    }

    void a_forged_signature_is_seen()
    {
        auto forged = sct_of(0);
        forged.is_forged = true;
        const auto evaluation = evaluate(usual_list(), *leaf_with({forged, sct_of(1)}));
        CPPUNIT_ASSERT(evaluation.scts[0].kind == SctClass::bad_signature);
        CPPUNIT_ASSERT(evaluation.scts[1].kind == SctClass::valid);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, evaluation.policy.embedded.logs);
        CPPUNIT_ASSERT(!evaluation.policy.is_met());
    }

    void without_the_issuer_nothing_is_called_forged()
    {
        const auto list = usual_list();
        const auto leaf = support::der_of(*leaf_with({sct_of(0)}));
        const auto evaluation = SctEvaluator{list}.evaluate({leaf, {}}, k_now);
        CPPUNIT_ASSERT(evaluation->scts[0].kind == SctClass::unverifiable);
    }

    void a_wrong_second_certificate_is_no_issuer()
    {
        const auto list = usual_list();
        const auto leaf = support::der_of(*leaf_with({sct_of(0)}));
        const support::Authority other{"Test CA"};
        const auto wrong = support::der_of(other.certificate());
        const auto evaluation = SctEvaluator{list}.evaluate({leaf, wrong}, k_now);
        CPPUNIT_ASSERT(evaluation->scts[0].kind == SctClass::unverifiable);
    }

    void a_log_outside_the_list_is_unknown()
    {
        const support::CtLogSigner stranger;
        const auto evaluation =
            evaluate(usual_list(), *leaf_with({EmbeddedSct{&stranger, k_issued}}));
        CPPUNIT_ASSERT(evaluation.scts[0].kind == SctClass::unknown_log);
        CPPUNIT_ASSERT(evaluation.scts[0].log == nullptr);
        CPPUNIT_ASSERT(evaluation.scts[0].log_id);
    }

    // OpenSSL counts in milliseconds, and calls what is later than its time invalid.
    void an_sct_from_the_future_is_not_forged()
    {
        using std::chrono::milliseconds;
        using std::chrono::minutes;
        const std::string usable = state("usable");
        CPPUNIT_ASSERT(class_of(usable, k_now + minutes{5}) == SctClass::valid);
        CPPUNIT_ASSERT(class_of(usable, k_now + minutes{5} + milliseconds{1}) == SctClass::future);
        CPPUNIT_ASSERT(class_of(usable, k_now + std::chrono::days{9000}) == SctClass::future);
    }

    void a_retired_log_counts_for_what_it_said_before()
    {
        using std::chrono::milliseconds;
        const std::string retired = state("retired", "2026-01-15T00:00:00Z");
        const base::Instant end = at("2026-01-15T00:00:00Z");
        CPPUNIT_ASSERT(class_of(retired, end - milliseconds{1}) == SctClass::valid);
        CPPUNIT_ASSERT(class_of(retired, end) == SctClass::log_rejected);
    }

    void a_log_that_never_counted_is_rejected()
    {
        for (const char* name : {"pending", "rejected", "invented"})
            CPPUNIT_ASSERT_MESSAGE(name, class_of(state(name)) == SctClass::log_rejected);
        CPPUNIT_ASSERT(class_of("") == SctClass::log_rejected);
        for (const char* name : {"qualified", "usable", "readonly"})
            CPPUNIT_ASSERT_MESSAGE(name, class_of(state(name)) == SctClass::valid);
    }

    void a_certificate_must_end_in_the_interval_of_the_log()
    {
        // The certificate ends on 2026-05-02.
        const auto kind = [&](const char* start, const char* end) {
            return class_of(state("usable") + R"(,"temporal_interval":{"start_inclusive":")" +
                            start + R"(","end_exclusive":")" + end + "\"}");
        };
        CPPUNIT_ASSERT(kind("2026-05-02T00:00:00Z", "2026-07-01T00:00:00Z") == SctClass::valid);
        CPPUNIT_ASSERT(kind("2026-05-02T00:00:01Z", "2026-07-01T00:00:00Z") ==
                       SctClass::outside_interval);
        CPPUNIT_ASSERT(kind("2026-01-01T00:00:00Z", "2026-05-02T00:00:00Z") ==
                       SctClass::outside_interval);
    }

    void scts_beside_the_certificate_count_apart()
    {
        const auto leaf = leaf_with({sct_of(0)});
        const std::vector<ReceivedSct> received{
            {SctSource::tls_extension, m_logs[1].sign_certificate(*leaf, k_issued)},
            {SctSource::ocsp_response, m_logs[2].sign_certificate(*leaf, k_issued)},
            {SctSource::tls_extension, {1, 2, 3}}};
        const auto evaluation = evaluate(usual_list(), *leaf, received);
        CPPUNIT_ASSERT(evaluation.scts[2].kind == SctClass::valid); // told, but not counted
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, evaluation.count());
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, evaluation.count(SctClass::valid));
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, evaluation.policy.embedded.operators);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, evaluation.policy.delivered.operators);
        CPPUNIT_ASSERT(evaluation.scts[3].kind == SctClass::unverifiable);
        CPPUNIT_ASSERT(!evaluation.policy.is_met());
        // No more than we look at.
        const std::vector<ReceivedSct> many(100, received[0]);
        const auto most = evaluate(usual_list(), *leaf, many);
        CPPUNIT_ASSERT_EQUAL(k_max_scts, most.scts.size());
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, most.policy.delivered.logs);
    }

    void delivered_scts_are_of_two_operators_and_of_current_logs()
    {
        const auto leaf = leaf_with({}, /*lifetime_days=*/390);
        const auto policy = [&](const CtLogList& list, SctSource source) {
            return evaluate(list, *leaf,
                            {{source, m_logs[0].sign_certificate(*leaf, k_issued)},
                             {source, m_logs[1].sign_certificate(*leaf, k_issued)}})
                .policy;
        };
        CPPUNIT_ASSERT(policy(usual_list(), SctSource::tls_extension).is_met());
        CPPUNIT_ASSERT(!policy(usual_list(), SctSource::ocsp_response).is_met());
        const std::string usable = state("usable");
        const std::string retired = state("retired", "2026-02-15T00:00:00Z");
        const auto list = [&](const std::string& second) {
            return list_of({{"A", log_entry(m_logs[0], "a1", usable), ""},
                            {"B", log_entry(m_logs[1], "b1", second), ""}});
        };
        CPPUNIT_ASSERT(policy(list(usable), SctSource::tls_extension).is_met());
        CPPUNIT_ASSERT(!policy(list(retired), SctSource::tls_extension).is_met());
        const std::string both =
            log_entry(m_logs[0], "a1", usable) + "," + log_entry(m_logs[1], "a2", usable);
        CPPUNIT_ASSERT(!policy(list_of({{"A", both, ""}}), SctSource::tls_extension).is_met());
    }

    void the_policy_counts_logs_and_operators()
    {
        const auto list = usual_list();
        const auto is_met = [&](const CtLogList& logs, std::vector<EmbeddedSct> scts) {
            return evaluate(logs, *leaf_with(std::move(scts))).policy.is_met();
        };
        CPPUNIT_ASSERT(is_met(list, {sct_of(0), sct_of(1)}));
        CPPUNIT_ASSERT(is_met(list, {sct_of(0), sct_of(2)}));
        CPPUNIT_ASSERT(!is_met(list, {sct_of(0)}));
        CPPUNIT_ASSERT(!is_met(list, {sct_of(0), sct_of(0)}));
        CPPUNIT_ASSERT(is_met(list, {sct_of(2), sct_of(3)})); // tiled ones only
        const std::string both = log_entry(m_logs[0], "a1", state("usable")) + "," +
                                 log_entry(m_logs[1], "a2", state("usable"));
        CPPUNIT_ASSERT(!is_met(list_of({{"A", both, ""}}), {sct_of(0), sct_of(1)}));
    }

    void long_certificates_need_three()
    {
        const auto required = [&](int days) {
            return evaluate(usual_list(), *leaf_with({sct_of(0)}, days)).policy.required;
        };
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, required(180));
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, required(181));
    }

    void old_certificates_are_not_under_the_policy()
    {
        const auto applies = [&](const char* issued) {
            const auto leaf = m_authority.issue({.names = {"a.example"},
                                                 .not_before = at(issued),
                                                 .not_after = k_now,
                                                 .scts = {},
                                                 .raw_sct_list = {}},
                                                *m_key);
            return evaluate(usual_list(), *leaf).policy.applies;
        };
        CPPUNIT_ASSERT(!applies("2018-03-31T23:59:59Z"));
        CPPUNIT_ASSERT(applies("2018-04-01T00:00:00Z"));
    }

    void all_logs_retired_is_not_enough()
    {
        const std::string retired = state("retired", "2026-02-15T00:00:00Z");
        const auto list = list_of({{"A", log_entry(m_logs[0], "a1", retired), ""},
                                   {"B", log_entry(m_logs[1], "b1", retired), ""},
                                   {"C", log_entry(m_logs[2], "c1", state("usable")), ""}});
        const auto policy = evaluate(list, *leaf_with({sct_of(0), sct_of(1)})).policy;
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, policy.embedded.logs);
        CPPUNIT_ASSERT(!policy.is_met());
        CPPUNIT_ASSERT(evaluate(list, *leaf_with({sct_of(0), sct_of(2)})).policy.is_met());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(SctEvaluationTest);

} // namespace
