// Rail v1's orders and claims, refusals first: limits, repeats, states.
#include "support/judgements.hpp"
#include "support/order_world.hpp"

#include "db/transaction.hpp"
#include "store/audit.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using job::State;
using store::ClaimRefused;
using store::OrderRefused;
using support::OrderWorld;
using namespace std::chrono_literals;

class OrdersTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(OrdersTest);
    CPPUNIT_TEST(a_client_has_five_orders_that_await_payment);
    CPPUNIT_TEST(a_client_makes_fifteen_orders_an_hour);
    CPPUNIT_TEST(a_full_lane_takes_no_order);
    CPPUNIT_TEST(no_order_while_its_worker_or_what_it_needs_is_away);
    CPPUNIT_TEST(a_repeat_is_one_order_for_a_day);
    CPPUNIT_TEST(a_claim_is_kept_as_it_was_judged);
    CPPUNIT_TEST(a_job_has_five_claims);
    CPPUNIT_TEST(only_a_paid_order_is_queued_and_once);
    CPPUNIT_TEST(an_order_expires_in_our_time_and_in_the_chains);
    CPPUNIT_TEST(what_nobody_asks_for_in_thirty_days_is_owed);
    CPPUNIT_TEST_SUITE_END();

    OrderWorld world;

    void pay(const job::OrderView& order, unsigned number)
    {
        const auto named = world.names.named(order.view.job.id).value();
        CPPUNIT_ASSERT(support::confirm(world.ledger, named, world.transfer(number)) ==
                       store::Confirmed::now);
    }
    void books_agree()
    {
        const auto wrong = store::Audit{world.database}.violations(10);
        CPPUNIT_ASSERT_MESSAGE(wrong.empty() ? "" : wrong[0].rule + ": " + wrong[0].detail,
                               wrong.empty());
    }

