// The scan as a whole: checks run at once, hear each other, and one that fails spoils nothing.
#include "analysis/forensics/scan.hpp"

#include "base/canonical_json.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"
#include "support/fake_clock.hpp"
#include "support/temp_dir.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

namespace forensics = analysis::forensics;
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

class ScanTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ScanTest);
    CPPUNIT_TEST(a_check_that_throws_is_inconclusive);
    CPPUNIT_TEST(checks_hear_each_other);
    CPPUNIT_TEST(nobody_waits_for_a_check_that_is_over_or_absent);
    CPPUNIT_TEST(the_artifact_says_what_it_was_measured_against);
    CPPUNIT_TEST(custom_scans_name_their_targets);
    CPPUNIT_TEST(progress_counts_the_checks);
    CPPUNIT_TEST_SUITE_END();

    forensics::Basket basket;
    net::BuyerEgress egress{{}};
    support::FakeClock clock;
    std::vector<forensics::Target> targets;

    json::Ref scan(
        std::vector<forensics::Check> checks,
        const forensics::ScanProgress& progress = [](auto, auto, auto) {})
    {
        return forensics::run_scan({basket, targets, egress, clock, checks}, progress);
    }

    static const json_t* check(const json::Ref& artifact, std::size_t at)
    {
        return json_array_get(json::array_member(artifact.get(), "checks"), at);
    }

public:
    void a_check_that_throws_is_inconclusive()
    {
        const auto artifact = scan({{"ntp", broken}, {"portal", fine}, {"route", fine}});
        CPPUNIT_ASSERT(json::text_member(check(artifact, 0), "verdict") == "INCONCLUSIVE");
        CPPUNIT_ASSERT_EQUAL(std::string{R"(["check_failed"])"},
                             json::dump(json::array_member(check(artifact, 0), "reasons")));
        CPPUNIT_ASSERT(json::text_member(check(artifact, 1), "verdict") == "OK");
        CPPUNIT_ASSERT(json::text_member(artifact.get(), "verdict") == "OK");
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
