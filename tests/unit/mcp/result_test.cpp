// What clients read of a call: the same JSON twice, the receipt, the terms where payers look, and
// no more text than a model can take.
#include "mcp/result.hpp"

#include "base/base64.hpp"
#include "base/concat.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using namespace base;
using namespace std::chrono_literals;

constexpr mcp::Era k_now{true, mcp::k_modern_version};
constexpr mcp::Era k_then{false, "2025-11-25"};
constexpr mcp::Era k_oldest{false, "2025-03-26"};

constexpr std::string_view k_receipt = R"({"success":true,"transaction":"0x1"})";
constexpr std::string_view k_url = "https://assay.example/v1/job/job_1/artifact";

class McpResultTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(McpResultTest);
    CPPUNIT_TEST(garbage_as_a_payment_is_handed_on_to_be_refused);
    CPPUNIT_TEST(the_payment_of_the_body_outweighs_the_header);
    CPPUNIT_TEST(terms_stand_where_each_payer_looks);
    CPPUNIT_TEST(terms_after_a_refused_payment_have_its_receipt);
    CPPUNIT_TEST(a_problem_is_an_error_and_says_what_to_do);
    CPPUNIT_TEST(wrong_arguments_say_that_nothing_was_charged);
    CPPUNIT_TEST(a_result_is_told_twice_with_its_link_and_receipt);
    CPPUNIT_TEST(a_long_result_is_told_as_text_without_its_artifact);
    CPPUNIT_TEST(what_is_not_finished_names_the_tool_that_reads_it);
    CPPUNIT_TEST(what_was_bought_before_is_said_of_an_unfinished_job);
    CPPUNIT_TEST(modern_results_say_who_answers_and_that_they_are_complete);
    CPPUNIT_TEST(a_server_introduces_itself_to_both_eras);
    CPPUNIT_TEST_SUITE_END();

    mcp::Speech m_speech{{.name = "assay",
                          .title = "Assay",
                          .version = "1.4.0",
                          .website = "https://assay.example",
                          .instructions = "Pay \"each\" call."}};

    static json::Ref read(const std::string& text) { return std::move(json::parse(text).value()); }

    static std::string text_of_content(const json_t* result_view, std::size_t index)
    {
        const json_t* element_view =
            json_array_get(json::array_member(result_view, "content"), index);
        return std::string{json::text_member(element_view, "text").value_or("")};
    }

    static std::string dumped(const json_t* view, const char* key)
    {
        return json::dump(json::member(view, key));
    }

    static std::optional<std::string> payment(std::string_view meta,
                                              std::optional<std::string_view> header = {})
    {
        const auto params = read(concat(R"({"_meta":)", meta, '}'));
        return mcp::payment_of(params.get(), header);
    }

