// Rail v1 as a buyer sees it: each state of a job against the poll, the request sent again and the
// webhook (DESIGN.md, 7, the second table, typed once more on purpose).
#include "order_case.hpp"

#include "support/retention.hpp"

#include "db/transaction.hpp"

namespace {

using namespace api_test;
using namespace std::chrono_literals;

class OrdersApiTest : public OrderCase {
    CPPUNIT_TEST_SUITE(OrdersApiTest);
    CPPUNIT_TEST(no_job_and_no_id);
    CPPUNIT_TEST(awaiting_payment);
    CPPUNIT_TEST(members_that_are_not_read_are_told);
    CPPUNIT_TEST(awaiting_with_an_undecided_claim);
    CPPUNIT_TEST(payment_confirmed);
    CPPUNIT_TEST(queued_and_running);
    CPPUNIT_TEST(queued_jobs_say_their_place);
    CPPUNIT_TEST(complete);
    CPPUNIT_TEST(failed);
    CPPUNIT_TEST(expired);
    CPPUNIT_TEST(purged);
    CPPUNIT_TEST(purged_unpaid);
    CPPUNIT_TEST(jobs_of_rail_v2);
    CPPUNIT_TEST(a_refused_claim_says_why);
    CPPUNIT_TEST(a_repeat_key_is_bounded);
    CPPUNIT_TEST(a_repeat_key_shows_how_its_order_stands);
    CPPUNIT_TEST(a_repeat_key_of_an_expired_order_says_so);
    CPPUNIT_TEST(no_order_without_a_worker_or_room);
    CPPUNIT_TEST(no_order_for_a_full_lane);
    CPPUNIT_TEST(without_a_chain_the_rail_is_off);
    CPPUNIT_TEST_SUITE_END();

    // What a paid job answers, whatever became of it.
    void expect_paid(const value::JobId& id)
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"200"}, webhook(id, k_same_tx).substr(0, 3));
        expect("409 already_paid", webhook(id, k_other_tx));
        expect("409 request_mismatch", again(id.text(), "2 + 2 = 4"));
    }

