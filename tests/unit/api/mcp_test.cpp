// POST /mcp as an agent's client meets it: what is refused, told, sold, and never shown.
#include "service_case.hpp"

namespace {

using namespace api_test;
using namespace std::chrono_literals;

constexpr const char* k_mcp = "/mcp";
constexpr const char* k_envelope = R"({"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                                   R"("io.modelcontextprotocol/clientCapabilities":)";

class McpTest : public ServiceCase {
    CPPUNIT_TEST_SUITE(McpTest);
    CPPUNIT_TEST(another_pool_has_no_such_route);
    CPPUNIT_TEST(pages_of_others_may_not_ask_a_local_service);
    CPPUNIT_TEST(garbage_is_refused_with_its_code);
    CPPUNIT_TEST(what_wants_no_answer_gets_none);
    CPPUNIT_TEST(an_unknown_tool_is_refused);
    CPPUNIT_TEST(arguments_that_are_no_object_are_refused);
    CPPUNIT_TEST(an_unpaid_call_is_told_the_terms_of_this_door);
    CPPUNIT_TEST(terms_say_what_would_fail);
    CPPUNIT_TEST(a_garbage_payment_is_a_problem);
    CPPUNIT_TEST(wrong_arguments_leave_the_payment_good);
    CPPUNIT_TEST(arguments_too_large_charge_nothing);
    CPPUNIT_TEST(arguments_of_too_many_values_are_refused_as_by_the_route);
    CPPUNIT_TEST(a_paid_call_is_a_sale);
    CPPUNIT_TEST(a_payment_names_this_door_or_the_route);
    CPPUNIT_TEST(the_same_call_again_is_the_same_job);
    CPPUNIT_TEST(both_doors_sell_one_job);
    CPPUNIT_TEST(a_payment_for_another_request_gets_terms_and_no_job);
    CPPUNIT_TEST(a_facilitator_that_is_down_is_told_to_be_asked_again);
    CPPUNIT_TEST(an_undecided_settlement_is_told_so);
    CPPUNIT_TEST(a_job_becomes_a_task_where_that_is_declared);
    CPPUNIT_TEST(a_task_that_nobody_has_is_refused);
    CPPUNIT_TEST(a_result_is_read_by_its_id_alone);
    CPPUNIT_TEST(a_job_that_failed_is_an_error_of_its_tool);
    CPPUNIT_TEST(a_fault_is_an_error_of_the_protocol);
    CPPUNIT_TEST_SUITE_END();

    fcgi::Response post(const std::string& message)
    {
        auto asked = request("POST", k_mcp, message);
        asked.headers.push_back({"host", "127.0.0.1"});
        return service->handle(asked);
    }

    // The result, or the error, of a message of an older revision.
    json::Ref answer_to(const std::string& method, const std::string& params)
    {
        const auto response = post(base::concat(R"({"jsonrpc":"2.0","id":7,"method":")", method,
                                                R"(","params":)", params, "}"));
        auto answer = body(response);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{7}, *json::integer_member(answer.get(), "id"));
        const json_t* result_view = json::member(answer.get(), "result");
        return json::share(result_view != nullptr ? result_view
                                                  : json::member(answer.get(), "error"));
    }

    // The value of the header PAYMENT-SIGNATURE; each number is another authorization.
    std::string payment(unsigned number = 1, const std::string& resource = {})
    {
        auto terms_of_route = pay::terms_of(*catalog, *catalog->find_v2_route(k_route));
        if (!resource.empty()) terms_of_route.resource_url = resource;
        return support::good_payment(wallet, terms_of_route, world.clock.now(), number).header();
    }

    json::Ref call(const std::string& arguments, const std::string& paid_by = {},
                   const std::string& tool = "verify_basic")
    {
        const std::string meta =
            paid_by.empty() ? "" : base::concat(R"(,"_meta":{"x402/payment":")", paid_by, R"("})");
        return answer_to("tools/call", base::concat(R"({"name":")", tool, R"(","arguments":)",
                                                    arguments, meta, "}"));
    }

    static std::string text_of(const json::Ref& result, const char* key)
    {
        const json_t* told_view = json::object_member(result.get(), "structuredContent");
        return std::string{json::text_member(told_view, key).value_or("-")};
    }
    static std::string charged_of(const json::Ref& result)
    {
        const json_t* told_view = json::object_member(result.get(), "structuredContent");
        const json_t* charged_view = json::member(told_view, "charged");
        return charged_view == nullptr ? "-" : json::dump(charged_view);
    }
    static bool is_error(const json::Ref& result)
    {
        return json::boolean_member(result.get(), "isError").value_or(false);
    }
    static std::int64_t code_of(const fcgi::Response& response)
    {
        const auto answer = body(response);
        return json::integer_member(json::object_member(answer.get(), "error"), "code").value_or(0);
    }