public:
    void garbage_as_a_payment_is_handed_on_to_be_refused()
    {
        CPPUNIT_ASSERT_EQUAL(to_base64(bytes_of("7")), *payment(R"({"x402/payment":7})"));
        CPPUNIT_ASSERT_EQUAL(to_base64(bytes_of("[]")), *payment(R"({"x402/payment":[]})"));
        CPPUNIT_ASSERT_EQUAL(std::string{"!"}, *payment(R"({"x402/payment":"!"})"));
        for (const char* none : {"{}", "[]", "7", R"({"x402/payment":null})"})
            CPPUNIT_ASSERT_MESSAGE(none, !payment(none));
        CPPUNIT_ASSERT(!mcp::payment_of(nullptr, std::nullopt));
    }

    void the_payment_of_the_body_outweighs_the_header()
    {
        CPPUNIT_ASSERT_EQUAL(to_base64(bytes_of(R"({"x402Version":2})")),
                             *payment(R"({"x402/payment":{"x402Version":2}})", "aGVhZGVy"));
        CPPUNIT_ASSERT_EQUAL(std::string{"aGVhZGVy"}, *payment("{}", "aGVhZGVy"));
    }

    void terms_stand_where_each_payer_looks()
    {
        constexpr std::string_view k_terms = R"({"x402Version":2,"accepts":[{"amount":"500000"}]})";
        for (const auto& era : {k_now, k_then}) {
            const auto result = read(mcp::terms(m_speech, era, k_terms));
            CPPUNIT_ASSERT(json::boolean_member(result.get(), "isError") == true);
            CPPUNIT_ASSERT_EQUAL(std::string{k_terms}, dumped(result.get(), "structuredContent"));
            CPPUNIT_ASSERT_EQUAL(std::string{k_terms}, text_of_content(result.get(), 0));
            CPPUNIT_ASSERT_EQUAL(std::string{k_terms},
                                 dumped(json::object_member(result.get(), "_meta"), "x402/error"));
        }
    }

    void terms_after_a_refused_payment_have_its_receipt()
    {
        constexpr std::string_view k_refused = R"({"success":false,"transaction":""})";
        const auto result = read(mcp::terms(m_speech, k_now, R"({"x402Version":2})", k_refused));
        const json_t* meta_view = json::object_member(result.get(), "_meta");
        CPPUNIT_ASSERT_EQUAL(std::string{k_refused}, dumped(meta_view, "x402/payment-response"));
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"x402Version":2})"}, dumped(meta_view, "x402/error"));
    }

    void a_problem_is_an_error_and_says_what_to_do()
    {
        constexpr std::string_view k_problem = R"({"code":"busy","charged":false})";
        const auto result =
            read(mcp::problem(m_speech, k_then, {.problem = k_problem, .advice = "Call again."}));
        CPPUNIT_ASSERT(json::boolean_member(result.get(), "isError") == true);
        CPPUNIT_ASSERT_EQUAL(std::string{k_problem}, text_of_content(result.get(), 0));
        CPPUNIT_ASSERT_EQUAL(std::string{"Call again."}, text_of_content(result.get(), 1));
        CPPUNIT_ASSERT(json::member(result.get(), "_meta") == nullptr);
    }

    void wrong_arguments_say_that_nothing_was_charged()
    {
        const auto result = read(mcp::wrong_arguments(
            m_speech, k_then, R"([{"loc":["body","payload"],"msg":"Field required"}])"));
        CPPUNIT_ASSERT_EQUAL(
            std::string{R"({"code":"wrong_arguments","charged":false,)"
                        R"("detail":[{"loc":["body","payload"],"msg":"Field required"}]})"},
            dumped(result.get(), "structuredContent"));
        CPPUNIT_ASSERT(text_of_content(result.get(), 1).find("stays good") != std::string::npos);
    }

    void a_result_is_told_twice_with_its_link_and_receipt()
    {
        // The artifact's bytes stay as they are: its hash is of them.
        constexpr std::string_view k_envelope =
            R"({"job_id":"job_1","status":"complete","artifact":{"a":"\u0001\"","b":1.50}})";
        const mcp::Finished finished{
            .envelope = k_envelope, .artifact_url = k_url, .receipt = k_receipt};
        const auto text = mcp::complete(m_speech, k_then, finished);
        CPPUNIT_ASSERT(text.find(concat(R"("structuredContent":)", k_envelope)) !=
                       std::string::npos);
        const auto result = read(text);
        CPPUNIT_ASSERT_EQUAL(std::string{k_envelope}, text_of_content(result.get(), 0));
        const json_t* link_view = json_array_get(json::array_member(result.get(), "content"), 1);
        CPPUNIT_ASSERT(json::text_member(link_view, "type") == "resource_link");
        CPPUNIT_ASSERT(json::text_member(link_view, "uri") == k_url);
        CPPUNIT_ASSERT_EQUAL(
            std::string{k_receipt},
            dumped(json::object_member(result.get(), "_meta"), "x402/payment-response"));
        CPPUNIT_ASSERT(json::member(result.get(), "isError") == nullptr);

        const auto old = read(mcp::complete(m_speech, k_oldest, finished));
        CPPUNIT_ASSERT_EQUAL(std::size_t{1},
                             json_array_size(json::array_member(old.get(), "content")));
    }

    void a_long_result_is_told_as_text_without_its_artifact()
    {
        const std::string begin = R"({"job_id":"job_1","status":"complete","artifact":{"x":")";
        const std::string end = R"("}})";
        const auto envelope = [&](std::size_t size) {
            return concat(begin, std::string(size - begin.size() - end.size(), 'x'), end);
        };
        const auto told = [&](const std::string& whole) {
            const auto result =
                read(mcp::complete(m_speech, k_now, {.envelope = whole, .artifact_url = k_url}));
            CPPUNIT_ASSERT_EQUAL(whole, dumped(result.get(), "structuredContent"));
            return text_of_content(result.get(), 0);
        };
        const auto longest = envelope(mcp::k_text_max_bytes);
        CPPUNIT_ASSERT_EQUAL(longest, told(longest));
        CPPUNIT_ASSERT_EQUAL(
            concat(R"({"job_id":"job_1","status":"complete","artifact_url":")", k_url, R"("})"),
            told(envelope(mcp::k_text_max_bytes + 1)));
    }

    void what_is_not_finished_names_the_tool_that_reads_it()
    {
        const auto result = read(mcp::not_yet(m_speech, k_now,
                                              {.job_id = "job_1",
                                               .status = "running",
                                               .retry_after = 5s,
                                               .tool = "get_result",
                                               .receipt = k_receipt}));
        constexpr std::string_view k_told =
            R"({"job_id":"job_1","status":"running","tool":"get_result","retry_after_s":5})";
        CPPUNIT_ASSERT_EQUAL(std::string{k_told}, dumped(result.get(), "structuredContent"));
        CPPUNIT_ASSERT_EQUAL(std::string{k_told}, text_of_content(result.get(), 0));
        CPPUNIT_ASSERT(text_of_content(result.get(), 1).find("get_result") != std::string::npos);
        CPPUNIT_ASSERT_EQUAL(
            std::string{k_receipt},
            dumped(json::object_member(result.get(), "_meta"), "x402/payment-response"));
    }

    void what_was_bought_before_is_said_of_an_unfinished_job()
    {
        constexpr std::string_view k_earlier = R"({"authorization_used":false})";
        const auto result = read(mcp::not_yet(m_speech, k_now,
                                              {.job_id = "job_1",
                                               .status = "running",
                                               .retry_after = 5s,
                                               .tool = "get_result",
                                               .earlier = k_earlier}));
        const json_t* told_view = json::object_member(result.get(), "structuredContent");
        CPPUNIT_ASSERT_EQUAL(std::string{k_earlier}, dumped(told_view, "earlier_purchase"));
    }

    void modern_results_say_who_answers_and_that_they_are_complete()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"{}"}, m_speech.nothing(k_then));
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"resultType":"complete","_meta":{)"
                                         R"("io.modelcontextprotocol/serverInfo":)"
                                         R"({"name":"assay","version":"1.4.0"}}})"},
                             m_speech.nothing(k_now));
        const auto list = [&](const mcp::Era& era) {
            json::ObjectText members;
            members.json("tools", "[]");
            return m_speech.result(era, members, mcp::Keeping::an_hour);
        };
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"tools":[]})"}, list(k_then));
        CPPUNIT_ASSERT(list(k_now).starts_with(
            R"({"tools":[],"resultType":"complete","ttlMs":3600000,"cacheScope":"public",)"));
    }

    void a_server_introduces_itself_to_both_eras()
    {
        const auto agreed = [&](std::string_view params) {
            const auto asked = read(std::string{params});
            const auto result = read(m_speech.initialized(asked.get()));
            CPPUNIT_ASSERT(json::text_member(result.get(), "instructions") == "Pay \"each\" call.");
            CPPUNIT_ASSERT_EQUAL(std::string{R"({"tools":{},"resources":{},"prompts":{}})"},
                                 dumped(result.get(), "capabilities"));
            return std::string{*json::text_member(result.get(), "protocolVersion")};
        };
        CPPUNIT_ASSERT_EQUAL(std::string{"2025-06-18"},
                             agreed(R"({"protocolVersion":"2025-06-18"})"));
        for (const char* other :
             {"{}", "[]", R"({"protocolVersion":7})", R"({"protocolVersion":"2026-07-28"})"})
            CPPUNIT_ASSERT_EQUAL(std::string{"2025-11-25"}, agreed(other));

        const auto found = read(m_speech.discovered());
        CPPUNIT_ASSERT_EQUAL(
            std::string{R"(["2026-07-28","2025-11-25","2025-06-18","2025-03-26"])"},
            dumped(found.get(), "supportedVersions"));
        CPPUNIT_ASSERT(json::integer_member(found.get(), "ttlMs") == 3'600'000);
        CPPUNIT_ASSERT(
            dumped(found.get(), "capabilities").find(R"("io.modelcontextprotocol/tasks":{})") !=
            std::string::npos);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(McpResultTest);

} // namespace
