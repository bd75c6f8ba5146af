// What is old goes, what the books need stays, and nothing that has paid once pays again. Real
// SQLite.
#include "support/judgements.hpp"
#include "support/order_world.hpp"
#include "support/retention.hpp"

#include "db/transaction.hpp"
#include "store/audit.hpp"
#include "store/settlements.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using job::State;
using std::chrono::hours;
using support::k_request_retention;
using support::k_result_retention;
using support::k_worker;
using support::reservation_order;
using support::walk_over;
using support::walk_over_after;
using Given = std::pair<int, int>;

class RetentionTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(RetentionTest);
    CPPUNIT_TEST(nothing_goes_before_its_time);
    CPPUNIT_TEST(a_clock_set_wrong_deletes_nothing);
    CPPUNIT_TEST(what_is_owed_or_undecided_stays);
    CPPUNIT_TEST(unfinished_jobs_stay);
    CPPUNIT_TEST(the_request_goes_before_the_result);
    CPPUNIT_TEST(a_purged_job_keeps_what_the_books_need);
    CPPUNIT_TEST(what_paid_for_a_purged_job_pays_for_no_other);
    CPPUNIT_TEST(a_watched_refusal_keeps_its_request);
    CPPUNIT_TEST(a_refused_payment_taken_after_its_request_went_is_owed);
    CPPUNIT_TEST(an_expired_order_that_is_paid_is_kept_anew);
    CPPUNIT_TEST(money_for_a_purged_order_is_owed);
    CPPUNIT_TEST(a_walk_comes_past_what_must_stay);
    CPPUNIT_TEST_SUITE_END();

    support::OrderWorld world;
    store::Reservations& reservations = world.reservations;
    store::Queue& lanes = world.lanes;
    store::Reading& reading = world.reading;
    store::Settlements settlements{world.at};

    // Sold, and its transfer seen; the job runs.
    store::ClaimedJob start(unsigned number)
    {
        world.beat();
        auto claimed = world.start(reservation_order(number), k_worker);
        const store::SeenTransfer seen{
            .tx_hash = base::concat("0x", number), .block_number = 1, .log_index = number};
        for (int look = 0; look < 2; ++look) { // the second one finds its block final
            world.clock.advance(hours{1});
            for (const auto& due : settlements.due(10)) settlements.prove(due, seen, "{}");
        }
        return claimed;
    }
    value::JobId completed(unsigned number, std::string_view anchor_status = "off")
    {
        const auto claimed = start(number);
        CPPUNIT_ASSERT(lanes.complete(claimed.job, k_worker,
                                      support::result_of(R"({"a":1})", anchor_status),
                                      world.clock.now()));
        return claimed.job.id;
    }
    value::JobId failed(unsigned number)
    {
        const auto claimed = start(number);
        CPPUNIT_ASSERT(lanes.attempt_failed(claimed.job, k_worker, "crashed", 1));
        return claimed.job.id;
    }
    value::JobId refused(unsigned number)
    {
        auto order = reservation_order(number);
        order.is_signer_known = true;
        const auto payment = *reservations.reserve(order);
        CPPUNIT_ASSERT(reservations.mark_settle_sent(payment, order));
        CPPUNIT_ASSERT(
            reservations.refuse(payment, "invalid", "", store::Reservations::Counts::yes));
        return payment.job_id;
    }
    void stop_watching()
    {
        world.clock.advance(hours{1});
        support::look_no_more(settlements);
    }
    job::OrderView expired()
    {
        auto order = world.order();
        world.pass(hours{1});
        CPPUNIT_ASSERT_EQUAL(1, world.clocks.expire(world.chain_time()));
        return order;
    }
    job::Transfer transfer(const job::OrderView& order, unsigned number)
    {
        return {.network = world.network,
                .tx_hash = support::OrderWorld::tx(number).text(),
                .log_index = number,
                .asset = world.token,
                .payer = support::OrderWorld::address(0x11),
                .value = order.view.job.price,
                .nonce = std::nullopt,
                .block_number = 7,
                .block_time_s = 1};
    }

    // The only cell of the answer, as text; "-" without a row.
    std::string cell(db::Statement row)
    {
        if (!row.step()) return "-";
        return row.is_null(0) ? "null" : std::string{row.text(0)};
    }
    void change(db::Sql sql)
    {
        db::write(world.database, "test", [&](db::Writer& writer) { writer.run(sql); });
    }
    void expect(Given wanted, Given found)
    {
        CPPUNIT_ASSERT_EQUAL(wanted.first, found.first);
        CPPUNIT_ASSERT_EQUAL(wanted.second, found.second);
        const auto violations = store::Audit{world.database}.violations();
        CPPUNIT_ASSERT_MESSAGE(violations.empty() ? "" : violations[0].rule, violations.empty());
    }

