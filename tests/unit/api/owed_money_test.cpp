// Money that came in is never denied: `charged` and `credits` of answers (DESIGN.md, 7).
#include "order_case.hpp"

#include "db/transaction.hpp"
#include "store/credits.hpp"
#include "store/settlements.hpp"
#include "support/judgements.hpp"
#include "support/quiet_output.hpp"

namespace {

using namespace api_test;
using namespace std::chrono_literals;

class OwedMoneyTest : public OrderCase {
    CPPUNIT_TEST_SUITE(OwedMoneyTest);
    CPPUNIT_TEST(a_refused_payment_that_came_in_after_all);
    CPPUNIT_TEST(an_expired_order_says_what_came_late);
    CPPUNIT_TEST(a_body_that_cannot_be_taken_denies_no_payment);
    CPPUNIT_TEST(every_view_of_an_order_has_credits);
    CPPUNIT_TEST(every_view_of_a_sale_has_credits);
    CPPUNIT_TEST(who_was_paid_back_is_told_so);
    CPPUNIT_TEST(the_sla_runs_from_the_request);
    CPPUNIT_TEST(a_fault_after_payment_leaves_it_undecided);
    CPPUNIT_TEST(a_full_disk_says_what_became_of_the_money);
    CPPUNIT_TEST_SUITE_END();

