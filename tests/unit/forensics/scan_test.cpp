// The scan as a whole: checks run at once, hear each other, and one that fails spoils nothing.
#include "forensics/scan.hpp"

#include "base/canonical_json.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"
#include "embedded/files.hpp"
#include "forensics/checks.hpp"
#include "support/artifact_schema.hpp"
#include "support/fake_clock.hpp"
#include "support/temp_dir.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <algorithm>
#include <latch>

namespace {

namespace forensics = forensics;
namespace json = base::json;
using forensics::CheckResult;
using forensics::ScanContext;
using forensics::Verdict;

CheckResult fine(const ScanContext&)
{
    return {.verdict = Verdict::ok,
            .confidence = 0.9,
            .summary = "fine",
            .reasons = {},
            .evidence = json::object("seen", 1)};
}

CheckResult broken(const ScanContext&)
{
    throw base::Fault{"no descriptor left"};
}

CheckResult clock_reader(const ScanContext& context)
{
    const auto clock = context.board.clock.wait(context.deadline);
    return {.verdict = Verdict::ok,
            .confidence = 1,
            .summary = "heard",
            .reasons = {},
            .evidence = json::object("offset", clock.empty() ? 0.0 : clock.front().offset_sec)};
}

CheckResult clock_teller(const ScanContext& context)
{
    context.board.clock.publish({.offset_sec = 4.5, .error_sec = 0.1});
    return fine(context);
}

// What holds back the check that hangs.
std::latch& gate()
{
    static std::latch s_gate{1};
    return s_gate;
}

CheckResult hanging(const ScanContext& context)
{
    context.keep(json::object("asked", 1));
    context.keep(json::object("asked", 2));
    gate().wait();
    return fine(context);
}

class ScanTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ScanTest);
    CPPUNIT_TEST(a_check_that_throws_is_inconclusive);
    CPPUNIT_TEST(a_check_that_hangs_delays_nobody);
    CPPUNIT_TEST(checks_that_end_are_never_overdue);
    CPPUNIT_TEST(checks_hear_each_other);
    CPPUNIT_TEST(the_offset_of_the_clock_is_told_when_it_is_known);
    CPPUNIT_TEST(nobody_waits_for_a_check_that_is_over_or_absent);
    CPPUNIT_TEST(the_artifact_says_what_it_was_measured_against);
    CPPUNIT_TEST(custom_scans_name_their_targets);
    CPPUNIT_TEST(reasons_are_told_in_words);
    CPPUNIT_TEST(questions_are_told);
    CPPUNIT_TEST(progress_counts_the_checks);
    CPPUNIT_TEST(the_schema_names_the_checks_and_refuses_the_rest);
    CPPUNIT_TEST_SUITE_END();

    forensics::Basket basket;
    net::BuyerEgress egress{{}};
    support::FakeClock clock;
    std::vector<forensics::Target> targets;

    json::Ref scan(
        std::vector<forensics::Check> checks,
        const forensics::ScanProgress& progress = [](auto, auto, auto) {})
    {
        return checked(forensics::run_scan({basket, targets, egress, clock, checks}, progress));
    }

    // Against what is published.
    static json::Ref checked(json::Ref artifact)
    {
        CPPUNIT_ASSERT_EQUAL(std::string{}, support::schema_errors(json::dump(artifact.get()),
                                                                   "forensics_artifact.json"));
        return artifact;
    }

    static const json_t* check(const json::Ref& artifact, std::size_t at)
    {
        return json_array_get(json::array_member(artifact.get(), "checks"), at);
    }

