// Which request its era serves, and what each other is told: status and code as the two revisions
// of the protocol demand.
#include "mcp/eras.hpp"

#include "base/concat.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using namespace base;
using mcp::Headers;

constexpr std::string_view k_meta =
    R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
    R"("io.modelcontextprotocol/clientCapabilities":{}})";
constexpr std::string_view k_meta_with_tasks =
    R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
    R"("io.modelcontextprotocol/clientCapabilities":{"extensions":)"
    R"({"io.modelcontextprotocol/tasks":{}}}})";

struct Asked {
    std::string_view method;
    std::string params{}; // JSON; empty: none
    Headers headers{};
};

Headers modern(std::string_view method, std::optional<std::string_view> name = std::nullopt)
{
    return {.protocol_version = "2026-07-28", .method = method, .name = name};
}

base::Result<mcp::Call, mcp::Refused> judged(const Asked& asked)
{
    mcp::Request request{.id = "7", .method = std::string{asked.method}, .params = {}};
    if (!asked.params.empty()) request.params = std::move(json::parse(asked.params).value());
    return mcp::judge(std::move(request), asked.headers);
}

class McpErasTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(McpErasTest);
    CPPUNIT_TEST(a_modern_request_that_breaks_a_rule_is_refused_as_the_rule_says);
    CPPUNIT_TEST(a_legacy_request_that_breaks_a_rule_is_refused_as_the_rule_says);
    CPPUNIT_TEST(an_unserved_revision_is_told_which_are_served);
    CPPUNIT_TEST(a_missing_capability_is_named);
    CPPUNIT_TEST(each_era_serves_its_methods_and_no_others);
    CPPUNIT_TEST(headers_are_read_as_http_has_them);
    CPPUNIT_TEST(links_are_told_to_who_knows_them);
    CPPUNIT_TEST(another_place_may_not_ask_a_local_installation);
    CPPUNIT_TEST(any_place_may_ask_a_public_installation);
    CPPUNIT_TEST_SUITE_END();

    static void assert_refused(const Asked& asked, int status, int code)
    {
        const auto call = judged(asked);
        const auto what = concat(asked.method, ' ', asked.params);
        CPPUNIT_ASSERT_MESSAGE(what, !call);
        CPPUNIT_ASSERT_EQUAL(std::string{"7"}, call.error().id);
        const auto& row = mcp::row_of(call.error().refusal);
        CPPUNIT_ASSERT_EQUAL_MESSAGE(what, status, row.status);
        CPPUNIT_ASSERT_EQUAL_MESSAGE(what, code, row.code);
    }

    static std::string with(std::string_view more, std::string_view meta = k_meta)
    {
        return concat('{', meta, more.empty() ? "" : ",", more, '}');
    }

