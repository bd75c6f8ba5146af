// A message is taken whole or refused with the answer that its sender can read.
#include "mcp/envelope.hpp"

#include "base/concat.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <set>

namespace {

using namespace base;
using mcp::Refusal;

constexpr mcp::Bounds k_bounds{.bytes = 10'000, .structure = json::k_small_structure};

class McpEnvelopeTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(McpEnvelopeTest);
    CPPUNIT_TEST(what_is_no_message_is_refused_with_its_row);
    CPPUNIT_TEST(garbage_is_never_taken);
    CPPUNIT_TEST(a_refusal_echoes_the_id_that_came);
    CPPUNIT_TEST(size_depth_and_structure_are_bounded);
    CPPUNIT_TEST(an_id_comes_back_as_it_was);
    CPPUNIT_TEST(a_notification_and_an_answer_are_no_requests);
    CPPUNIT_TEST(every_refusal_has_one_row);
    CPPUNIT_TEST(no_answer_repeats_a_byte_of_the_request);
    CPPUNIT_TEST_SUITE_END();

    static mcp::Answer refusal_of(std::string_view body)
    {
        const auto parsed = mcp::parse(body, k_bounds);
        CPPUNIT_ASSERT_MESSAGE(std::string{body}, !parsed);
        return mcp::answer(parsed.error());
    }

    static std::string id_of(std::string_view id)
    {
        const auto parsed =
            mcp::parse(concat(R"({"jsonrpc":"2.0","method":"ping","id":)", id, '}'), k_bounds);
        CPPUNIT_ASSERT_MESSAGE(std::string{id}, parsed.has_value());
        return std::get<mcp::Request>(*parsed).id;
    }

public:
    void what_is_no_message_is_refused_with_its_row()
    {
        struct Case {
            std::string_view body;
            int status;
            int code;
        };
        constexpr Case k_cases[] = {
            {"", 400, -32700},
            {"{", 400, -32700},
            {"hello", 400, -32700},
            {R"({"a":1,"a":2})", 400, -32700},
            {"\xff\xfe", 400, -32700},
            {"[]", 400, -32600},
            {R"([{"jsonrpc":"2.0","id":1,"method":"ping"}])", 400, -32600},
            {"7", 400, -32600},
            {"null", 400, -32600},
            {"{}", 400, -32600},
            {R"({"jsonrpc":"1.0","id":1,"method":"ping"})", 400, -32600},
            {R"({"jsonrpc":2.0,"id":1,"method":"ping"})", 400, -32600},
            {R"({"jsonrpc":"2.0","id":null,"method":"ping"})", 400, -32600},
            {R"({"jsonrpc":"2.0","id":1.5,"method":"ping"})", 400, -32600},
            {R"({"jsonrpc":"2.0","id":{},"method":"ping"})", 400, -32600},
            {R"({"jsonrpc":"2.0","id":true,"method":"ping"})", 400, -32600},
            {R"({"jsonrpc":"2.0","id":1})", 400, -32600},
            {R"({"jsonrpc":"2.0","id":1,"method":7})", 400, -32600},
            {R"({"jsonrpc":"2.0","method":null})", 400, -32600},
        };
        for (const auto& each : k_cases) {
            const auto answer = refusal_of(each.body);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(std::string{each.body}, each.status, answer.status);
            const auto error = json::parse(answer.body);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                std::string{each.body}, std::int64_t{each.code},
                *json::integer_member(json::object_member(error->get(), "error"), "code"));
        }
    }

