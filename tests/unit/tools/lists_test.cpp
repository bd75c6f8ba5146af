// What a client of the Model Context Protocol reads before it buys.
#include "tools/lists.hpp"

#include "base/concat.hpp"
#include "catalog/bazaar.hpp"
#include "catalog/terms.hpp"
#include "support/artifact_schema.hpp"
#include "support/sample_config.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using namespace base;
using mcp::Method;

class ToolListsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ToolListsTest);
    CPPUNIT_TEST(a_cursor_leads_nowhere);
    CPPUNIT_TEST(an_unknown_resource_is_refused_as_each_era_has_it);
    CPPUNIT_TEST(a_prompt_without_its_arguments_is_refused);
    CPPUNIT_TEST(calls_of_tools_and_tasks_are_not_answered_here);
    CPPUNIT_TEST(while_nothing_is_sold_only_the_free_tool_is_there);
    CPPUNIT_TEST(no_byte_of_a_request_enters_a_list);
    CPPUNIT_TEST(each_tool_takes_its_example_and_nothing_unknown);
    CPPUNIT_TEST(a_paid_tool_admits_result_terms_and_problem);
    CPPUNIT_TEST(a_paid_tool_hints_at_its_terms);
    CPPUNIT_TEST(every_listed_resource_can_be_read);
    CPPUNIT_TEST(a_prompt_holds_what_was_given);
    CPPUNIT_TEST(what_a_model_reads_first_fits_into_its_context);
    CPPUNIT_TEST_SUITE_END();

    static constexpr mcp::Era k_now{true, mcp::k_modern_version};
    static constexpr mcp::Era k_then{false, "2025-06-18"};

    config::Config m_config = support::sample_config();
    catalog::Catalog m_catalog{m_config};
    tools::Lists m_lists{m_catalog, R"({"entity":"Assay"})"};

    [[nodiscard]] mcp::Answer asked(Method method, std::string_view params = "{}",
                                    mcp::Era era = k_now) const
    {
        const mcp::Call call{.method = method,
                             .era = era,
                             .id = "1",
                             .params = std::move(json::parse(params).value()),
                             .takes_tasks = false};
        return *m_lists.answer(call);
    }

    [[nodiscard]] json::Ref result(Method method, std::string_view params = "{}") const
    {
        const auto answer = asked(method, params);
        CPPUNIT_ASSERT_EQUAL_MESSAGE(answer.body, 200, answer.status);
        const auto whole = json::parse(answer.body);
        return json::share(json::object_member(whole->get(), "result"));
    }

    [[nodiscard]] std::int64_t refused(Method method, std::string_view params,
                                       mcp::Era era = k_now) const
    {
        const auto whole = json::parse(asked(method, params, era).body);
        const json_t* error_view = json::object_member(whole->get(), "error");
        return json::integer_member(error_view, "code").value_or(0);
    }

    template <typename F> void for_each_tool(F&& f) const
    {
        const auto list = result(Method::list_tools);
        const json_t* tools_view = json::array_member(list.get(), "tools");
        CPPUNIT_ASSERT_EQUAL(std::size_t{9}, json_array_size(tools_view));
        for (std::size_t i = 0; i < json_array_size(tools_view); ++i) {
            const json_t* tool_view = json_array_get(tools_view, i);
            f(std::string{*json::text_member(tool_view, "name")}, tool_view);
        }
    }

    static std::string dumped(const json_t* view, const char* key)
    {
        return json::dump(json::member(view, key));
    }