public:
    void the_schema_names_the_checks_and_refuses_the_rest()
    {
        const auto schema = json::parse(embedded::file("forensics_artifact.json"));
        const json_t* view = schema->get();
        for (const char* name : {"properties", "checks", "items", "properties", "check"})
            view = json::object_member(view, name);
        view = json::array_member(view, "enum");
        const auto all = forensics::all_checks();
        CPPUNIT_ASSERT_EQUAL(all.size(), json_array_size(view));
        for (std::size_t i = 0; i < all.size(); ++i)
            CPPUNIT_ASSERT(all[i].name == json::text_of(json_array_get(view, i)));

        // Each really runs, with nothing to look at.
        const auto artifact = scan({all.begin(), all.end()});
        CPPUNIT_ASSERT(json::text_member(artifact.get(), "verdict") == "INCONCLUSIVE");
        const auto refused = [&](const char* member, json::Ref value) {
            const auto changed = json::parse(json::dump(artifact.get()));
            json::set(changed->get(), member, std::move(value));
            return !support::schema_errors(json::dump(changed->get()), "forensics_artifact.json")
                        .empty();
        };
        CPPUNIT_ASSERT(refused("verdict", json::value("FINE")));
        CPPUNIT_ASSERT(refused("confidence", json::value(2)));
        CPPUNIT_ASSERT(refused("unheard_of", json::value(1)));
    }

    void a_check_that_throws_is_inconclusive()
    {
        const auto artifact = scan({{"ntp", broken}, {"portal", fine}, {"route", fine}});
        CPPUNIT_ASSERT(json::text_member(check(artifact, 0), "verdict") == "INCONCLUSIVE");
        CPPUNIT_ASSERT_EQUAL(std::string{R"(["check_failed"])"},
                             json::dump(json::array_member(check(artifact, 0), "reasons")));
        CPPUNIT_ASSERT(json::text_member(check(artifact, 1), "verdict") == "OK");
        CPPUNIT_ASSERT(json::text_member(artifact.get(), "verdict") == "OK");
    }

    // The artifact is there before the gate is opened: none has waited for the check.
    void a_check_that_hangs_delays_nobody()
    {
        const std::vector<forensics::Check> checks{
            {"ntp", hanging}, {"portal", fine}, {"route", fine}};
        std::string said;
        forensics::Scan plan{basket, targets, egress, clock, checks};
        plan.check_limit = plan.overdue_after = std::chrono::milliseconds{1'000};
        forensics::ScanRun run{plan, [&said](std::string_view, std::size_t done, std::size_t) {
                                   said += std::to_string(done);
                               }};
        CPPUNIT_ASSERT(!run.has_overdue());
        const auto artifact = checked(run.artifact());
        const bool has_overdue = run.has_overdue();
        gate().count_down(); // before anything can fail: the run waits for its threads
        CPPUNIT_ASSERT(has_overdue);
        const json_t* late = check(artifact, 0);
        CPPUNIT_ASSERT(json::text_member(late, "verdict") == "INCONCLUSIVE");
        CPPUNIT_ASSERT_EQUAL(std::string{R"(["overdue"])"},
                             json::dump(json::array_member(late, "reasons")));
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"asked":2})"},
                             json::dump(json::object_member(late, "evidence")));
        CPPUNIT_ASSERT(json::text_member(check(artifact, 1), "verdict") == "OK");
        CPPUNIT_ASSERT(json::text_member(artifact.get(), "verdict") == "OK");
        CPPUNIT_ASSERT_EQUAL(std::string{"012"}, said);
    }

    void checks_that_end_are_never_overdue()
    {
        const std::vector<forensics::Check> checks{{"ntp", fine}, {"portal", broken}};
        forensics::ScanRun run{{basket, targets, egress, clock, checks}, [](auto, auto, auto) {}};
        CPPUNIT_ASSERT(run.artifact() != nullptr);
        CPPUNIT_ASSERT(!run.has_overdue());
    }

    void the_offset_of_the_clock_is_told_when_it_is_known()
    {
        const auto known = scan({{"ntp", clock_teller}});
        CPPUNIT_ASSERT_EQUAL(std::string{"4.5"},
                             json::dump(json::member(known.get(), "clock_offset_s")));
        const auto unknown = scan({{"ntp", fine}});
        CPPUNIT_ASSERT(json_is_null(json::member(unknown.get(), "clock_offset_s")));
    }

    void checks_hear_each_other()
    {
        const auto artifact = scan({{"tls", clock_reader}, {"ntp", clock_teller}});
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"offset":4.5})"},
                             json::dump(json::object_member(check(artifact, 0), "evidence")));
    }

    void nobody_waits_for_a_check_that_is_over_or_absent()
    {
        const auto start = std::chrono::steady_clock::now();
        for (const auto& checks : {std::vector<forensics::Check>{{"tls", clock_reader}},
                                   {{"tls", clock_reader}, {"ntp", broken}}})
            CPPUNIT_ASSERT(json::text_member(check(scan(checks), 0), "verdict") == "OK");
        CPPUNIT_ASSERT(std::chrono::steady_clock::now() - start < forensics::k_check_limit);
    }

    void the_artifact_says_what_it_was_measured_against()
    {
        const support::TempDir directory;
        basket.pins_json = directory.file("pins.json");
        base::replace_file(*basket.pins_json, "{}", 0600);
        basket.public_roots_pem = directory.file("absent.pem");
        const auto artifact = scan({{"ntp", fine}});
        CPPUNIT_ASSERT(json::text_member(artifact.get(), "scan_type") == "stateless_single_run");
        CPPUNIT_ASSERT(json::text_member(artifact.get(), "mode") == "run");
        CPPUNIT_ASSERT(json::text_member(artifact.get(), "started_at") ==
                       base::to_rfc3339(clock.now()));
        const json_t* data_view = json::object_member(artifact.get(), "reference_data");
        CPPUNIT_ASSERT(json::integer_member(json::object_member(data_view, "pins"), "bytes") == 2);
        CPPUNIT_ASSERT(json_is_null(json::member(data_view, "public_roots")));
        CPPUNIT_ASSERT(json_is_null(json::member(data_view, "ct_log_list")));
        CPPUNIT_ASSERT_EQUAL(
            std::string{R"({"dated":"2026-04-15","source":)"
                        R"("https://googlechrome.github.io/CertificateTransparency/)"
                        R"(ct_policy.html"})"},
            json::dump(json::object_member(data_view, "ct_policy")));
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"count":0,"entries":[]})"},
                             json::dump(json::member(data_view, "retired")));
        CPPUNIT_ASSERT(json::integer_member(check(artifact, 0), "elapsed_ms"));
        CPPUNIT_ASSERT(!base::canonical_json_of_ours(artifact.get()).empty());
    }

    void custom_scans_name_their_targets()
    {
        targets = {{"a.example.com", {*net::IpAddress::parse("9.9.9.9")}}};
        const auto artifact = scan({{"ntp", fine}});
        CPPUNIT_ASSERT(json::text_member(artifact.get(), "mode") == "custom");
        CPPUNIT_ASSERT_EQUAL(std::string{R"([{"host":"a.example.com","addresses":["9.9.9.9"]}])"},
                             json::dump(json::array_member(artifact.get(), "targets")));
    }

    void reasons_are_told_in_words()
    {
        const auto artifact = scan({{"ntp", broken}, {"portal", fine}});
        const json_t* words = json::array_member(check(artifact, 0), "reason_text");
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, json_array_size(words));
        CPPUNIT_ASSERT(json::text_of(json_array_get(words, 0)) ==
                       forensics::Reason{"check_failed"}.text());
        CPPUNIT_ASSERT_EQUAL(
            std::size_t{0}, json_array_size(json::array_member(check(artifact, 1), "reason_text")));
        for (const auto& row : forensics::k_reasons) {
            const std::string name{row.code};
            CPPUNIT_ASSERT_MESSAGE(name, row.text.size() > 20 && row.text.ends_with('.'));
            const auto is_it = [&](const auto& other) { return other.code == row.code; };
            CPPUNIT_ASSERT_EQUAL_MESSAGE(name, std::ptrdiff_t{1},
                                         std::count_if(std::begin(forensics::k_reasons),
                                                       std::end(forensics::k_reasons), is_it));
        }
    }

    void questions_are_told()
    {
        const auto asking = [](const ScanContext& context) {
            CheckResult result = fine(context);
            result.questions = {.asked = 5, .answered = 4};
            return result;
        };
        const auto artifact = scan({{"ntp", asking}, {"portal", asking}, {"route", broken}});
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"asked":5,"answered":4})"},
                             json::dump(json::object_member(check(artifact, 0), "questions")));
        CPPUNIT_ASSERT(json::text_member(check(artifact, 0), "summary") ==
                       "fine: 4 of 5 questions were answered");
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"asked":10,"answered":8})"},
                             json::dump(json::object_member(artifact.get(), "questions")));
    }

    void progress_counts_the_checks()
    {
        std::string said;
        static_cast<void>(
            scan({{"ntp", fine}, {"route", broken}}, [&said](std::string_view stage,
                                                             std::size_t done, std::size_t total) {
                said += std::string{stage} + std::to_string(done) + std::to_string(total) + " ";
            }));
        CPPUNIT_ASSERT_EQUAL(std::string{"checks02 checks12 checks22 "}, said);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ScanTest);

} // namespace