    void garbage_is_never_taken()
    {
        constexpr std::string_view k_whole =
            R"({"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"x"}})";
        CPPUNIT_ASSERT(mcp::parse(k_whole, k_bounds).has_value());
        for (std::size_t i = 0; i < k_whole.size(); ++i)
            CPPUNIT_ASSERT(!mcp::parse(k_whole.substr(0, i), k_bounds));
        for (std::size_t i = 0; i < k_whole.size(); ++i)
            for (const char byte : {'\0', '\xff', '"', '{'}) {
                std::string bent{k_whole};
                bent[i] = byte;
                // Taken or refused, but never a fault.
                const auto parsed = mcp::parse(bent, k_bounds);
                if (!parsed) CPPUNIT_ASSERT(json::parse(mcp::answer(parsed.error()).body));
            }
    }

    void a_refusal_echoes_the_id_that_came()
    {
        CPPUNIT_ASSERT(refusal_of(R"({"jsonrpc":"1.0","id":"x","method":"a"})")
                           .body.starts_with(R"({"jsonrpc":"2.0","id":"x","error":)"));
        CPPUNIT_ASSERT(refusal_of(R"({"jsonrpc":"2.0","id":-7,"method":1})")
                           .body.starts_with(R"({"jsonrpc":"2.0","id":-7,"error":)"));
        for (const char* none : {"[]", R"({"jsonrpc":"2.0","id":null,"method":"a"})"})
            CPPUNIT_ASSERT(refusal_of(none).body.starts_with(R"({"jsonrpc":"2.0","error":)"));
    }

    void size_depth_and_structure_are_bounded()
    {
        const auto with = [](const std::string& params) {
            return concat(R"({"jsonrpc":"2.0","id":1,"method":"a","params":)", params, '}');
        };
        const auto too_long = with(concat('"', std::string(k_bounds.bytes, 'x'), '"'));
        CPPUNIT_ASSERT_EQUAL(413, refusal_of(too_long).status);
        const auto too_deep = with(std::string(40, '[') + std::string(40, ']'));
        CPPUNIT_ASSERT(refusal_of(too_deep).body.find("-32700") != std::string::npos);
        std::string many = "[[]";
        for (int i = 0; i < 3'000; ++i) many += ",[]";
        CPPUNIT_ASSERT(refusal_of(with(many + ']')).body.find("-32700") != std::string::npos);
    }

    void an_id_comes_back_as_it_was()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"0"}, id_of("0"));
        CPPUNIT_ASSERT_EQUAL(std::string{"-9223372036854775808"}, id_of("-9223372036854775808"));
        CPPUNIT_ASSERT_EQUAL(std::string{R"("server-discover-probe-1")"},
                             id_of(R"("server-discover-probe-1")"));
        CPPUNIT_ASSERT_EQUAL(std::string{R"("\"},\"result\":{")"}, id_of(R"("\"},\"result\":{")"));
        const auto longest = concat('"', std::string(mcp::k_id_max_bytes, 'x'), '"');
        CPPUNIT_ASSERT_EQUAL(longest, id_of(longest));
        refusal_of(concat(R"({"jsonrpc":"2.0","method":"a","id":")",
                          std::string(mcp::k_id_max_bytes + 1, 'x'), R"("})"));
    }

    void a_notification_and_an_answer_are_no_requests()
    {
        const auto kind = [](std::string_view body) {
            return mcp::parse(body, k_bounds).value().index();
        };
        constexpr std::size_t k_notification = 1;
        constexpr std::size_t k_answer = 2;
        CPPUNIT_ASSERT_EQUAL(
            k_notification,
            kind(R"({"jsonrpc":"2.0","method":"notifications/initialized","params":{}})"));
        CPPUNIT_ASSERT_EQUAL(k_answer, kind(R"({"jsonrpc":"2.0","id":1,"result":{}})"));
        CPPUNIT_ASSERT_EQUAL(k_answer, kind(R"({"jsonrpc":"2.0","id":null,"error":{"code":1}})"));
    }

    void every_refusal_has_one_row()
    {
        std::set<Refusal> seen;
        for (const auto& row : mcp::refusal_rows()) {
            CPPUNIT_ASSERT(seen.insert(row.refusal).second);
            CPPUNIT_ASSERT(row.code < 0 && row.message.ends_with('.'));
        }
        for (int i = 0; i <= static_cast<int>(Refusal::internal_error); ++i)
            CPPUNIT_ASSERT_EQUAL(std::size_t{1}, seen.count(static_cast<Refusal>(i)));
    }

    void no_answer_repeats_a_byte_of_the_request()
    {
        for (const char* body :
             {"zebra", R"({"jsonrpc":"zebra","id":1,"method":"zebra"})", R"(["zebra"])",
              R"({"jsonrpc":"2.0","id":["zebra"],"method":"zebra"})"})
            CPPUNIT_ASSERT(refusal_of(body).body.find("zebra") == std::string::npos);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(McpEnvelopeTest);

} // namespace
