// What the whole scan says: a table of what its checks said.
#include "forensics/verdict.hpp"

#include "base/concat.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <stdexcept>

namespace {

namespace forensics = forensics;
using forensics::NamedResult;
using forensics::Verdict;

constexpr std::string_view k_order[] = {"ntp", "portal", "dns", "tls", "ct", "route"};

NamedResult said(std::string_view check, Verdict verdict, double confidence,
                 std::vector<forensics::Reason> reasons = {})
{
    NamedResult out{check, {}};
    out.result.verdict = verdict;
    out.result.confidence = confidence;
    out.result.reasons = std::move(reasons);
    out.result.summary = "seen";
    return out;
}

// One letter for each check in the interface's order: o, w, c, i; k: a CRITICAL of 0.4.
std::vector<NamedResult> results(std::string_view letters)
{
    std::vector<NamedResult> out;
    for (std::size_t i = 0; i < letters.size(); ++i) {
        const char letter = letters[i];
        const Verdict verdict = letter == 'o'   ? Verdict::ok
                                : letter == 'w' ? Verdict::warn
                                : letter == 'i' ? Verdict::inconclusive
                                                : Verdict::critical;
        out.push_back(said(k_order[i], verdict, letter == 'k' ? 0.4 : letter == 'w' ? 0.6 : 0.9));
    }
    return out;
}

NamedResult& at(std::vector<NamedResult>& all, std::string_view check)
{
    for (auto& each : all)
        if (each.check == check) return each;
    throw std::out_of_range{"no such check"};
}

class ScanVerdictTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ScanVerdictTest);
    CPPUNIT_TEST(worst_first);
    CPPUNIT_TEST(two_warnings_of_one_cause_are_critical);
    CPPUNIT_TEST(causes_are_named_and_take_nothing_back);
    CPPUNIT_TEST(a_chain_that_tls_finds_wrong_explains_ct);
    CPPUNIT_TEST(questions_are_summed_and_told);
    CPPUNIT_TEST(offline_is_when_nothing_came_back);
    CPPUNIT_TEST(the_summary_names_what_decided);
    CPPUNIT_TEST_SUITE_END();

