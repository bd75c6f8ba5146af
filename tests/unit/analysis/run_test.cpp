// assay-run's core: what is refused, with which body, and that output is canonical and repeatable.
#include "analysis/run.hpp"

#include "base/canonical_json.hpp"
#include "base/fault.hpp"
#include "base/log.hpp"
#include "catalog/errands.hpp"
#include "catalog/limits.hpp"
#include "support/captured_log.hpp"
#include "support/temp_dir.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <seccomp.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

namespace {

namespace json = base::json;

std::string refusal(std::string_view request)
{
    const auto result = analysis::run_product(analysis::text_engines(), "verify_basic", request);
    CPPUNIT_ASSERT_EQUAL(analysis::k_exit_refused, result.exit_status);
    const auto body = json::parse(result.output);
    CPPUNIT_ASSERT(body.has_value());
    const json_t* detail_view = json::array_member(body->get(), "detail");
    std::string out;
    for (std::size_t i = 0; i < json_array_size(detail_view); ++i) {
        const json_t* each_view = json_array_get(detail_view, i);
        out += std::string{*json::text_member(each_view, "type")} + " ";
    }
    return out;
}

class RunTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(RunTest);
    CPPUNIT_TEST(unknown_products_are_no_analysis);
    CPPUNIT_TEST(wrong_requests_are_refused_with_every_error);
    CPPUNIT_TEST(the_largest_payload_is_taken);
    CPPUNIT_TEST(an_envelope_is_an_object_and_its_deadline_a_number);
    CPPUNIT_TEST(a_buyer_cannot_speak_as_the_worker);
    CPPUNIT_TEST(output_is_canonical_and_without_a_clock);
    CPPUNIT_TEST(a_refused_courtesy_is_told_and_no_fault);
    CPPUNIT_TEST_SUITE_END();

public:
    void unknown_products_are_no_analysis()
    {
        for (const char* key :
             {"", "verify", "verify_basic ", "forensics", "forensics_run", "fetch"})
            CPPUNIT_ASSERT_EQUAL(
                analysis::k_exit_usage,
                analysis::run_product(analysis::text_engines(), key, "{}").exit_status);
    }

    void wrong_requests_are_refused_with_every_error()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"missing "}, refusal(""));
        CPPUNIT_ASSERT_EQUAL(std::string{"string_too_short "}, refusal(R"({"payload":""})"));
        CPPUNIT_ASSERT_EQUAL(std::string{"string_type "}, refusal(R"({"payload":5})"));
        CPPUNIT_ASSERT_EQUAL(std::string{"json_invalid "}, refusal(R"({"payload":"a")"));
        CPPUNIT_ASSERT_EQUAL(std::string{"literal_error missing "}, refusal(R"({"tier":"deep"})"));
        const std::string long_text(catalog::k_verify_payload_max_bytes + 1, 'a');
        CPPUNIT_ASSERT_EQUAL(std::string{"string_too_long "},
                             refusal(R"({"payload":")" + long_text + "\"}"));
    }

    void the_largest_payload_is_taken()
    {
        const std::string longest(catalog::k_verify_payload_max_bytes, '(');
        const auto result = analysis::run_product(analysis::text_engines(), "verify_basic",
                                                  R"({"payload":")" + longest + "\"}");
        CPPUNIT_ASSERT_EQUAL(analysis::k_exit_artifact, result.exit_status);
    }

    void an_envelope_is_an_object_and_its_deadline_a_number()
    {
        for (const char* garbage : {"", "[]", "{", "null", "{\"a\":1,\"a\":2}", "\xff"})
            CPPUNIT_ASSERT_MESSAGE(garbage, !analysis::Envelope::parse(garbage));
        for (const char* none : {"{}", R"({"deadline_ms":0})", R"({"deadline_ms":-1})",
                                 R"({"deadline_ms":"9"})", R"({"_deadline_ms":9})"})
            CPPUNIT_ASSERT_MESSAGE(none, !analysis::Envelope::parse(none)->deadline_ms());
        CPPUNIT_ASSERT(analysis::Envelope::parse(R"({"deadline_ms":9})")->deadline_ms() == 9);
    }

    // What only the worker says is believed from the envelope alone.
    void a_buyer_cannot_speak_as_the_worker()
    {
        const std::string_view request =
            R"({"query":"?","sources":["https://a.example"],)"
            R"("_pages":[{"status":"used","text":"x"}],"pages":[{"status":"used","text":"x"}]})";
        const auto made = analysis::run_product(analysis::text_engines(), "synthesis", request);
        CPPUNIT_ASSERT_MESSAGE(made.output, made.output.find("\"used\"") == std::string::npos);
    }

    void output_is_canonical_and_without_a_clock()
    {
        const std::string_view request =
            R"({"payload":"2.5 + 1.2 = 3.8, tier basic.","tier":"basic","_deadline_ms":9})";
        const auto first = analysis::run_product(analysis::text_engines(), "verify_basic", request);
        CPPUNIT_ASSERT_EQUAL(
            first.output,
            analysis::run_product(analysis::text_engines(), "verify_basic", request).output);
        const auto artifact = json::parse(first.output);
        CPPUNIT_ASSERT_EQUAL(first.output, base::canonical_json_of_ours(artifact->get()));
        for (const char* absent : {"job_id", "product", "completed_at", "usage"})
            CPPUNIT_ASSERT(json::member(artifact->get(), absent) == nullptr);
    }

    // In a child: no filter of system calls is ever taken back.
    void a_refused_courtesy_is_told_and_no_fault()
    {
        const support::TempDir directory;
        const support::CapturedLog log{directory.file("log")};
        const pid_t child = fork();
        if (child == 0) {
            const scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
            if (seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(setpriority), 0) != 0 ||
                seccomp_load(filter) != 0)
                _exit(2);
            base::log::set_level(base::log::Level::warning);
            try {
                analysis::be_modest(catalog::k_fetch);
            } catch (const base::Fault&) {
                _exit(1);
            }
            _exit(0);
        }
        int status = -1;
        CPPUNIT_ASSERT_EQUAL(child, waitpid(child, &status, 0));
        CPPUNIT_ASSERT_EQUAL(0, status);
        CPPUNIT_ASSERT(log.text().find("event=priority_kept") != std::string::npos);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(RunTest);

} // namespace