public:
    void nothing_goes_before_its_time()
    {
        const auto id = completed(1);
        expect({0, 0}, walk_over_after(world, k_request_retention - hours{1}));
        expect({1, 0}, walk_over_after(world, hours{1}));
        expect({0, 0}, walk_over_after(world, k_result_retention - k_request_retention - hours{1}));
        CPPUNIT_ASSERT(reading.find(id, store::Reading::Artifact::fetch)->result);
        expect({0, 1}, walk_over_after(world, hours{1}));
        CPPUNIT_ASSERT(world.state(id) == State::purged);
    }

    void a_clock_set_wrong_deletes_nothing()
    {
        completed(1);
        world.clock.advance(2 * k_result_retention);
        expect({0, 0}, walk_over(world)); // the chain was never read
        world.clock.advance(-2 * k_result_retention);
        support::read_chain(world);
        world.clock.advance(2 * k_result_retention);
        expect({0, 0}, walk_over(world)); // on the chain no time has passed
        support::read_chain(world);
        world.clock.advance(-3 * k_result_retention);
        expect({0, 0}, walk_over(world));
    }

    void what_is_owed_or_undecided_stays()
    {
        const auto owed = failed(1);
        const auto pending = completed(2, "pending");
        const auto watched = completed(3);
        change("UPDATE payment SET due_ms = 1 WHERE job_seq = 3");
        expect({3, 0}, walk_over_after(world, k_result_retention));
        change("UPDATE credit SET state = 'refunded', refund_tx = '0x2'");
        expect({0, 1}, walk_over(world));
        CPPUNIT_ASSERT(world.state(owed) == State::purged);
        change("UPDATE payment SET due_ms = NULL");
        expect({0, 1}, walk_over(world));
        CPPUNIT_ASSERT(world.state(watched) == State::purged);
        CPPUNIT_ASSERT(world.state(pending) == State::complete);
    }

    void unfinished_jobs_stay()
    {
        start(1);
        world.beat();
        world.queue(reservation_order(2));
        static_cast<void>(reservations.reserve(reservation_order(3)));
        world.order();
        expect({0, 0}, walk_over_after(world, 2 * k_result_retention));
        CPPUNIT_ASSERT_EQUAL(std::string{"4"},
                             cell(world.database.query("SELECT count(*) FROM jobs "
                                                       "WHERE kept = 'all'")));
    }

    void the_request_goes_before_the_result()
    {
        const auto id = completed(1);
        expect({1, 0}, walk_over_after(world, k_request_retention));
        CPPUNIT_ASSERT_EQUAL(std::string{},
                             cell(world.database.query("SELECT request FROM job_body")));
        CPPUNIT_ASSERT_EQUAL(std::string{},
                             cell(world.database.query("SELECT client || request_id FROM jobs")));
        const auto view = reading.find(id, store::Reading::Artifact::fetch);
        CPPUNIT_ASSERT(view->job.state == State::complete);
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"a":1})"}, view->result->artifact);
    }

    void a_purged_job_keeps_what_the_books_need()
    {
        const auto id = completed(1, "pending");
        change("UPDATE anchor_outbox SET status = 'final'");
        walk_over_after(world, k_result_retention);
        const auto view = reading.find(id, store::Reading::Artifact::fetch);
        CPPUNIT_ASSERT(view->job.state == State::purged);
        CPPUNIT_ASSERT(!view->result);
        CPPUNIT_ASSERT_EQUAL(std::string{"0x1"}, view->payment->tx_hash);
        CPPUNIT_ASSERT(view->payment->key == reservation_order(1).key);
        CPPUNIT_ASSERT_EQUAL(std::string{"-"},
                             cell(world.database.query("SELECT request FROM job_body")));
        CPPUNIT_ASSERT_EQUAL(std::string{},
                             cell(world.database.query("SELECT payload FROM payment")));
        CPPUNIT_ASSERT_EQUAL(support::result_of(R"({"a":1})").hash.text(),
                             base::concat("0x", cell(world.database.query(
                                                    "SELECT lower(hex(result_hash)) FROM jobs"))));
        CPPUNIT_ASSERT_EQUAL(std::string{"final"},
                             cell(world.database.query("SELECT status FROM anchor_outbox")));
    }

    void what_paid_for_a_purged_job_pays_for_no_other()
    {
        auto order = reservation_order(1);
        completed(1);
        const auto paid = world.order();
        CPPUNIT_ASSERT(support::confirm(world.ledger, world.names.named(paid.view.job.id).value(),
                                        transfer(paid, 7)) == store::Confirmed::now);
        CPPUNIT_ASSERT(world.orders.resubmit(paid.view.job.id, "{}"));
        const auto claimed =
            *lanes.claim_next({.lane = std::string{support::k_lane}}, k_worker, hours{1});
        lanes.complete(claimed.job, k_worker, support::result_of("{}"), world.clock.now());
        world.clock.advance(hours{1});
        for (const auto& due : world.claims.due({.seen = 1, .unseen = 1, .confirmed = 1}))
            world.claims.look_again(due, std::nullopt, {});
        expect({2, 2}, walk_over_after(world, k_result_retention));

        world.beat();
        const auto again = reservations.reserve(order);
        CPPUNIT_ASSERT(!again && again.error() == store::ReserveRefusal::known_payment);
        CPPUNIT_ASSERT(reservations.find_payment(order.key));
        const auto other = world.order();
        CPPUNIT_ASSERT(support::confirm(world.ledger, world.names.named(other.view.job.id).value(),
                                        transfer(other, 7)) == store::Confirmed::already_used);
        CPPUNIT_ASSERT(!world.claims.look_now(paid.view.job.id));
    }

    void a_watched_refusal_keeps_its_request()
    {
        const auto id = refused(1);
        expect({0, 0}, walk_over_after(world, k_request_retention));
        for (const auto& due : settlements.due(1))
            CPPUNIT_ASSERT(settlements.prove(due, {"0x1", 1, 1, world.chain_time()}, "{}") ==
                           store::Proven::queued);
        CPPUNIT_ASSERT_EQUAL(
            std::string{reservation_order(1).request},
            lanes.claim_next({.lane = std::string{support::k_lane}}, k_worker, hours{1})->request);
        CPPUNIT_ASSERT(world.state(id) == State::running);
    }

    void a_refused_payment_taken_after_its_request_went_is_owed()
    {
        const auto id = refused(1);
        stop_watching();
        expect({1, 0}, walk_over_after(world, k_request_retention));
        CPPUNIT_ASSERT(settlements.look_now(id)); // the operator wants to know
        for (const auto& due : settlements.due(1))
            CPPUNIT_ASSERT(settlements.prove(due, {"0x1", 1, 1, world.chain_time()}, "{}") ==
                           store::Proven::credited);
        CPPUNIT_ASSERT(world.state(id) == State::rejected);
        expect({0, 0}, walk_over_after(world, k_result_retention)); // it is owed
        change("UPDATE credit SET state = 'refunded', refund_tx = '0x2'");
        expect({0, 1}, walk_over(world));
        CPPUNIT_ASSERT(!settlements.look_now(id));
    }

    void an_expired_order_that_is_paid_is_kept_anew()
    {
        const auto order = expired();
        expect({1, 0}, walk_over_after(world, k_request_retention));
        const auto named = world.names.named(order.view.job.id).value();
        CPPUNIT_ASSERT(support::confirm(world.ledger, named, transfer(order, 7)) ==
                       store::Confirmed::now);
        CPPUNIT_ASSERT(world.orders.resubmit(order.view.job.id, R"({"b":2})"));
        CPPUNIT_ASSERT_EQUAL(
            std::string{R"({"b":2})"},
            lanes.claim_next({.lane = std::string{support::k_lane}}, k_worker, hours{1})->request);
        expect({0, 0}, walk_over_after(world, k_request_retention));
    }

    void money_for_a_purged_order_is_owed()
    {
        const auto order = expired();
        expect({1, 1}, walk_over_after(world, k_result_retention));
        CPPUNIT_ASSERT(world.state_of(order) == State::purged);
        const auto named = world.names.named(order.view.job.id).value();
        CPPUNIT_ASSERT(support::confirm(world.ledger, named, transfer(order, 7)) ==
                       store::Confirmed::already_paid);
        world.chain.include(world.suffixed(8, order));
        CPPUNIT_ASSERT(world.judge.judge_transfer(world.tx(8)) ==
                       pay::TransferJudge::Judged::decided);
        CPPUNIT_ASSERT(
            (world.credits() == std::vector<std::string>{"double 500000", "late 500000"}));
        expect({0, 0}, walk_over(world));
    }

    void a_walk_comes_past_what_must_stay()
    {
        constexpr unsigned k_owed = 25;
        for (unsigned number = 1; number <= k_owed; ++number) failed(number);
        const auto id = completed(k_owed + 1);
        expect({k_owed + 1, 1}, walk_over_after(world, k_result_retention));
        CPPUNIT_ASSERT(world.state(id) == State::purged);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(RetentionTest);

} // namespace