public:
    void worst_first()
    {
        struct Row {
            std::string_view letters;
            std::string_view verdict;
            double confidence;
        };
        constexpr Row k_rows[] = {
            {"oooooo", "OK", 0.9},
            {"oooooi", "OK", 0.75},
            {"iooooi", "OK", 0.6},
            {"iioooi", "INCONCLUSIVE", 0.9},
            {"ooiioo", "INCONCLUSIVE", 0.9},
            {"iiiiii", "INCONCLUSIVE", 0.9},
            {"wooooo", "WARN", 0.6},
            {"wiiiii", "WARN", 0.6},
            {"kooooo", "WARN", 0.4},
            {"kwoooo", "WARN", 0.6},
            {"cooooo", "CRITICAL", 0.9},
            {"ciiiii", "CRITICAL", 0.9},
            {"wwwwww", "WARN", 0.6},
            {"ooo", "OK", 0.9},
            {"ioo", "OK", 0.6},
            {"iio", "INCONCLUSIVE", 0.9},
            {"", "INCONCLUSIVE", 0},
        };
        for (const Row& row : k_rows) {
            const auto outcome = forensics::judge(results(row.letters));
            const std::string letters{row.letters};
            CPPUNIT_ASSERT_EQUAL_MESSAGE(letters, std::string{row.verdict},
                                         std::string{name_of(outcome.verdict)});
            CPPUNIT_ASSERT_EQUAL_MESSAGE(letters, row.confidence, outcome.confidence);
        }
    }

    void two_warnings_of_one_cause_are_critical()
    {
        auto early = results("ooowow");
        at(early, "route").result.reasons = {"tcp_terminated_early"};
        CPPUNIT_ASSERT(forensics::judge(early).verdict == Verdict::critical);
        at(early, "route").result.reasons = {"private_detour"};
        CPPUNIT_ASSERT(forensics::judge(early).verdict == Verdict::warn);

        auto landing = results("owwooo");
        at(landing, "portal").result.landings = {*net::IpAddress::parse("11.0.0.1")};
        at(landing, "dns").result.landings = {*net::IpAddress::parse("11.0.0.2")};
        CPPUNIT_ASSERT(forensics::judge(landing).verdict == Verdict::warn);
        at(landing, "dns").result.landings.push_back(*net::IpAddress::parse("11.0.0.1"));
        CPPUNIT_ASSERT(forensics::judge(landing).verdict == Verdict::critical);
        at(landing, "dns").result.verdict = Verdict::ok;
        CPPUNIT_ASSERT(forensics::judge(landing).verdict == Verdict::warn);
    }

    void causes_are_named_and_take_nothing_back()
    {
        auto all = results("wocwow");
        at(all, "tls").result.reasons = {"expired", "attributed_to_dns"};
        at(all, "route").result.reasons = {"tcp_terminated_early"};
        const auto outcome = forensics::judge(all);
        std::string said_causes;
        for (const auto& each : outcome.attribution)
            said_causes += base::concat(each.cause, ">", each.effect, " ");
        CPPUNIT_ASSERT_EQUAL(std::string{"route>tls dns>tls ntp>tls "}, said_causes);
        CPPUNIT_ASSERT(outcome.verdict == Verdict::critical);

        auto explained = results("ooowoo"); // a cause that is no anomaly explains nothing
        at(explained, "tls").result.reasons = {"expired"};
        CPPUNIT_ASSERT(forensics::judge(explained).attribution.empty());
    }

    void a_chain_that_tls_finds_wrong_explains_ct()
    {
        auto all = results("ooocco");
        at(all, "tls").result.reasons = {"local_root"};
        at(all, "ct").result.reasons = {"root_not_public"};
        const auto outcome = forensics::judge(all);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, outcome.attribution.size());
        const auto& only = outcome.attribution.front();
        CPPUNIT_ASSERT(only.cause == "tls" && only.effect == "ct" && only.reason == "same_chain");
        at(all, "ct").result.reasons = {"not_logged"}; // of a public root
        CPPUNIT_ASSERT(forensics::judge(all).attribution.empty());
        at(all, "ct").result.reasons = {"root_not_public"};
        at(all, "tls").result.verdict = Verdict::ok;
        CPPUNIT_ASSERT(forensics::judge(all).attribution.empty());
    }

    void questions_are_summed_and_told()
    {
        auto all = results("oooooo");
        CPPUNIT_ASSERT_EQUAL(std::string{"no check contradicts its reference"},
                             forensics::judge(all).summary);
        at(all, "ntp").result.questions = {20, 18};
        at(all, "dns").result.questions = {114, 113};
        CPPUNIT_ASSERT_EQUAL(
            std::string{"no check contradicts its reference: 131 of 134 questions were answered"},
            forensics::judge(all).summary);
    }

    void offline_is_when_nothing_came_back()
    {
        auto all = results("iiiiii");
        CPPUNIT_ASSERT(!forensics::judge(all).is_vantage_offline);
        for (auto& each : all) each.result.is_silent = true;
        const auto outcome = forensics::judge(all);
        CPPUNIT_ASSERT(outcome.is_vantage_offline);
        CPPUNIT_ASSERT_EQUAL(std::string{"vantage has no connectivity"}, outcome.summary);
        at(all, "ct").result.is_silent = false;
        CPPUNIT_ASSERT(!forensics::judge(all).is_vantage_offline);
        at(all, "ct").result.reasons = {"log_list_missing"}; // it never looked
        CPPUNIT_ASSERT(forensics::judge(all).is_vantage_offline);
        at(all, "ntp").result.is_silent = false;
        CPPUNIT_ASSERT(!forensics::judge(all).is_vantage_offline);
        for (auto& each : all) each.result.reasons = {"not_configured"};
        CPPUNIT_ASSERT(!forensics::judge(all).is_vantage_offline); // none has looked
        CPPUNIT_ASSERT(!forensics::judge({}).is_vantage_offline);
    }

    void the_summary_names_what_decided()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"portal: seen; ntp: seen"},
                             forensics::judge(results("wcoooo")).summary);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ScanVerdictTest);

} // namespace
