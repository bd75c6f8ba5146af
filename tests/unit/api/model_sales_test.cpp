// What is sold with a language model: not while it is away, and with its record.
#include "order_case.hpp"

#include "base/concat.hpp"

namespace {

using namespace api_test;

constexpr const char* k_standard = "/v2/verify/standard";
constexpr const char* k_wanted = R"({"payload":"1 + 1 = 2","model":true})";
constexpr const char* k_declined = R"({"payload":"1 + 1 = 2","model":false})";
constexpr const char* k_order_standard = R"({"tier":"standard","payload":"1 + 1 = 2"})";

class ModelSalesTest : public OrderCase {
    CPPUNIT_TEST_SUITE(ModelSalesTest);
    CPPUNIT_TEST(while_the_model_is_away_nothing_is_charged_on_either_rail);
    CPPUNIT_TEST(what_asks_no_model_is_sold_all_the_same);
    CPPUNIT_TEST(a_model_that_the_shop_has_not_is_refused);
    CPPUNIT_TEST(what_declines_the_model_waits_for_none);
    CPPUNIT_TEST(what_declines_the_model_is_another_request);
    CPPUNIT_TEST(a_full_lane_of_the_model_is_told_before_any_payment);
    CPPUNIT_TEST(a_full_lane_without_a_model_is_busy);
    CPPUNIT_TEST(what_is_sold_with_the_model_waits_in_its_lane);
    CPPUNIT_TEST(the_record_is_served_beside_the_artifact);
    CPPUNIT_TEST(without_a_model_nothing_is_said_of_one);
    CPPUNIT_TEST(health_tells_of_the_model);
    CPPUNIT_TEST_SUITE_END();

    fcgi::Request paid_standard(unsigned number = 1) { return paid_at(k_standard, k_body, number); }

    void model_is(const char* status)
    {
        world.bulletin.observe({"model", status, "", world.clock.now()});
    }

    // Sold by rail v2, and in work.
    store::ClaimedJob sold()
    {
        facilitator_settles();
        bought(service->handle(paid_standard()));
        auto claimed =
            world.lanes.claim_next({.lane = "model"}, support::k_worker, std::chrono::minutes{1});
        CPPUNIT_ASSERT(claimed);
        return std::move(*claimed);
    }

    std::string lane_of(const value::JobId& id)
    {
        return world.reading.find(id, store::Reading::Artifact::leave)->job.lane;
    }
    // Of the order that a 402 tells of.
    std::string ordered_lane(const fcgi::Response& told)
    {
        return lane_of(*value::JobId::parse(*json::text_member(body(told).get(), "job_id")));
    }

    fcgi::Response transcript_of(const value::JobId& id)
    {
        return service->handle(request("GET", base::concat("/v1/job/", id.text(), "/transcript")));
    }

public:
    void open_with(const char* lines)
    {
        more_config = lines;
        open();
        // No chain is read here: the facilitator's word has to do.
        config.payment.receipt_check_from = value::AtomicUsd::from_atoms(9'000'000);
    }

    void setUp() override
    {
        open_with("[llm]\nurl = \"http://127.0.0.1:9/v1\"\nmodel = \"scripted\"\n");
        world.beat();
        model_is("ok");
    }

    void while_the_model_is_away_nothing_is_charged_on_either_rail()
    {
        model_is("away");
        for (const char* path : {k_standard, "/v2/verify/deep"}) {
            const auto refused = service->handle(paid_at(path, k_body, 7));
            CPPUNIT_ASSERT_EQUAL(std::string{"503 model_away false"}, gist(refused));
            CPPUNIT_ASSERT(!header(refused, "Retry-After").empty());
        }
        CPPUNIT_ASSERT(http->requests.empty());
        CPPUNIT_ASSERT_EQUAL(
            std::string{"503 model_away false"},
            gist(service->handle(request("POST", "/v1/verify", k_order_standard))));
        CPPUNIT_ASSERT(world.reading.lane_loads().empty());
        // The same header buys once it answers.
        model_is("ok");
        sold();
    }

    void what_asks_no_model_is_sold_all_the_same()
    {
        model_is("away");
        facilitator_settles();
        const auto id = bought(service->handle(paid()));
        CPPUNIT_ASSERT(world.state(id) == job::State::queued);
        ordered(); // basic, on rail v1
    }

    // On either rail and before any money moves: its buyer would pay for what they do not get.
    void a_model_that_the_shop_has_not_is_refused()
    {
        constexpr std::string_view k_sentence =
            "Input should be false or left out: no language model is asked here";
        open_with("");
        const auto says = [&](const fcgi::Response& told, int status) {
            CPPUNIT_ASSERT_EQUAL_MESSAGE(told.body, status, told.status);
            CPPUNIT_ASSERT_MESSAGE(told.body, told.body.find(k_sentence) != std::string::npos);
        };
        says(service->handle(paid_at(k_standard, k_wanted)), 422);
        says(service->handle(request("POST", k_standard, k_wanted)), 402); // would_fail
        says(service->handle(request("POST", "/v1/verify",
                                     R"({"tier":"deep","payload":"1 + 1 = 2","model":true})")),
             422);
        CPPUNIT_ASSERT(http->requests.empty());
        facilitator_settles();
        bought(service->handle(paid_at(k_standard, k_declined)));
    }