    fcgi::Response shown(const value::JobId& id)
    {
        return service->handle(request("GET", "/v1/job/" + id.text()));
    }
    fcgi::Response asked_again(const value::JobId& id)
    {
        const auto text =
            base::concat(R"({"tier":"basic","payload":"1 + 1 = 2","job_id":")", id.text(), R"("})");
        return service->handle(request("POST", "/v1/verify", text));
    }
    // Status of the answer and the reasons of its credits: "202 double".
    static std::string credits(const fcgi::Response& response)
    {
        const json::Ref parsed = body(response);
        const json_t* found_view = json::array_member(parsed.get(), "credits");
        CPPUNIT_ASSERT_MESSAGE(response.body, found_view != nullptr);
        std::string out = std::to_string(response.status);
        for (std::size_t i = 0; i < json_array_size(found_view); ++i)
            out += base::concat(" ",
                                json::text_member(json_array_get(found_view, i), "reason").value());
        return out;
    }
    fcgi::Response reported(const value::JobId& id)
    {
        return service->handle(request(
            "POST", "/v1/webhook/payment",
            base::concat(R"({"job_id":")", id.text(), R"(","tx_hash":")", k_same_tx, R"("})")));
    }
    void break_by(db::Sql sql)
    {
        db::write(world.database, "test", [&](db::Writer& books) { books.run(sql); });
    }
    // Of the process: until its connection is opened anew, which it is after a fault.
    void fill_disk()
    {
        db::Database mine{{.path = world.database.path(), .writer = &writer}};
        db::write(mine, "test", [](db::Writer& on_it) {
            auto limit = on_it.query("PRAGMA max_page_count = 1");
            limit.step();
        });
    }
    void expire()
    {
        world.clock.advance(1'000s);
        beat();
        clocks.expire(base::to_ms(world.clock.now()) / 1'000);
    }

public:
    // The facilitator had said no, the buyer has bought the same again, and then the first
    // authorization was used.
    void a_refused_payment_that_came_in_after_all()
    {
        const auto order = support::reservation_order(1);
        const auto payment = world.reservations.reserve(order);
        CPPUNIT_ASSERT(world.reservations.mark_settle_sent(*payment, order));
        CPPUNIT_ASSERT(world.reservations.refuse(*payment, "insufficient_funds", "{}",
                                                 store::Reservations::Counts::yes));
        expect("410 payment_rejected false", gist(shown(payment->job_id)));
        expect("410", credits(shown(payment->job_id)));
        auto second = support::reservation_order(2);
        second.key.payer = order.key.payer;
        second.request_digest = order.request_digest;
        CPPUNIT_ASSERT(world.reservations.reserve(second));
        world.clock.advance(20s);
        store::Settlements settlements{world.at};
        for (const auto& due : settlements.due(10))
            if (due.payment.job_id == payment->job_id)
                CPPUNIT_ASSERT(
                    settlements.prove(due, {k_same_tx, 9, 1, base::to_ms(world.clock.now()) / 1000},
                                      "{}") == store::Proven::credited);
        expect("410 payment_rejected true", gist(shown(payment->job_id)));
        expect("410 paid_after_refusal", credits(shown(payment->job_id)));
    }

    void an_expired_order_says_what_came_late()
    {
        const auto id = ordered();
        expire();
        expect("410 job_expired false", gist(asked_again(id)));
        webhook(id, k_same_tx);
        expect("410 job_expired null", gist(asked_again(id)));
        support::credit(ledger, transfer_for(id, k_same_tx), names.named(id)->job_seq, job::k_late);
        expect("410 job_expired true", gist(asked_again(id)));
        expect("410 late", credits(asked_again(id)));
        expect("200 late", credits(shown(id)));
    }

    void a_body_that_cannot_be_taken_denies_no_payment()
    {
        const auto charged = [&](const char* path, const std::string& text) {
            const auto answer = service->handle(request("POST", path, text));
            CPPUNIT_ASSERT_EQUAL_MESSAGE(answer.body, 422, answer.status);
            return json::dump(json::member(body(answer).get(), "charged"));
        };
        const auto id = ordered();
        const auto broken =
            base::concat(R"({"tier":"basic","payload":7,"job_id":")", id.text(), "\"}");
        expect("false", charged("/v1/verify", R"({"tier":"basic","payload":7})"));
        expect("false", charged("/v1/verify", broken));
        webhook(id, k_same_tx);
        expect("null", charged("/v1/verify", broken));
        pay(id);
        expect("true", charged("/v1/verify", broken));
        run(id);
        expect("true", charged("/v1/verify", broken));
        expect("null", charged("/v1/verify", R"({"tier":"basic","payload":"x","job_id":"job_1"})"));
        expect("null", charged("/v1/webhook/payment", R"({"job_id":"job_1"})"));
    }

    void every_view_of_an_order_has_credits()
    {
        const auto id = ordered();
        expect("402", credits(shown(id)));
        pay(id);
        expect("202", credits(shown(id)));
        support::credit(ledger, transfer_for(id, k_other_tx), names.named(id)->job_seq, "double");
        expect("202 double", credits(shown(id)));
        expect("202 double", credits(asked_again(id))); // queued
        expect("202 double", credits(shown(id)));
        const auto claimed =
            world.lanes.claim_next({.lane = std::string{support::k_lane}}, support::k_worker, 60s)
                .value();
        expect("202 double", credits(asked_again(id)));
        world.lanes.complete(claimed.job, support::k_worker, support::result_of("{}"),
                             world.clock.now());
        expect("200 double", credits(shown(id)));
        expect("202 double", credits(asked_again(id)));
    }

    void every_view_of_a_sale_has_credits()
    {
        open(api::Pool::slow);
        facilitator_settles();
        const auto sale = service->handle(paid());
        expect("202", credits(sale));
        expect("202", credits(service->handle(paid())));
        expect("202", credits(shown(bought(sale))));
    }

    void who_was_paid_back_is_told_so()
    {
        const auto id = ordered();
        pay(id);
        world.clock.advance(31 * 24h);
        beat();
        clocks.credit_never_resubmitted();
        store::Credits credit_store{world.at};
        CPPUNIT_ASSERT(credit_store.refunded(1, value::TxHash::parse(k_other_tx).value()));
        expect("410 job_expired false", gist(asked_again(id)));
        expect("410 job_expired false", gist(reported(id)));
        expect("200 expired", poll(id));
        expect("200 never_resubmitted", credits(shown(id)));
    }

    // Ordered, paid and asked for with time between: only what follows is ours.
    void the_sla_runs_from_the_request()
    {
        for (const auto& [worked, is_met] : {std::pair{299s, true}, std::pair{301s, false}}) {
            const auto id = ordered();
            world.clock.advance(200s);
            support::confirm(ledger, names.named(id).value(),
                             transfer_for(id, is_met ? k_same_tx : k_other_tx));
            world.clock.advance(1h);
            beat();
            const auto claimed = run(id);
            world.clock.advance(worked);
            beat();
            CPPUNIT_ASSERT(world.lanes.complete(claimed.job, support::k_worker,
                                                support::result_of("{}"), world.clock.now()));
            const auto complete = body(shown(id));
            CPPUNIT_ASSERT_EQUAL(is_met, json_is_true(json::member(complete.get(), "sla_met")));
        }
    }

    void a_fault_after_payment_leaves_it_undecided()
    {
        const auto id = ordered();
        pay(id);
        auto repeat = request("POST", "/v1/verify", k_order);
        repeat.headers.push_back({"idempotency-key", "mine"});
        const support::QuietOutput quiet;
        break_by("CREATE TRIGGER broken BEFORE INSERT ON job_body BEGIN "
                 "SELECT RAISE(FAIL, 'disk'); END");
        expect("500 internal_error null", gist(asked_again(id)));
        break_by("ALTER TABLE v1_order RENAME TO lost");
        expect("500 internal_error null", gist(reported(id)));
        expect("500 internal_error null", gist(shown(id)));
        expect("500 internal_error null", gist(service->handle(repeat)));
        expect("500 internal_error false",
               gist(service->handle(request("POST", "/v1/verify", k_order))));
    }

    void a_full_disk_says_what_became_of_the_money()
    {
        // Long enough to need pages that are not there.
        const std::string payload(100'000, 'x');
        const std::string signature = "0x" + std::string(8'192, 'a');
        const auto order = base::concat(R"({"tier":"basic","payload":")", payload, "\"}");
        const auto answer = body(service->handle(request("POST", "/v1/verify", order)));
        const auto id = *value::JobId::parse(*json::text_member(answer.get(), "job_id"));
        pay(id);
        const auto again = base::concat(R"({"tier":"basic","payload":")", payload,
                                        R"(","job_id":")", id.text(), "\"}");
        fill_disk();
        expect("503 storage_full true",
               gist(service->handle(request("POST", "/v1/verify", again))));
        expect("202 payment_confirmed", poll(id));

        const auto unpaid = ordered(); // there is room again
        const auto report = base::concat(R"({"job_id":")", unpaid.text(), R"(","tx_hash":")",
                                         k_other_tx, R"(","payer_signature":")", signature, "\"}");
        fill_disk();
        expect("503 storage_full null",
               gist(service->handle(request("POST", "/v1/webhook/payment", report))));
        expect("402 awaiting_payment", poll(unpaid));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(OwedMoneyTest);

} // namespace
