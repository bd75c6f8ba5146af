// What /health says of each check while that alone is not well. That a full disk is told is a case
// of the end-to-end tests, with a disk.
#include "base/revision.hpp"
#include "service_case.hpp"

namespace {

using namespace api_test;
using namespace std::chrono_literals;

class HealthTest : public ServiceCase {
    CPPUNIT_TEST_SUITE(HealthTest);
    CPPUNIT_TEST(all_is_well_and_what_nobody_has_asked_yet_is_no_complaint);
    CPPUNIT_TEST(a_facilitator_that_fails);
    CPPUNIT_TEST(a_chain_out_of_sight_or_standing_still);
    CPPUNIT_TEST(an_anchor_account_that_runs_dry);
    CPPUNIT_TEST(what_is_switched_off_is_no_complaint);
    CPPUNIT_TEST(a_word_of_tomorrow_is_a_complaint);
    CPPUNIT_TEST(without_a_worker_it_is_down_whatever_else_is);
    CPPUNIT_TEST(an_alarm_is_told_in_words);
    CPPUNIT_TEST(what_the_bench_has_shown_is_told);
    CPPUNIT_TEST(not_ready_without_a_worker);
    CPPUNIT_TEST(ready_while_one_product_is_sold);
    CPPUNIT_TEST(alive_without_a_database);
    CPPUNIT_TEST(the_commit_is_told);
    CPPUNIT_TEST_SUITE_END();

    std::string ready()
    {
        const auto answer = service->handle(request("GET", "/health/ready"));
        CPPUNIT_ASSERT_EQUAL(std::string{"no-store"}, header(answer, "Cache-Control"));
        CPPUNIT_ASSERT_EQUAL(answer.status == 503, header(answer, "Retry-After") == "30");
        return std::to_string(answer.status) + ' ' + json::dump(body(answer).get());
    }

    json::Ref seen() { return body(service->handle(request("GET", "/health"))); }

    std::string status()
    {
        const json::Ref answer = seen();
        CPPUNIT_ASSERT_EQUAL(std::size_t{0},
                             json_array_size(json::array_member(answer.get(), "alarms")));
        return std::string{*json::text_member(answer.get(), "status")};
    }

    std::string check(const char* name)
    {
        const json::Ref answer = seen();
        return std::string{
            json::text_member(json::object_member(answer.get(), "checks"), name).value_or("-")};
    }

    void observe(const char* subject, const char* word)
    {
        world.bulletin.observe({subject, word, "7", world.clock.now()});
    }

    // Degraded by this alone, and as before when it is over.
    void degrades(const char* subject, const char* word)
    {
        observe(subject, word);
        CPPUNIT_ASSERT_EQUAL_MESSAGE(subject, std::string{"degraded"}, status());
        observe(subject, "ok");
        CPPUNIT_ASSERT_EQUAL_MESSAGE(subject, std::string{"ok"}, status());
    }

public:
    // Also one that an earlier release has raised and this one does not know.
    void an_alarm_is_told_in_words()
    {
        world.bulletin.raise_alarm("rpc_silent", "https://rpc.example");
        world.bulletin.raise_alarm("of_yesterday", "");
        const json::Ref answer = seen();
        std::string told;
        const json_t* all_view = json::array_member(answer.get(), "alarms");
        for (std::size_t i = 0; i < json_array_size(all_view); ++i)
            told += std::string{*json::text_member(json_array_get(all_view, i), "code")} + ": " +
                    std::string{*json::text_member(json_array_get(all_view, i), "meaning")} + '\n';
        CPPUNIT_ASSERT(told.find("rpc_silent: a JSON-RPC endpoint gives no usable answer\n") !=
                       std::string::npos);
        CPPUNIT_ASSERT(told.find("of_yesterday: \n") != std::string::npos);
    }

    void not_ready_without_a_worker()
    {
        world.clock.advance(31s);
        CPPUNIT_ASSERT_EQUAL(std::string{R"(503 {"ready":false,"reasons":["worker_down"]})"},
                             ready());
        for (const char* method : {"POST", "DELETE"})
            CPPUNIT_ASSERT_EQUAL(405, service->handle(request(method, "/health/ready")).status);
    }