    void what_declines_the_model_waits_for_none()
    {
        model_is("away");
        const auto quoted = [&](const std::string& text) {
            return service->handle(request("POST", k_standard, text)).body;
        };
        CPPUNIT_ASSERT(quoted(k_wanted).find(R"("code":"model_away")") != std::string::npos);
        CPPUNIT_ASSERT(quoted(k_declined).find("model_away") == std::string::npos);
        facilitator_settles();
        const auto id = bought(service->handle(paid_at(k_standard, k_declined)));
        CPPUNIT_ASSERT_EQUAL(std::string{"analysis"}, lane_of(id));
        constexpr std::string_view k_order_declined =
            R"({"tier":"deep","payload":"x","model":false)";
        for (const auto& [rest, lane] :
             {std::pair{"}", "analysis"}, {R"(,"sources":["https://example.org/a"]})", "pages"}}) {
            const auto told = service->handle(
                request("POST", "/v1/verify", base::concat(k_order_declined, rest)));
            CPPUNIT_ASSERT_EQUAL_MESSAGE(told.body, 402, told.status);
            CPPUNIT_ASSERT_EQUAL(std::string{lane}, ordered_lane(told));
        }
    }

    void what_declines_the_model_is_another_request()
    {
        facilitator_settles();
        bought(service->handle(paid_at(k_standard, k_body)));
        CPPUNIT_ASSERT_EQUAL(std::string{"409 payment_reused false"},
                             gist(service->handle(paid_at(k_standard, k_declined))));
        CPPUNIT_ASSERT_EQUAL(202, service->handle(paid_at(k_standard, k_wanted)).status);
    }

    void a_full_lane_of_the_model_is_told_before_any_payment()
    {
        config.llm.concurrency = 1;
        sold(); // one at a time: no second one would end within the sla
        http->requests.clear();
        const auto refused = service->handle(paid_at("/v2/verify/deep", k_body, 2));
        CPPUNIT_ASSERT_EQUAL(std::string{"503 model_busy false"}, gist(refused));
        CPPUNIT_ASSERT_EQUAL(std::string{"60"}, header(refused, "Retry-After"));
        CPPUNIT_ASSERT(http->requests.empty());
        CPPUNIT_ASSERT_EQUAL(
            std::string{"503 model_busy false"},
            gist(service->handle(request("POST", "/v1/verify", k_order_standard))));
        // The same header buys without it.
        facilitator_settles();
        bought(service->handle(paid_at("/v2/verify/deep", k_declined, 2)));
        ordered();
    }

    // The lane of the rules alone says so in its own word.
    void a_full_lane_without_a_model_is_busy()
    {
        config.engine.analysis_lanes = 0;
        CPPUNIT_ASSERT_EQUAL(std::string{"503 busy false"},
                             gist(service->handle(paid_at(k_standard, k_declined))));
        sold();
    }

    void what_is_sold_with_the_model_waits_in_its_lane()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"model"}, sold().job.lane);
        const auto told = service->handle(request("POST", "/v1/verify", k_order_standard));
        CPPUNIT_ASSERT_EQUAL_MESSAGE(told.body, 402, told.status);
        CPPUNIT_ASSERT_EQUAL(std::string{"model"}, ordered_lane(told));
    }

    void the_record_is_served_beside_the_artifact()
    {
        const auto claimed = sold();
        const auto& id = claimed.job.id;
        CPPUNIT_ASSERT_EQUAL(202, transcript_of(id).status);
        auto result = support::result_of(R"({"engine":{"degraded_reason":"model_away"}})");
        result.model_lack = job::k_model_away;
        result.transcript = R"({"calls":[],"format":"assay-transcript/1"})";
        CPPUNIT_ASSERT(
            world.lanes.complete(claimed.job, support::k_worker, result, world.clock.now()));
        const auto told = transcript_of(id);
        CPPUNIT_ASSERT_EQUAL(200, told.status);
        CPPUNIT_ASSERT_EQUAL(result.transcript, told.body);
        // The buyer learns of their credit where they ask for the job.
        CPPUNIT_ASSERT(
            service->handle(request("GET", "/v1/job/" + id.text())).body.find("\"model_away\"") !=
            std::string::npos);
        CPPUNIT_ASSERT_EQUAL(404, transcript_of(value::JobId::make(world.clock.now())).status);
        CPPUNIT_ASSERT_EQUAL(422,
                             service->handle(request("GET", "/v1/job/job_/transcript")).status);
        CPPUNIT_ASSERT_EQUAL(404, service->handle(request("GET", "/v1/job//transcript")).status);
    }

    void without_a_model_nothing_is_said_of_one()
    {
        open_with("");
        model_is("away"); // what an earlier configuration left
        facilitator_settles();
        const auto id = bought(service->handle(paid_standard()));
        const auto claimed = world.lanes.claim_next({.lane = std::string{support::k_lane}},
                                                    support::k_worker, std::chrono::minutes{1});
        CPPUNIT_ASSERT(claimed && claimed->job.id == id);
        CPPUNIT_ASSERT(world.lanes.complete(claimed->job, support::k_worker,
                                            support::result_of(R"({"verdict":"PASS"})"),
                                            world.clock.now()));
        CPPUNIT_ASSERT_EQUAL(404, transcript_of(id).status);
    }

    void health_tells_of_the_model()
    {
        const auto model_of = [this] {
            const auto told = body(service->handle(request("GET", "/health")));
            return base::concat(
                json::text_member(told.get(), "status").value_or("-"), " ",
                json::text_member(json::object_member(told.get(), "checks"), "model")
                    .value_or("-"));
        };
        world.bulletin.observe({"rpc", "ok", "", world.clock.now()});
        world.bulletin.observe({"facilitator", "ok", "", world.clock.now()});
        CPPUNIT_ASSERT_EQUAL(std::string{"ok ok"}, model_of());
        model_is("away");
        CPPUNIT_ASSERT_EQUAL(std::string{"degraded away"}, model_of());
        open_with("");
        CPPUNIT_ASSERT_EQUAL(std::string{"ok off"}, model_of());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ModelSalesTest);

} // namespace