public:
    void no_job_and_no_id()
    {
        expect("422 -", poll("job_x"));
        expect("422 -", again("job_x"));
        expect("422 -", webhook("job_x", k_same_tx));
        const std::string unknown = "job_" + std::string(26, '0');
        expect("404 job_unknown", poll(unknown));
        expect("404 job_unknown", again(unknown));
        expect("404 job_unknown", webhook(unknown, k_same_tx));
    }

    void awaiting_payment()
    {
        const auto id = ordered();
        expect("402 awaiting_payment", poll(id));
        expect("402 awaiting_payment", again(id));
        expect("409 request_mismatch", again(id.text(), "2 + 2 = 4"));
        expect("402 awaiting_payment",
               told(service->handle(request("GET", "/v1/job/" + id.text() + "/artifact"))));
        expect("202 payment_pending", webhook(id, k_same_tx));
    }

    // As rail v2 tells it: with the terms, before the buyer pays, and when the request comes again.
    void members_that_are_not_read_are_told()
    {
        const auto warnings = [this](std::string_view path, const std::string& text) {
            const auto answer = service->handle(request("POST", std::string{path}, text));
            CPPUNIT_ASSERT_MESSAGE(answer.body, answer.status == 402 || answer.status == 202);
            const json::Ref told = body(answer);
            const json_t* list_view = json::array_member(told.get(), "warnings");
            return list_view == nullptr ? std::string{} : json::dump(list_view);
        };
        constexpr const char* k_told = R"(["`depth` is no member of this route's body: not read"])";
        expect(k_told,
               warnings("/v1/verify", R"({"tier":"basic","payload":"1 + 1 = 2","depth":3})"));
        expect(k_told,
               warnings("/v1/synthesize", R"({"type":"brief","query":"Rain",)"
                                          R"("sources":["It rains.","No rain."],"depth":3})"));
        expect(k_told, warnings("/v1/forensics", R"({"depth":3})"));
        expect("", warnings("/v1/forensics", "{}"));
        const auto id = ordered();
        const auto again_with = [&](std::string_view more) {
            return base::concat(R"({"tier":"basic","payload":"1 + 1 = 2","job_id":")", id.text(),
                                '"', more, '}');
        };
        expect(k_told, warnings("/v1/verify", again_with(R"(,"depth":3)")));
        pay(id);
        expect(k_told, warnings("/v1/verify", again_with(R"(,"depth":3)")));
        expect("", warnings("/v1/verify", again_with("")));
    }

    void awaiting_with_an_undecided_claim()
    {
        const auto id = ordered();
        webhook(id, k_same_tx);
        expect("202 payment_pending", poll(id));
        const auto pending = body(service->handle(request("GET", "/v1/job/" + id.text())));
        CPPUNIT_ASSERT(json::text_member(pending.get(), "next") == "poll");
        for (const char* unknown : {"payer", "amount", "block_number"})
            CPPUNIT_ASSERT(json_is_null(json::member(pending.get(), unknown)));
        expect("202 payment_pending", again(id));
        expect("202 payment_pending", webhook(id, k_same_tx));
        for (const char digit : {'1', '2', '3', '4'})
            expect("202 payment_pending", webhook(id, "0x" + std::string(64, digit)));
        expect("429 too_many_claims", webhook(id, k_other_tx));
    }

    void payment_confirmed()
    {
        const auto id = ordered();
        pay(id);
        expect("202 payment_confirmed", poll(id));
        expect_paid(id);
        expect("202 payment_confirmed",
               told(service->handle(request("GET", "/v1/job/" + id.text() + "/artifact"))));
        expect("202 queued", again(id));
    }

    void queued_and_running()
    {
        const auto id = ordered();
        pay(id);
        expect("202 queued", again(id));
        expect("202 queued", poll(id));
        expect("202 queued", again(id));
        expect_paid(id);
        world.lanes.claim_next({.lane = std::string{support::k_lane}}, support::k_worker, 60s);
        expect("202 running", poll(id));
        expect("202 running", again(id));
        expect_paid(id);
    }

    void queued_jobs_say_their_place()
    {
        const auto place = [this](const value::JobId& id) {
            const auto told = body(service->handle(request("GET", "/v1/job/" + id.text())));
            return json::integer_member(told.get(), "queue_position").value_or(0);
        };
        const auto first = world.queue(support::reservation_order(1)).job_id;
        const auto second = world.queue(support::reservation_order(2)).job_id;
        CPPUNIT_ASSERT(place(first) == 1 && place(second) == 2);
        const auto claimed =
            world.lanes.claim_next({.lane = std::string{support::k_lane}}, support::k_worker, 60s);
        CPPUNIT_ASSERT(place(first) == 0 && place(second) == 1);
        CPPUNIT_ASSERT(world.lanes.attempt_failed(claimed->job, support::k_worker, "crashed", 3));
        CPPUNIT_ASSERT(place(first) == 1 && place(second) == 2);
    }

    void complete()
    {
        const auto id = ordered();
        pay(id);
        const auto claimed = run(id);
        world.lanes.complete(claimed.job, support::k_worker, support::result_of("{}"),
                             world.clock.now());
        expect("200 complete", poll(id));
        expect("202 complete", again(id));
        expect_paid(id);
    }

    void failed()
    {
        const auto id = ordered();
        pay(id);
        world.lanes.attempt_failed(run(id).job, support::k_worker, "deadline", 1);
        expect("200 failed", poll(id));
        expect("202 failed", again(id));
        expect_paid(id);
        const auto shown = body(service->handle(request("GET", "/v1/job/" + id.text())));
        CPPUNIT_ASSERT_EQUAL(std::size_t{1},
                             json_array_size(json::array_member(shown.get(), "credits")));
    }

    void expired()
    {
        const auto id = ordered();
        world.clock.advance(1'000s);
        CPPUNIT_ASSERT_EQUAL(
            1, clocks.expire(std::chrono::floor<std::chrono::seconds>(world.clock.now())
                                 .time_since_epoch()
                                 .count()));
        expect("200 expired", poll(id));
        expect("410 job_expired", again(id));
        // Sent in time, told late.
        expect("202 payment_pending", webhook(id, k_same_tx));
        claims.refuse(claims.due({.seen = 1, .unseen = 1, .confirmed = 1}).at(0), job::k_late,
                      "{}");
        expect("402 late", webhook(id, k_same_tx));
        pay(id);
        expect("202 payment_confirmed", poll(id));
    }

    void purged()
    {
        const auto id = ordered();
        pay(id);
        const auto claimed = run(id);
        world.lanes.complete(claimed.job, support::k_worker, support::result_of("{}"),
                             world.clock.now());
        world.clock.advance(1h);
        for (const auto& due : claims.due({.seen = 1, .unseen = 1, .confirmed = 1}))
            claims.look_again(due, std::nullopt, {});
        CPPUNIT_ASSERT_EQUAL(1, support::walk_over_after(world, 10'000h).second);
        expect("410 job_gone", poll(id));
        expect("410 job_gone", again(id));
        expect("409 request_mismatch", again(id.text(), "2 + 2 = 4"));
        expect("410 job_gone", webhook(id, k_same_tx));
        expect("410 job_gone", webhook(id, k_other_tx));
        const auto artifact = service->handle(request("GET", "/v1/job/" + id.text() + "/artifact"));
        CPPUNIT_ASSERT_EQUAL(std::string{"410 job_gone true"}, gist(artifact));
        CPPUNIT_ASSERT(*json::text_member(body(artifact).get(), "job_id") == id.text());
    }

    void purged_unpaid()
    {
        const auto id = ordered();
        world.clock.advance(1'000s);
        support::read_chain(world);
        clocks.expire(scans.cursor(orders.find(id)->order.network)->read_to_s);
        CPPUNIT_ASSERT_EQUAL(1, support::walk_over_after(world, 10'000h).second);
        CPPUNIT_ASSERT_EQUAL(std::string{"410 job_gone false"},
                             gist(service->handle(request("GET", "/v1/job/" + id.text()))));
        expect("410 job_gone", again(id));
        expect("410 job_gone", webhook(id, k_same_tx));
    }

    void jobs_of_rail_v2()
    {
        open(api::Pool::slow);
        facilitator_settles();
        const auto id = bought(service->handle(paid()));
        for (int i = 0; i < 2; ++i) {
            expect("409 wrong_rail", again(id));
            expect("409 wrong_rail", webhook(id, k_same_tx));
            world.lanes.claim_next({.lane = std::string{support::k_lane}}, support::k_worker, 60s);
        }
    }

    void a_refused_claim_says_why()
    {
        const auto id = ordered();
        for (const auto word : {job::k_reverted, job::k_no_transfer, job::k_amount_mismatch,
                                job::k_memo_missing, job::k_ambiguous_binding}) {
            const std::string tx_hash =
                "0x" + std::string(63, '0') + std::to_string(word.size() % 10);
            webhook(id, tx_hash);
            for (const auto& due : claims.due({.seen = 9, .unseen = 9, .confirmed = 9}))
                claims.refuse(due, word, R"({"transfers":[]})");
            const auto answer = service->handle(request(
                "POST", "/v1/webhook/payment",
                base::concat(R"({"job_id":")", id.text(), R"(","tx_hash":")", tx_hash, R"("})")));
            CPPUNIT_ASSERT_EQUAL(402, answer.status);
            const auto told = body(answer);
            CPPUNIT_ASSERT(json::object_member(told.get(), "found") != nullptr);
            CPPUNIT_ASSERT(json::object_member(told.get(), "payment_options") != nullptr);
            CPPUNIT_ASSERT(!json::text_member(told.get(), "detail")->empty());
        }
        expect("402 awaiting_payment", poll(id)); // nothing is undecided
    }

    void a_repeat_key_is_bounded()
    {
        auto order = request("POST", "/v1/verify", k_order);
        order.headers.push_back({"idempotency-key", std::string(256, 'k')});
        expect("400 bad_request", told(service->handle(order)));
        order.headers.back().value = std::string(255, 'k');
        const auto first = service->handle(order);
        CPPUNIT_ASSERT_EQUAL(first.body, service->handle(order).body);
    }

    // By the state table, and never terms to pay once a buyer may have paid.
    void a_repeat_key_shows_how_its_order_stands()
    {
        auto order = request("POST", "/v1/verify", k_order);
        order.headers.push_back({"idempotency-key", "mine"});
        const auto repeat = [&] { return told(service->handle(order)); };
        expect("402 awaiting_payment", repeat());
        const auto id =
            *value::JobId::parse(*json::text_member(body(service->handle(order)).get(), "job_id"));
        webhook(id, k_same_tx);
        expect("202 payment_pending", repeat());
        pay(id);
        world.clock.advance(31s); // nothing is sold without a worker, and what is sold is shown
        for (int i = 0; i < 2; ++i) {
            const auto paid = service->handle(order);
            expect("202 payment_confirmed", told(paid));
            CPPUNIT_ASSERT(json::text_member(body(paid).get(), "next") == "resubmit");
        }
        beat();
        const auto claimed = run(id);
        expect("202 running", repeat());
        world.lanes.complete(claimed.job, support::k_worker, support::result_of("{}"),
                             world.clock.now());
        expect("202 complete", repeat());
        order.body = R"({"tier":"basic","payload":"2 + 2 = 4"})";
        expect("409 idempotency_conflict", repeat());
    }

    void a_repeat_key_of_an_expired_order_says_so()
    {
        auto order = request("POST", "/v1/verify", k_order);
        order.headers.push_back({"idempotency-key", "mine"});
        expect("402 awaiting_payment", told(service->handle(order)));
        world.clock.advance(1'000s);
        beat();
        clocks.expire(base::to_ms(world.clock.now()) / 1'000);
        expect("410 job_expired", told(service->handle(order)));
        world.clock.advance(24h);
        beat();
        expect("402 awaiting_payment", told(service->handle(order)));
    }

    void no_order_without_a_worker_or_room()
    {
        world.clock.advance(31s);
        expect("503 worker_down", told(service->handle(request("POST", "/v1/verify", k_order))));
        expect("402 -", told(service->handle(request("POST", "/v1/verify", "{}"))));
    }

    // The buyer would pay for what comes too late. What was ordered before stays ordered.
    void no_order_for_a_full_lane()
    {
        auto order = request("POST", "/v1/verify", k_order);
        order.headers.push_back({"idempotency-key", "mine"});
        expect("402 awaiting_payment", told(service->handle(order)));
        world.queue(support::reservation_order(1));
        db::write(world.database, "test",
                  [&](db::Writer& books) { books.run("UPDATE lane_load SET places = 1000"); });
        expect("503 busy", told(service->handle(request("POST", "/v1/verify", k_order))));
        expect("402 awaiting_payment", told(service->handle(order)));
        expect("402 -", told(service->handle(request("POST", "/v1/verify", "{}"))));
    }

    void without_a_chain_the_rail_is_off()
    {
        config.payment.rpc_urls.clear();
        expect("404 not_found", told(service->handle(request("POST", "/v1/verify", k_order))));
        expect("404 not_found",
               told(service->handle(request("POST", "/v1/webhook/payment", "{}"))));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(OrdersApiTest);

} // namespace
