// What witnesses of the chain must prove is sold while so many answer, and is 503 before a
// facilitator is asked anything while fewer do; an unpaid answer tells it.
#include "order_case.hpp"

#include "store/witnesses.hpp"

namespace {

using namespace api_test;
using namespace std::chrono_literals;

class WitnessSalesTest : public OrderCase {
    CPPUNIT_TEST_SUITE(WitnessSalesTest);
    CPPUNIT_TEST(nothing_dear_is_sold_without_two);
    CPPUNIT_TEST(two_sell_it);
    CPPUNIT_TEST(what_was_ordered_and_bought_is_answered_all_the_same);
    CPPUNIT_TEST(the_bound_itself_needs_one);
    CPPUNIT_TEST(nothing_that_needs_the_chain_is_sold_without_it);
    CPPUNIT_TEST(a_cheap_price_needs_none_on_rail_v2);
    CPPUNIT_TEST(an_unpaid_answer_tells_what_stops_a_sale);
    CPPUNIT_TEST(prices_and_unpaid_answers_stay);
    CPPUNIT_TEST_SUITE_END();

    void tell(std::size_t fresh)
    {
        world.bulletin.observe(store::witness_observation(fresh, world.clock.now()));
    }
    // verify_basic costs 0.50.
    void bound(std::int64_t atoms)
    {
        config.payment.single_source_max = value::AtomicUsd::checked(atoms).value();
    }

public:
    void setUp() override
    {
        open(api::Pool::slow);
        bound(499'999);
    }

    void nothing_dear_is_sold_without_two()
    {
        for (const auto fresh : {std::size_t{0}, std::size_t{1}}) {
            tell(fresh);
            for (const auto& each : {paid(), request("POST", "/v1/verify", k_order)}) {
                const auto refused = service->handle(each);
                CPPUNIT_ASSERT_EQUAL(std::string{"503 chain_unavailable false"}, gist(refused));
                CPPUNIT_ASSERT_EQUAL(std::string{"15"}, header(refused, "Retry-After"));
                CPPUNIT_ASSERT(json_is_true(json::member(body(refused).get(), "retryable")));
            }
        }
        CPPUNIT_ASSERT(http->requests.empty());
        CPPUNIT_ASSERT(world.reading.lane_loads().empty());
    }

    void two_sell_it()
    {
        tell(1);
        CPPUNIT_ASSERT_EQUAL(503, service->handle(paid()).status);
        tell(2);
        facilitator_settles();
        bought(service->handle(paid())); // the same header
        expect("402 awaiting_payment",
               told(service->handle(request("POST", "/v1/verify", k_order))));
        world.clock.advance(store::k_witnesses_fresh + 1s);
        world.beat();
        CPPUNIT_ASSERT_EQUAL(503, service->handle(paid(R"({"payload":"3 + 1 = 4"})", 2)).status);
    }

    void what_was_ordered_and_bought_is_answered_all_the_same()
    {
        tell(2);
        auto order = request("POST", "/v1/verify", k_order);
        order.headers.push_back({"idempotency-key", "mine"});
        expect("402 awaiting_payment", told(service->handle(order)));
        facilitator_settles();
        const auto id = bought(service->handle(paid()));
        const auto other = ordered();
        tell(0);
        expect("402 awaiting_payment", told(service->handle(order)));
        CPPUNIT_ASSERT(bought(service->handle(paid())) == id);
        expect("402 awaiting_payment", again(other));
        expect("202 payment_pending", webhook(other, k_same_tx));
        pay(other);
        expect("202 queued", again(other));
    }

    void the_bound_itself_needs_one()
    {
        bound(500'000);
        tell(1);
        facilitator_settles();
        bought(service->handle(paid()));
        ordered();
    }

    void nothing_that_needs_the_chain_is_sold_without_it()
    {
        bound(500'000);
        config.payment.receipt_check_from = value::AtomicUsd::checked(500'000).value();
        tell(0);
        const auto order = request("POST", "/v1/verify", k_order);
        for (const auto& each : {paid(), order})
            CPPUNIT_ASSERT_EQUAL(std::string{"503 chain_unavailable false"},
                                 gist(service->handle(each)));
    }

    void a_cheap_price_needs_none_on_rail_v2()
    {
        bound(500'000); // and is below payment.receipt_check_from
        tell(0);
        CPPUNIT_ASSERT_EQUAL(std::string{"503 chain_unavailable false"},
                             gist(service->handle(request("POST", "/v1/verify", k_order))));
        facilitator_settles();
        bought(service->handle(paid()));
    }

    void an_unpaid_answer_tells_what_stops_a_sale()
    {
        tell(2);
        const auto unpaid = [&](const char* text) {
            const auto answer = service->handle(request("POST", k_route, text));
            CPPUNIT_ASSERT_EQUAL(402, answer.status);
            CPPUNIT_ASSERT(!header(answer, "PAYMENT-REQUIRED").empty());
            const auto shown = body(answer);
            const auto code = json::text_member(shown.get(), "code");
            CPPUNIT_ASSERT_EQUAL(code.has_value(),
                                 json_is_false(json::member(shown.get(), "available")));
            return std::string{code.value_or("-")};
        };
        CPPUNIT_ASSERT_EQUAL(std::string{"-"}, unpaid(""));
        CPPUNIT_ASSERT_EQUAL(std::string{"-"}, unpaid(k_body));
        tell(1);
        CPPUNIT_ASSERT_EQUAL(std::string{"-"}, unpaid(k_body)); // what it saw a moment ago
        world.clock.advance(1s);
        for (const char* text : {"", "garbage", k_body})
            CPPUNIT_ASSERT_EQUAL(std::string{"chain_unavailable"}, unpaid(text));
        world.clock.advance(store::k_heartbeat_fresh + 1s);
        CPPUNIT_ASSERT_EQUAL(std::string{"worker_down"}, unpaid(""));
        beat();
        world.clock.advance(-1h);
        beat();
        CPPUNIT_ASSERT_EQUAL(std::string{"-"}, unpaid("")); // however the clock is set
    }

    void prices_and_unpaid_answers_stay()
    {
        tell(0);
        CPPUNIT_ASSERT_EQUAL(402, service->handle(request("POST", k_route, k_body)).status);
        CPPUNIT_ASSERT_EQUAL(402, service->handle(request("POST", "/v1/verify", "{}")).status);
        CPPUNIT_ASSERT_EQUAL(200, service->handle(request("GET", "/v2/forensics")).status);
        CPPUNIT_ASSERT_EQUAL(200, service->handle(request("GET", "/v1/verify")).status);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(WitnessSalesTest);

} // namespace