    // Scans need a vantage that sees, texts an engine: what stops one does not stop the other.
    void ready_while_one_product_is_sold()
    {
        const std::string yes = R"(200 {"ready":true,"reasons":[]})";
        CPPUNIT_ASSERT_EQUAL(yes, ready());
        observe("vantage", "offline");
        CPPUNIT_ASSERT_EQUAL(yes, ready());
        observe("engine", "failing");
        const std::string no = ready();
        CPPUNIT_ASSERT_MESSAGE(no, no.starts_with(R"(503 {"ready":false,"reasons":[)"));
        for (const char* code : {"\"engine_unfit\"", "\"vantage_offline\""})
            CPPUNIT_ASSERT_MESSAGE(no, no.find(code) != std::string::npos);
    }

    void alive_without_a_database()
    {
        break_database();
        CPPUNIT_ASSERT_EQUAL(500, service->handle(request("GET", "/health")).status);
        const auto answer = service->handle(request("GET", "/health/live"));
        CPPUNIT_ASSERT_EQUAL(std::string{R"(200 {"live":true})"},
                             std::to_string(answer.status) + ' ' + answer.body);
    }

    void the_commit_is_told()
    {
        const json::Ref answer = seen();
        const auto told = json::text_member(answer.get(), "commit");
        CPPUNIT_ASSERT_EQUAL(std::string{base::revision()}, std::string{told.value_or("")});
    }

    void all_is_well_and_what_nobody_has_asked_yet_is_no_complaint()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"ok"}, status());
        CPPUNIT_ASSERT_EQUAL(std::string{"ok"}, check("db"));
        for (const char* name : {"facilitator", "rpc"})
            CPPUNIT_ASSERT_EQUAL(std::string{"unknown"}, check(name));
    }

    void a_facilitator_that_fails()
    {
        degrades("facilitator", "failing");
        observe("facilitator", "failing");
        CPPUNIT_ASSERT_EQUAL(std::string{"failing"}, check("facilitator"));
    }

    void a_chain_out_of_sight_or_standing_still()
    {
        for (const char* word : {"failing", "halted"}) {
            degrades("rpc", word);
            observe("rpc", word);
            CPPUNIT_ASSERT_EQUAL(std::string{word}, check("rpc"));
        }
    }

    // Before the worker raises its alarm, and while it stands.
    void an_anchor_account_that_runs_dry()
    {
        config.anchor.mode = config::AnchorMode::eas;
        degrades("anchor_balance", "low");
    }

    void what_is_switched_off_is_no_complaint()
    {
        config.anchor.mode = config::AnchorMode::off;
        observe("anchor_balance", "low");
        CPPUNIT_ASSERT_EQUAL(std::string{"ok"}, status());
        open(api::Pool::slow, /*rail_on=*/false);
        observe("facilitator", "failing");
        CPPUNIT_ASSERT_EQUAL(std::string{"off"}, check("facilitator"));
        config.anchor.mode = config::AnchorMode::off;
        CPPUNIT_ASSERT_EQUAL(std::string{"ok"}, status());
    }

    void what_the_bench_has_shown_is_told()
    {
        const auto levels = [&] {
            const json::Ref answer = seen();
            const json_t* checks_view = json::object_member(answer.get(), "checks");
            std::string out;
            for (const char* key : {"model_record", "account_record"})
                out +=
                    json::text_member(json::object_member(checks_view, key), "level").value_or("-");
            return out;
        };
        world.bulletin.observe(
            {std::string{store::k_model_record}, "A", R"({"level":"A"})", world.clock.now()});
        CPPUNIT_ASSERT_EQUAL(std::string{"--"}, levels());
        config.llm.url = "http://127.0.0.1:1/v1";
        CPPUNIT_ASSERT_EQUAL(std::string{"A-"}, levels());
        world.bulletin.observe({std::string{store::k_account_record}, "sold", R"({"level":"sold"})",
                                world.clock.now()});
        CPPUNIT_ASSERT_EQUAL(std::string{"Asold"}, levels());
    }

    void a_word_of_tomorrow_is_a_complaint() { degrades("rpc", "lagging"); }

    void without_a_worker_it_is_down_whatever_else_is()
    {
        observe("rpc", "failing");
        world.clock.advance(31s);
        CPPUNIT_ASSERT_EQUAL(std::string{"down"}, status());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(HealthTest);

} // namespace