public:
    void a_modern_request_that_breaks_a_rule_is_refused_as_the_rule_says()
    {
        const auto named = with(R"("name":"verify_basic")");
        const auto call = modern("tools/call", "verify_basic");
        const auto without = [&](auto member) {
            auto headers = call;
            headers.*member = std::nullopt;
            return headers;
        };
        assert_refused({"tools/call", named, without(&Headers::protocol_version)}, 400, -32020);
        assert_refused({"tools/call", named, without(&Headers::method)}, 400, -32020);
        assert_refused({"tools/call", named, without(&Headers::name)}, 400, -32020);
        assert_refused({"tools/call", named, modern("tools/list", "verify_basic")}, 400, -32020);
        assert_refused({"tools/call", named, modern("TOOLS/CALL", "verify_basic")}, 400, -32020);
        assert_refused({"tools/call", named, modern("tools/call", "Verify_basic")}, 400, -32020);
        assert_refused({"tools/call", named, modern("tools/call", "=?base64?!?=")}, 400, -32020);
        assert_refused({"tools/call", with({}), call}, 400, -32020);
        assert_refused({"tools/call", named, {"2025-11-25", "tools/call", "verify_basic"}}, 400,
                       -32020);
        // The method comes first, then headers, then what is in the body.
        assert_refused({"initialize", with({}), modern("ping")}, 404, -32601);
        assert_refused({"tasks/list", with({}), {}}, 404, -32601);
        assert_refused({"subscriptions/listen", "{}", modern("subscriptions/listen")}, 404, -32601);
        assert_refused({"server/discover", "{}", {}}, 400, -32020);
        assert_refused({"server/discover", {}, modern("server/discover")}, 400, -32602);
        assert_refused({"tools/list", "[]", modern("tools/list")}, 400, -32602);
        assert_refused({"tools/list", R"({"_meta":7})", modern("tools/list")}, 400, -32602);
        assert_refused({"tools/list",
                        R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}})",
                        modern("tools/list")},
                       400, -32602);
        assert_refused({"tools/list",
                        R"({"_meta":{"io.modelcontextprotocol/protocolVersion":20260728,)"
                        R"("io.modelcontextprotocol/clientCapabilities":{}}})",
                        modern("tools/list")},
                       400, -32602);
        assert_refused({"tasks/get", with(R"("taskId":"job_1")"), modern("tasks/get", "job_1")},
                       400, -32021);
    }

    void a_legacy_request_that_breaks_a_rule_is_refused_as_the_rule_says()
    {
        assert_refused({"tools/list", "{}", {.protocol_version = "2024-01-01"}}, 400, -32022);
        assert_refused({"tools/list", "{}", {.protocol_version = ""}}, 400, -32022);
        const std::string endless(5'000, '9');
        for (const auto strange :
             std::initializer_list<std::string_view>{"\xff\xfe", "  ", "a b", endless}) {
            const auto call = judged({"tools/list", "{}", {.protocol_version = strange}});
            CPPUNIT_ASSERT(mcp::answer(call.error()).body.find(R"("requested":"")") !=
                           std::string::npos);
        }
        assert_refused({"tools/list", "[]", {}}, 200, -32602);
        for (const char* unknown : {"", "server/discovery", "tasks/get", "logging/setLevel",
                                    "resources/subscribe", "tools/list "})
            assert_refused({unknown, "{}", {}}, 200, -32601);
    }

    void an_unserved_revision_is_told_which_are_served()
    {
        const auto call =
            judged({"server/discover",
                    R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2027-01-01"}})",
                    {.protocol_version = "2027-01-01", .method = "server/discover", .name = {}}});
        const auto answer = mcp::answer(call.error());
        CPPUNIT_ASSERT_EQUAL(400, answer.status);
        CPPUNIT_ASSERT(answer.body.ends_with(
            R"("code":-32022,"message":"This revision of the protocol is not served.",)"
            R"("data":{"supported":["2026-07-28","2025-11-25","2025-06-18","2025-03-26"],)"
            R"("requested":"2027-01-01"}}})"));
    }

    void a_missing_capability_is_named()
    {
        const auto call =
            judged({"tasks/cancel", with(R"("taskId":"job_1")"), modern("tasks/cancel", "job_1")});
        CPPUNIT_ASSERT(mcp::answer(call.error())
                           .body.ends_with(R"("data":{"requiredCapabilities":{"extensions":)"
                                           R"({"io.modelcontextprotocol/tasks":{}}}}}})"));
    }

    void each_era_serves_its_methods_and_no_others()
    {
        for (const auto& row : mcp::method_rows()) {
            const std::string named =
                row.named_by != nullptr ? concat('"', row.named_by, R"(":"x")") : std::string{};
            const auto now =
                judged({row.word, with(named, k_meta_with_tasks), modern(row.word, "x")});
            CPPUNIT_ASSERT_EQUAL(row.is_modern, now.has_value());
            if (now) {
                CPPUNIT_ASSERT(now->method == row.method && now->era.is_modern);
                CPPUNIT_ASSERT(now->takes_tasks);
            }
            if (row.word == "server/discover") continue; // modern in any dress
            const auto then = judged({row.word, {}, {.protocol_version = "2025-06-18"}});
            CPPUNIT_ASSERT_EQUAL(row.is_legacy, then.has_value());
            if (!then) continue;
            CPPUNIT_ASSERT(then->method == row.method && !then->era.is_modern);
            CPPUNIT_ASSERT(then->era.version == "2025-06-18" && !then->takes_tasks);
            CPPUNIT_ASSERT(json_is_object(then->params.get()));
        }
    }

    void headers_are_read_as_http_has_them()
    {
        CPPUNIT_ASSERT(judged(
            {"tools/call", with(R"("name":"x")"), {" 2026-07-28\t", "  tools/call ", " x "}}));
        CPPUNIT_ASSERT(judged({"prompts/get", with("\"name\":\"\xc3\xbc\""),
                               modern("prompts/get", "=?base64?w7w=?=")}));
        // Only what names something has a name.
        CPPUNIT_ASSERT(judged({"tools/list", with({}), modern("tools/list", "nonsense")}));
    }

    void links_are_told_to_who_knows_them()
    {
        const auto era = [](Headers headers) { return judged({"ping", {}, headers})->era; };
        CPPUNIT_ASSERT(era({.protocol_version = "2025-11-25"}).knows_links());
        CPPUNIT_ASSERT(era({.protocol_version = "2025-06-18"}).knows_links());
        CPPUNIT_ASSERT(!era({}).knows_links());
    }

    void another_place_may_not_ask_a_local_installation()
    {
        const mcp::Home home{.is_public = false, .origin = "http://192.168.1.5:8080"};
        for (const char* origin :
             {"https://evil.example", "null", "", "http://127.0.0.1.evil.example",
              "http://localhost.evil.example", "file://", "http://[::2]"})
            CPPUNIT_ASSERT_MESSAGE(origin, !mcp::admits(home, origin, "localhost:8080"));
        for (const char* host : {"evil.example", "evil.example:8080", "127.evil", "a b", ""})
            CPPUNIT_ASSERT_MESSAGE(host, !mcp::admits(home, std::nullopt, host));
        for (const char* place :
             {"127.0.0.1:99", "localhost", "LOCALHOST:1", "[::1]:5", "192.168.1.5:8080"}) {
            CPPUNIT_ASSERT_MESSAGE(place, mcp::admits(home, concat("http://", place), place));
            CPPUNIT_ASSERT_MESSAGE(place, mcp::admits(home, std::nullopt, place));
        }
    }

    void any_place_may_ask_a_public_installation()
    {
        const mcp::Home home{.is_public = true, .origin = "https://assay.example:443"};
        CPPUNIT_ASSERT(mcp::admits(home, "https://agents.example", "whatever"));
        CPPUNIT_ASSERT(mcp::admits(home, "null", std::nullopt));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(McpErasTest);

} // namespace