public:
    void a_client_has_five_orders_that_await_payment()
    {
        for (int i = 0; i < 5; ++i) world.order();
        world.clock.advance(10s);
        const auto sixth = world.orders.order(world.wish());
        CPPUNIT_ASSERT(!sixth);
        CPPUNIT_ASSERT(sixth.error().why == OrderRefused::Why::awaiting_limit);
        CPPUNIT_ASSERT(sixth.error().retry_after == 890s);
        CPPUNIT_ASSERT(world.orders.order(world.wish("192.0.2.2")).has_value());
    }

    void a_client_makes_fifteen_orders_an_hour()
    {
        for (unsigned i = 0; i < 15; ++i) {
            pay(world.order(), i);
            world.clock.advance(1min);
        }
        const auto next = world.orders.order(world.wish());
        CPPUNIT_ASSERT(next.error().why == OrderRefused::Why::hourly_limit);
        CPPUNIT_ASSERT(next.error().retry_after == 45min);
        world.clock.advance(45min);
        CPPUNIT_ASSERT(world.orders.order(world.wish()).has_value());
        books_agree();
    }

    void a_full_lane_takes_no_order()
    {
        auto wish = world.wish();
        wish.goods.lane_capacity = 1;
        pay(world.orders.order(wish).value(), 1); // awaiting or confirmed: not in the lane yet
        CPPUNIT_ASSERT(world.orders.order(world.wish()).has_value());
        CPPUNIT_ASSERT(world.orders.resubmit(wish.id, "{}"));
        auto next = world.wish();
        next.goods.lane_capacity = 1;
        CPPUNIT_ASSERT(world.orders.order(next).error().why == OrderRefused::Why::lane_full);
        next.goods.lane_capacity = 2;
        CPPUNIT_ASSERT(world.orders.order(next).has_value());
    }

    // Seen in the transaction that takes the order, so that none slips through.
    void no_order_while_its_worker_or_what_it_needs_is_away()
    {
        auto wish = world.wish();
        wish.goods.need = job::Need::model;
        CPPUNIT_ASSERT(world.orders.order(wish).error().why == OrderRefused::Why::need_unmet);
        world.bulletin.observe({.subject = std::string{store::k_model},
                                .status = std::string{store::k_need_met},
                                .detail = {},
                                .at = world.clock.now()});
        CPPUNIT_ASSERT(world.orders.order(wish));
        auto late = world.wish("192.0.2.9");
        world.clock.advance(31s);
        CPPUNIT_ASSERT(world.orders.order(late).error().why == OrderRefused::Why::worker_stale);
    }

    void a_repeat_is_one_order_for_a_day()
    {
        auto wish = world.wish();
        wish.repeat_key = OrderWorld::digest(9);
        const auto first = world.orders.order(wish).value();
        auto again = world.wish();
        again.repeat_key = wish.repeat_key;
        CPPUNIT_ASSERT(world.orders.order(again).value().view.job.id == first.view.job.id);
        again.order.request_digest = OrderWorld::digest(2);
        CPPUNIT_ASSERT(world.orders.order(again).error().why == OrderRefused::Why::repeat_conflict);
        world.clock.advance(24h);
        world.beat();
        again.id = value::JobId::make(world.clock.now());
        again.order.commitment = pay::commitment_of(again.id);
        CPPUNIT_ASSERT(world.orders.order(again).value().view.job.id == again.id);
    }

    void a_claim_is_kept_as_it_was_judged()
    {
        const auto order = world.order();
        world.claim(order, OrderWorld::tx(1));
        CPPUNIT_ASSERT_EQUAL(std::string{"pending "}, world.claim_of(order, OrderWorld::tx(1)));
        const auto due = world.claims.due({.seen = 5, .unseen = 5, .confirmed = 5});
        CPPUNIT_ASSERT(world.claims.refuse(due.at(0), job::k_memo_missing, "{}"));
        CPPUNIT_ASSERT(!world.claims.refuse(due.at(0), job::k_late, "{}"));
        world.claim(order, OrderWorld::tx(1));
        CPPUNIT_ASSERT_EQUAL(std::string{"refused memo_missing"},
                             world.claim_of(order, OrderWorld::tx(1)));
        // The payer's word makes a difference.
        world.claim(order, OrderWorld::tx(1), base::Bytes(65, 1));
        CPPUNIT_ASSERT_EQUAL(std::string{"pending "}, world.claim_of(order, OrderWorld::tx(1)));
        // Said again, it does not.
        CPPUNIT_ASSERT(world.claims.refuse(due.at(0), job::k_memo_missing, "{}"));
        world.claim(order, OrderWorld::tx(1), base::Bytes(65, 1));
        CPPUNIT_ASSERT_EQUAL(std::string{"refused memo_missing"},
                             world.claim_of(order, OrderWorld::tx(1)));
    }

    void a_job_has_five_claims()
    {
        const auto order = world.order();
        for (unsigned i = 0; i < 5; ++i) world.claim(order, OrderWorld::tx(i));
        const auto sixth = world.orders.claim(order.view.job.id, OrderWorld::tx(9), std::nullopt);
        CPPUNIT_ASSERT(!sixth && sixth.error() == ClaimRefused::too_many);
        CPPUNIT_ASSERT(
            world.orders.claim(order.view.job.id, OrderWorld::tx(2), std::nullopt).has_value());
    }

    void only_a_paid_order_is_queued_and_once()
    {
        const auto order = world.order();
        const auto& id = order.view.job.id;
        CPPUNIT_ASSERT(!world.orders.resubmit(id, "{}"));
        pay(order, 1);
        CPPUNIT_ASSERT(world.state_of(order) == State::payment_confirmed);
        const auto closed = world.orders.claim(id, OrderWorld::tx(2), std::nullopt);
        CPPUNIT_ASSERT(!closed && closed.error() == ClaimRefused::closed);
        books_agree();
        CPPUNIT_ASSERT(world.orders.resubmit(id, R"({"payload":"x"})"));
        CPPUNIT_ASSERT(!world.orders.resubmit(id, R"({"payload":"x"})"));
        const auto claimed =
            world.lanes.claim_next({.lane = std::string{support::k_lane}}, support::k_worker, 30s);
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"payload":"x"})"}, claimed->request);
        books_agree();
        // A failed job owes its payer what they sent.
        CPPUNIT_ASSERT(world.lanes.attempt_failed(claimed->job, support::k_worker, "x", 1));
        CPPUNIT_ASSERT_EQUAL(std::string{"job_failed 500000"}, world.credits().at(0));
        books_agree();
    }

    void an_order_expires_in_our_time_and_in_the_chains()
    {
        const auto order = world.order();
        const auto claimed = world.order();
        world.claim(claimed, OrderWorld::tx(1));
        support::note(world.ledger, world.transfer(1)); // it has moved something to us
        const std::int64_t created = world.chain_time();
        world.clock.advance(899s);
        CPPUNIT_ASSERT_EQUAL(0, world.clocks.expire(created + 10'000));
        world.clock.advance(1s);
        CPPUNIT_ASSERT_EQUAL(0, world.clocks.expire(created + 310)); // the chain stands still
        CPPUNIT_ASSERT_EQUAL(1, world.clocks.expire(created + 312));
        CPPUNIT_ASSERT(world.state_of(order) == State::expired);
        CPPUNIT_ASSERT(world.state_of(claimed) == State::awaiting_payment);
        // Its transfer was sent in time after all.
        pay(order, 2);
        CPPUNIT_ASSERT(world.state_of(order) == State::payment_confirmed);
    }

    void what_nobody_asks_for_in_thirty_days_is_owed()
    {
        const auto order = world.order();
        pay(order, 1);
        world.clock.advance(24h * 30 - 1s);
        CPPUNIT_ASSERT_EQUAL(0, world.clocks.credit_never_resubmitted());
        world.clock.advance(2s);
        CPPUNIT_ASSERT_EQUAL(1, world.clocks.credit_never_resubmitted());
        CPPUNIT_ASSERT_EQUAL(0, world.clocks.credit_never_resubmitted());
        books_agree();
        // They come while it is still owed: they get their job instead.
        CPPUNIT_ASSERT(world.orders.resubmit(order.view.job.id, "{}"));
        CPPUNIT_ASSERT_EQUAL(std::string{"waived"}, world.now(order).view.credits.at(0).state);

        const auto other = world.order();
        pay(other, 2);
        world.clock.advance(24h * 31);
        CPPUNIT_ASSERT_EQUAL(1, world.clocks.credit_never_resubmitted());
        db::write(world.database, "test", [&](db::Writer& writer) {
            writer.run("UPDATE credit SET state = 'refunded' WHERE state = 'open'");
        });
        CPPUNIT_ASSERT(!world.orders.resubmit(other.view.job.id, "{}"));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(OrdersTest);

} // namespace