public:
    void a_cursor_leads_nowhere()
    {
        for (const Method list : {Method::list_tools, Method::list_resources,
                                  Method::list_templates, Method::list_prompts}) {
            for (const char* cursor : {R"({"cursor":""})", R"({"cursor":"2"})", R"({"cursor":7})"})
                CPPUNIT_ASSERT_EQUAL(std::int64_t{-32602}, refused(list, cursor));
            CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, refused(list, R"({"cursor":null})"));
        }
    }

    void an_unknown_resource_is_refused_as_each_era_has_it()
    {
        constexpr std::string_view k_params = R"({"uri":"assay://samples/../secret"})";
        CPPUNIT_ASSERT_EQUAL(std::int64_t{-32602}, refused(Method::read_resource, k_params));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{-32002},
                             refused(Method::read_resource, k_params, k_then));
        CPPUNIT_ASSERT(asked(Method::read_resource, k_params)
                           .body.ends_with(R"("data":{"uri":"assay://samples/../secret"}}})"));
        for (const char* none : {"{}", R"({"uri":7})"})
            CPPUNIT_ASSERT_EQUAL(std::int64_t{-32602}, refused(Method::read_resource, none));
    }

    void a_prompt_without_its_arguments_is_refused()
    {
        const auto endless = concat(R"({"name":"check_draft","arguments":{"draft":")",
                                    std::string(200'001, 'x'), R"("}})");
        for (const std::string& params : std::initializer_list<std::string>{
                 "{}", R"({"name":7})", R"({"name":"other","arguments":{"draft":"a"}})",
                 R"({"name":"check_draft"})", R"({"name":"check_draft","arguments":[]})",
                 R"({"name":"check_draft","arguments":{"draft":7}})",
                 R"({"name":"check_draft","arguments":{"draft":""}})",
                 R"({"name":"check_summary","arguments":{"summary":"a"}})", endless})
            CPPUNIT_ASSERT_EQUAL_MESSAGE(params.substr(0, 100), std::int64_t{-32602},
                                         refused(Method::get_prompt, params));
    }

    void calls_of_tools_and_tasks_are_not_answered_here()
    {
        for (const Method method :
             {Method::call_tool, Method::get_task, Method::update_task, Method::cancel_task})
            CPPUNIT_ASSERT(!m_lists.answer({.method = method,
                                            .era = k_now,
                                            .id = "1",
                                            .params = json::object(),
                                            .takes_tasks = true}));
    }

    void while_nothing_is_sold_only_the_free_tool_is_there()
    {
        auto config = m_config;
        config.facilitator.urls.clear();
        const catalog::Catalog off{config};
        const auto list = tools::tool_list(off);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, json_array_size(list.get()));
        const tools::Lists lists{off, "{}"};
        const auto prompts = lists.answer({.method = Method::list_prompts,
                                           .era = k_then,
                                           .id = "1",
                                           .params = json::object(),
                                           .takes_tasks = false});
        CPPUNIT_ASSERT(prompts->body.ends_with(R"("result":{"prompts":[]}})"));
    }

    void no_byte_of_a_request_enters_a_list()
    {
        constexpr std::string_view k_marked =
            R"({"zebra":"zebra","_meta":{"zebra":"zebra"},"protocolVersion":"zebra"})";
        for (const Method method :
             {Method::initialize, Method::discover, Method::list_tools, Method::list_resources,
              Method::list_templates, Method::list_prompts, Method::ping})
            for (const auto& era : {k_now, k_then})
                CPPUNIT_ASSERT(asked(method, k_marked, era).body.find("zebra") ==
                               std::string::npos);
    }

    void each_tool_takes_its_example_and_nothing_unknown()
    {
        for_each_tool([&](const std::string& name, const json_t* tool_view) {
            const auto schema = dumped(tool_view, "inputSchema");
            CPPUNIT_ASSERT_MESSAGE(name, schema.find("$ref") == std::string::npos);
            CPPUNIT_ASSERT_MESSAGE(name, schema.starts_with(R"({"type":"object",)"));
            CPPUNIT_ASSERT_MESSAGE(name,
                                   !support::errors_against(schema, R"({"zebra":1})").empty());
            const auto* product = catalog::find_product(name);
            const auto example = product != nullptr
                                     ? json::dump(catalog::example_request(*product).get())
                                     : R"({"job_id":"job_01kaj8v5e3q0t5n8r2m4w6y9zd","wait_s":25})";
            CPPUNIT_ASSERT_EQUAL_MESSAGE(name, std::string{},
                                         support::errors_against(schema, example));
        });
    }

    void a_paid_tool_admits_result_terms_and_problem()
    {
        const auto terms =
            json::dump(catalog::payment_required(m_catalog, *m_catalog.find("verify_basic"),
                                                 catalog::k_payment_missing)
                           .get());
        for_each_tool([&](const std::string& name, const json_t* tool_view) {
            const auto schema = dumped(tool_view, "outputSchema");
            const auto admits = [&](const std::string& value) {
                return support::errors_against(schema, value).empty();
            };
            for (const char* wrong : {"[]", "{}", R"({"job_id":"job_1"})", R"({"code":"busy"})"})
                CPPUNIT_ASSERT_MESSAGE(name, !admits(wrong));
            for (const char* right :
                 {R"({"job_id":"job_1","status":"complete","verdict":null,"artifact":{}})",
                  R"({"job_id":"job_1","status":"running","tool":"get_result","retry_after_s":5})",
                  R"({"code":"settlement_pending","charged":null,"status":503})"})
                CPPUNIT_ASSERT_MESSAGE(name, admits(right));
            CPPUNIT_ASSERT_EQUAL_MESSAGE(name, name != "get_result", admits(terms));
        });
    }

    void a_paid_tool_hints_at_its_terms()
    {
        for_each_tool([&](const std::string& name, const json_t* tool_view) {
            const auto* offer = m_catalog.find(name);
            const json_t* hint_view =
                json::object_member(json::object_member(tool_view, "_meta"), "x402");
            CPPUNIT_ASSERT_EQUAL_MESSAGE(name, offer != nullptr, hint_view != nullptr);
            const json_t* annotations_view = json::object_member(tool_view, "annotations");
            CPPUNIT_ASSERT(json::boolean_member(annotations_view, "readOnlyHint") ==
                           (offer == nullptr));
            if (offer == nullptr) return;
            CPPUNIT_ASSERT(json::text_member(hint_view, "amount") == offer->price.atoms_text());
            CPPUNIT_ASSERT(json::boolean_member(hint_view, "paymentRequired") == true);
        });
    }

    void every_listed_resource_can_be_read()
    {
        const auto list = result(Method::list_resources);
        const json_t* resources_view = json::array_member(list.get(), "resources");
        CPPUNIT_ASSERT_EQUAL(std::size_t{9}, json_array_size(resources_view));
        for (std::size_t i = 0; i < json_array_size(resources_view); ++i) {
            const auto uri = *json::text_member(json_array_get(resources_view, i), "uri");
            const auto read =
                result(Method::read_resource, json::dump(json::object("uri", uri).get()));
            const json_t* content_view =
                json_array_get(json::array_member(read.get(), "contents"), 0);
            CPPUNIT_ASSERT(json::text_member(content_view, "uri") == uri);
            CPPUNIT_ASSERT(json::parse(*json::text_member(content_view, "text")));
            CPPUNIT_ASSERT(json::text_member(read.get(), "cacheScope") == "public");
        }
        CPPUNIT_ASSERT(asked(Method::read_resource, R"({"uri":"assay://catalog"})")
                           .body.find(R"({\"entity\":\"Assay\"})") != std::string::npos);
    }

    void a_prompt_holds_what_was_given()
    {
        const auto made =
            result(Method::get_prompt,
                   R"({"name":"check_summary","arguments":{"summary":"S \"1\"","sources":"Q"}})");
        const auto messages = dumped(made.get(), "messages");
        CPPUNIT_ASSERT_MESSAGE(messages,
                               messages.ends_with(R"(\n\nsummary:\nS \"1\"\n\nsources:\nQ"}}])"));
        CPPUNIT_ASSERT(messages.find("verify_standard") != std::string::npos);
    }

    void what_a_model_reads_first_fits_into_its_context()
    {
        // Some 6,000 tokens.
        constexpr std::size_t k_most = 26'000;
        const auto size = asked(Method::list_tools).body.size();
        CPPUNIT_ASSERT_MESSAGE(concat(size), size < k_most);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ToolListsTest);

} // namespace