public:
    void setUp() override
    {
        more_config = "[http]\npoll_wait_max = \"1s\"\n";
        open(api::Pool::agents);
    }

    void another_pool_has_no_such_route()
    {
        open(api::Pool::slow);
        CPPUNIT_ASSERT_EQUAL(404, post("{}").status);
    }

    void pages_of_others_may_not_ask_a_local_service()
    {
        config.service.mode = config::Mode::development;
        for (const auto& [name, value] :
             {std::pair{"origin", "https://evil.example"}, std::pair{"host", "evil.example"}}) {
            auto asked = request("POST", k_mcp, R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
            asked.headers.push_back({name, value});
            CPPUNIT_ASSERT_EQUAL(403, service->handle(asked).status);
        }
        CPPUNIT_ASSERT_EQUAL(405, service->handle(request("GET", k_mcp)).status);
    }

    void garbage_is_refused_with_its_code()
    {
        for (const auto& [text, code] :
             {std::pair{"x", -32700}, std::pair{"[]", -32600}, std::pair{"{}", -32600},
              std::pair{R"({"jsonrpc":"2.0","id":null,"method":"ping"})", -32600}}) {
            const auto response = post(text);
            CPPUNIT_ASSERT_EQUAL(400, response.status);
            CPPUNIT_ASSERT_EQUAL(std::int64_t{code}, code_of(response));
        }
        CPPUNIT_ASSERT_EQUAL(std::int64_t{-32601},
                             code_of(post(R"({"jsonrpc":"2.0","id":1,"method":"no/such"})")));
    }

    void what_wants_no_answer_gets_none()
    {
        const auto response = post(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
        CPPUNIT_ASSERT_EQUAL(202, response.status);
        CPPUNIT_ASSERT_EQUAL(std::string{}, response.body);
    }

    void an_unknown_tool_is_refused()
    {
        const auto error = call("{}", {}, "verify_everything");
        CPPUNIT_ASSERT_EQUAL(std::int64_t{-32602}, *json::integer_member(error.get(), "code"));
        CPPUNIT_ASSERT(json::dump(error.get()).find("everything") == std::string::npos);
    }

    void arguments_that_are_no_object_are_refused()
    {
        for (const char* arguments : {"[]", "null", "\"x\"", "1"}) {
            const auto error = call(arguments);
            CPPUNIT_ASSERT_EQUAL(std::int64_t{-32602}, *json::integer_member(error.get(), "code"));
        }
    }

    void an_unpaid_call_is_told_the_terms_of_this_door()
    {
        const auto result = call(k_body);
        CPPUNIT_ASSERT(is_error(result));
        const json_t* terms_view = json::object_member(result.get(), "structuredContent");
        CPPUNIT_ASSERT_EQUAL(std::int64_t{2}, *json::integer_member(terms_view, "x402Version"));
        CPPUNIT_ASSERT_EQUAL(
            catalog->url(k_mcp),
            std::string{*json::text_member(json::object_member(terms_view, "resource"), "url")});
        const json_t* bazaar_view =
            json::object_member(json::object_member(terms_view, "extensions"), "bazaar");
        const json_t* input_view =
            json::object_member(json::object_member(bazaar_view, "info"), "input");
        CPPUNIT_ASSERT_EQUAL(std::string{"mcp"},
                             std::string{*json::text_member(input_view, "type")});
        CPPUNIT_ASSERT_EQUAL(std::string{"verify_basic"},
                             std::string{*json::text_member(input_view, "toolName")});
        const json_t* error_view =
            json::member(json::object_member(result.get(), "_meta"), "x402/error");
        CPPUNIT_ASSERT(json_equal(terms_view, error_view) == 1);
        CPPUNIT_ASSERT(http->requests.empty());
    }

    void terms_say_what_would_fail()
    {
        const auto result = call("{}");
        const json_t* terms_view = json::object_member(result.get(), "structuredContent");
        CPPUNIT_ASSERT(json::array_member(terms_view, "would_fail") != nullptr);
    }

    void a_garbage_payment_is_a_problem()
    {
        const auto result = call(k_body, "e30=");
        CPPUNIT_ASSERT(is_error(result));
        CPPUNIT_ASSERT_EQUAL(std::string{"payment_header_invalid"}, text_of(result, "code"));
        CPPUNIT_ASSERT_EQUAL(std::string{"false"}, charged_of(result));
    }

    void wrong_arguments_leave_the_payment_good()
    {
        const auto wrong = call("{\"payload\":7}", payment());
        CPPUNIT_ASSERT_EQUAL(std::string{"wrong_arguments"}, text_of(wrong, "code"));
        CPPUNIT_ASSERT_EQUAL(std::string{"false"}, charged_of(wrong));
        CPPUNIT_ASSERT(http->requests.empty());
        facilitator_settles();
        CPPUNIT_ASSERT(text_of(call(k_body, payment()), "job_id").starts_with("job_"));
    }

    void arguments_too_large_charge_nothing()
    {
        const auto most = catalog->find_v2_route(k_route)->product->body_max_bytes;
        const auto result =
            call(base::concat("{\"payload\":\"", std::string(most, 'a'), "\"}"), payment());
        CPPUNIT_ASSERT(is_error(result));
        CPPUNIT_ASSERT_EQUAL(std::string{"false"}, charged_of(result));
        CPPUNIT_ASSERT(http->requests.empty());
    }

    void arguments_of_too_many_values_are_refused_as_by_the_route()
    {
        const auto most = catalog->find_v2_route(k_route)->product->structure_max_bytes;
        std::string body = "{\"payload\":\"a\",\"b\":[0";
        while (base::json::structure_bytes(body) <= most)
            for (int i = 0; i < 1000; ++i) body += ",0";
        const auto result = call(body + "]}", payment());
        CPPUNIT_ASSERT_EQUAL(std::string{"wrong_arguments"}, text_of(result, "code"));
        CPPUNIT_ASSERT(json::dump(result.get()).find("too many values") != std::string::npos);
        CPPUNIT_ASSERT_EQUAL(std::string{"false"}, charged_of(result));
        CPPUNIT_ASSERT(http->requests.empty());
    }

    void a_paid_call_is_a_sale()
    {
        facilitator_settles();
        const auto result = call(k_body, payment());
        CPPUNIT_ASSERT(!is_error(result));
        CPPUNIT_ASSERT_EQUAL(std::string{"queued"}, text_of(result, "status"));
        CPPUNIT_ASSERT_EQUAL(std::string{"get_result"}, text_of(result, "tool"));
        const json_t* receipt_view = json::object_member(json::object_member(result.get(), "_meta"),
                                                         "x402/payment-response");
        CPPUNIT_ASSERT_EQUAL(std::string{k_tx},
                             std::string{*json::text_member(receipt_view, "transaction")});
    }

    void a_payment_names_this_door_or_the_route()
    {
        facilitator_settles();
        CPPUNIT_ASSERT(!is_error(call(k_body, payment(1, catalog->url(k_mcp)))));
        const auto other = call(k_body, payment(2, "https://mcp.example/mcp"));
        CPPUNIT_ASSERT(is_error(other));
        CPPUNIT_ASSERT_EQUAL(std::string{"invalid_payment_requirements"}, text_of(other, "error"));
    }

    void the_same_call_again_is_the_same_job()
    {
        facilitator_settles();
        const auto first = text_of(call(k_body, payment()), "job_id");
        CPPUNIT_ASSERT_EQUAL(first, text_of(call(k_body, payment()), "job_id"));
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, http->requests.size());
    }

    void both_doors_sell_one_job()
    {
        facilitator_settles();
        const auto bought = body(service->handle(paid()));
        CPPUNIT_ASSERT_EQUAL(std::string{*json::text_member(bought.get(), "job_id")},
                             text_of(call(k_body, payment()), "job_id"));
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, http->requests.size());
    }

    void a_payment_for_another_request_gets_terms_and_no_job()
    {
        facilitator_settles();
        const auto first = text_of(call(k_body, payment()), "job_id");
        const auto second = call(R"({"payload":"another text"})", payment());
        CPPUNIT_ASSERT(is_error(second));
        CPPUNIT_ASSERT_EQUAL(std::string{"payment_reused"}, text_of(second, "error"));
        CPPUNIT_ASSERT_EQUAL(std::string{"false"}, charged_of(second));
        CPPUNIT_ASSERT(json::dump(second.get()).find(first) == std::string::npos);
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, http->requests.size());
    }

    void a_facilitator_that_is_down_is_told_to_be_asked_again()
    {
        http->will_answer(503, "{}");
        const auto result = call(k_body, payment());
        CPPUNIT_ASSERT_EQUAL(std::string{"facilitator_unavailable"}, text_of(result, "code"));
        CPPUNIT_ASSERT_EQUAL(std::string{"false"}, charged_of(result));
        const auto text = json::dump(result.get());
        CPPUNIT_ASSERT_MESSAGE(text, text.find("retry_after_s") != std::string::npos);
        CPPUNIT_ASSERT(text.find("Nothing was charged: call again") != std::string::npos);
    }

    void an_undecided_settlement_is_told_so()
    {
        http->will_answer(200, k_valid);
        http->will_answer(502, "{}");
        const auto result = call(k_body, payment());
        CPPUNIT_ASSERT_EQUAL(std::string{"settlement_pending"}, text_of(result, "code"));
        CPPUNIT_ASSERT_EQUAL(std::string{"null"}, charged_of(result));
        CPPUNIT_ASSERT(json::dump(result.get()).find("sign nothing new") != std::string::npos);
    }

    // A request of 2026-07-28 that declares the extension.
    json::Ref modern(const std::string& method, const std::string& name, const std::string& params)
    {
        auto asked =
            request("POST", k_mcp,
                    base::concat(R"({"jsonrpc":"2.0","id":"a","method":")", method,
                                 R"(","params":{)", params, R"("_meta":)", k_envelope,
                                 R"({"extensions":{"io.modelcontextprotocol/tasks":{}}}}}})"));
        for (const auto& [key, value] : {std::pair<std::string, std::string>{"host", "127.0.0.1"},
                                         {"mcp-protocol-version", "2026-07-28"},
                                         {"mcp-method", method},
                                         {"mcp-name", name},
                                         {"payment-signature", payment()}})
            asked.headers.push_back({key, value});
        const auto answer = body(service->handle(asked));
        const json_t* result_view = json::member(answer.get(), "result");
        return json::share(result_view != nullptr ? result_view
                                                  : json::member(answer.get(), "error"));
    }

    void a_job_becomes_a_task_where_that_is_declared()
    {
        facilitator_settles();
        const auto task =
            modern("tools/call", "verify_basic",
                   base::concat(R"("name":"verify_basic","arguments":)", k_body, ","));
        CPPUNIT_ASSERT_EQUAL(std::string{"task"},
                             std::string{*json::text_member(task.get(), "resultType")});
        const std::string id{*json::text_member(task.get(), "taskId")};
        const auto asked = modern("tasks/get", id, base::concat(R"("taskId":")", id, "\","));
        CPPUNIT_ASSERT_EQUAL(std::string{"working"},
                             std::string{*json::text_member(asked.get(), "status")});
        const auto cancelled = modern("tasks/cancel", id, base::concat(R"("taskId":")", id, "\","));
        CPPUNIT_ASSERT_EQUAL(std::string{"complete"},
                             std::string{*json::text_member(cancelled.get(), "resultType")});
    }

    void a_task_that_nobody_has_is_refused()
    {
        for (const char* id : {"x", "job_00000000000000000000000000"}) {
            const auto error = modern("tasks/get", id, base::concat(R"("taskId":")", id, "\","));
            CPPUNIT_ASSERT_EQUAL(std::int64_t{-32602}, *json::integer_member(error.get(), "code"));
        }
    }

    void a_result_is_read_by_its_id_alone()
    {
        const auto read = [&](const std::string& arguments) {
            return call(arguments, {}, "get_result");
        };
        for (const char* arguments :
             {"{}", R"({"job_id":"x"})", R"({"job_id":"job_00000000000000000000000000/artifact"})",
              R"({"job_id":"job_00000000000000000000000000","wait_s":26})",
              R"({"job_id":"job_00000000000000000000000000","wait_s":"1"})"})
            CPPUNIT_ASSERT_EQUAL(std::string{"wrong_arguments"}, text_of(read(arguments), "code"));
        CPPUNIT_ASSERT_EQUAL(
            std::string{"job_unknown"},
            text_of(read(R"({"job_id":"job_00000000000000000000000000"})"), "code"));
        facilitator_settles();
        const auto id = text_of(call(k_body, payment()), "job_id");
        const auto found = read(base::concat(R"({"job_id":")", id, R"(","wait_s":0})"));
        CPPUNIT_ASSERT_EQUAL(id, text_of(found, "job_id"));
        CPPUNIT_ASSERT_EQUAL(std::string{"queued"}, text_of(found, "status"));
    }

    void a_job_that_failed_is_an_error_of_its_tool()
    {
        const auto id = world.queue(support::reservation_order(1)).job_id.text();
        const auto claimed =
            *world.lanes.claim_next({.lane = std::string{support::k_lane}}, support::k_worker, 60s);
        world.lanes.attempt_failed(claimed.job, support::k_worker, "engine_crashed", 1);
        const auto task = modern("tasks/get", id, base::concat(R"("taskId":")", id, "\","));
        const auto read = call(base::concat(R"({"job_id":")", id, "\"}"), {}, "get_result");
        const auto told = json::share(json::member(task.get(), "result"));
        for (const auto* result : {&read, &told}) {
            CPPUNIT_ASSERT(is_error(*result) && text_of(*result, "status") == "failed");
            CPPUNIT_ASSERT(json::dump(result->get()).find("/artifact") == std::string::npos);
        }
    }

    void a_fault_is_an_error_of_the_protocol()
    {
        auto asked = request("POST", k_mcp,
                             R"({"jsonrpc":"2.0","id":7,"method":"tools/call",)"
                             R"("params":{"name":"verify_basic","arguments":{}}})");
        asked.headers.push_back({"host", "127.0.0.1"});
        const auto answer = api::answer_mcp(asked, *process, [](fcgi::Request) {
            return fcgi::Response{.status = 200, .headers = {}, .body = "cut o"};
        });
        CPPUNIT_ASSERT_EQUAL(500, answer.status);
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"jsonrpc":"2.0","id":7,"error":{"code":-32603,)"
                                         R"("message":"Internal error. The same call may be sent )"
                                         R"(again.","data":{"charged":null}}})"},
                             answer.body);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(McpTest);

} // namespace
