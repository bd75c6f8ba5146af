// The wall clock is set an hour ahead or back, as a daemon does that finds it wrong: no payment is
// lost, no buyer is charged twice, and a job in work is tried once more at worst.
#include "store/settlements.hpp"

#include "support/temp_database.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using job::State;
using std::chrono::hours;
using std::chrono::minutes;
using support::k_lane;
using support::k_worker;
using support::reservation_order;
using support::result_of;

constexpr hours k_jumps[] = {hours{1}, hours{-1}};

class ClockJumpTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ClockJumpTest);
    CPPUNIT_TEST(sales_wait_for_the_next_heartbeat);
    CPPUNIT_TEST(what_was_not_sent_is_released_and_may_be_sold_again);
    CPPUNIT_TEST(what_was_sent_stays_sent_and_is_looked_at);
    CPPUNIT_TEST(what_waits_for_a_look_is_looked_at_when_the_clock_was_set_back);
    CPPUNIT_TEST(what_was_settled_runs_once);
    CPPUNIT_TEST(a_job_in_work_is_tried_again_at_worst);
    CPPUNIT_TEST(a_claim_that_is_renewed_holds);
    CPPUNIT_TEST_SUITE_END();

public:
    void sales_wait_for_the_next_heartbeat()
    {
        for (const hours jump : k_jumps) {
            support::StoreWorld world;
            world.clock.advance(jump);
            const auto refused = world.reservations.reserve(reservation_order(1));
            CPPUNIT_ASSERT(!refused && refused.error() == store::ReserveRefusal::worker_stale);
            world.beat();
            CPPUNIT_ASSERT(world.reservations.reserve(reservation_order(1)));
        }
    }

    void what_was_not_sent_is_released_and_may_be_sold_again()
    {
        for (const hours jump : k_jumps) {
            support::StoreWorld world;
            const auto order = reservation_order(1);
            const auto payment = world.reservations.reserve(order);
            world.clock.advance(jump);
            world.beat();
            CPPUNIT_ASSERT_EQUAL(1, world.sweeper.release_abandoned());
            CPPUNIT_ASSERT(!world.reservations.mark_settle_sent(*payment, order));
            CPPUNIT_ASSERT(world.state(payment->job_id) == State::rejected);
            const auto again = world.queue(order);
            CPPUNIT_ASSERT(world.reservations.find_payment(order.key)->job_id == again.job_id);
        }
    }

    void what_was_sent_stays_sent_and_is_looked_at()
    {
        for (const hours jump : k_jumps) {
            support::StoreWorld world;
            store::Settlements settlements{world.at};
            const auto order = reservation_order(1);
            const auto payment = world.reservations.reserve(order);
            CPPUNIT_ASSERT(world.reservations.mark_settle_sent(*payment, order));
            world.clock.advance(jump);
            world.beat();
            CPPUNIT_ASSERT_EQUAL(0, world.sweeper.release_abandoned());
            const auto again = world.reservations.reserve(order);
            CPPUNIT_ASSERT(!again && again.error() == store::ReserveRefusal::known_payment);
            const auto due = settlements.due(10);
            CPPUNIT_ASSERT_EQUAL(std::size_t{1}, due.size());
            CPPUNIT_ASSERT(due[0].payment.job_id == payment->job_id);
            // The answer may still come to the sender.
            CPPUNIT_ASSERT(world.reservations.mark_settled(*payment, "{}", "0xabc"));
            CPPUNIT_ASSERT(world.state(payment->job_id) == State::queued);
        }
    }

    void what_waits_for_a_look_is_looked_at_when_the_clock_was_set_back()
    {
        support::StoreWorld world;
        store::Settlements settlements{world.at};
        const auto order = reservation_order(1);
        const auto payment = world.reservations.reserve(order);
        CPPUNIT_ASSERT(world.reservations.mark_settle_sent(*payment, order));
        world.reservations.hand_over(*payment, order.owner);
        world.clock.advance(-minutes{20});
        CPPUNIT_ASSERT(settlements.due(10).empty());
        settlements.look_at_all_now();
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, settlements.due(10).size());
    }

    void what_was_settled_runs_once()
    {
        for (const hours jump : k_jumps) {
            support::StoreWorld world;
            const auto payment = world.queue(reservation_order(1));
            world.clock.advance(jump);
            world.beat();
            CPPUNIT_ASSERT_EQUAL(0, world.sweeper.release_abandoned());
            const auto claimed =
                world.lanes.claim_next({.lane = std::string{k_lane}}, k_worker, minutes{1});
            CPPUNIT_ASSERT(claimed && claimed->job.id == payment.job_id);
            CPPUNIT_ASSERT(
                !world.lanes.claim_next({.lane = std::string{k_lane}}, k_worker, minutes{1}));
            CPPUNIT_ASSERT(world.lanes.lost_claims(k_worker, minutes{1}).empty());
        }
    }

    void a_job_in_work_is_tried_again_at_worst()
    {
        for (const hours jump : k_jumps) {
            support::StoreWorld world;
            const auto first = world.start(reservation_order(1), k_worker);
            world.clock.advance(jump);
            const auto lost = world.lanes.lost_claims(k_worker, minutes{1});
            CPPUNIT_ASSERT_EQUAL(std::size_t{1}, lost.size());
            CPPUNIT_ASSERT(world.lanes.attempt_failed(lost[0].job, k_worker, "worker_lost", 3));
            const auto second =
                world.lanes.claim_next({.lane = std::string{k_lane}}, k_worker, minutes{1});
            CPPUNIT_ASSERT_EQUAL(2, second->job.attempt);
            const auto now = world.clock.now();
            CPPUNIT_ASSERT(!world.lanes.complete(first.job, k_worker, result_of("{}"), now));
            CPPUNIT_ASSERT(world.lanes.complete(second->job, k_worker, result_of("{}"), now));
            CPPUNIT_ASSERT(world.lanes.lost_claims(k_worker, minutes{1}).empty());
            CPPUNIT_ASSERT(
                world.reading.find(first.job.id, store::Reading::Artifact::leave)->credits.empty());
        }
    }

    void a_claim_that_is_renewed_holds()
    {
        for (const hours jump : k_jumps) {
            support::StoreWorld world;
            const auto claimed = world.start(reservation_order(1), k_worker);
            world.clock.advance(jump);
            CPPUNIT_ASSERT(world.lanes.extend_lease(claimed.job, k_worker, minutes{1}));
            CPPUNIT_ASSERT(world.lanes.lost_claims(k_worker, minutes{1}).empty());
            CPPUNIT_ASSERT(
                world.lanes.complete(claimed.job, k_worker, result_of("{}"), world.clock.now()));
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ClockJumpTest);

} // namespace
