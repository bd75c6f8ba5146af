// One authorization buys one job, and no request sends what it no longer owns. Real SQLite, fake
// clock.
#include "store/reservations.hpp"

#include "support/temp_database.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using job::Phase;
using job::State;
using std::chrono::minutes;
using std::chrono::seconds;
using store::ReserveRefusal;
using support::reservation_order;

class ReserveTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ReserveTest);
    CPPUNIT_TEST(refusals_come_in_their_order);
    CPPUNIT_TEST(a_refused_reservation_leaves_no_row);
    CPPUNIT_TEST(nothing_is_sold_without_a_fresh_worker);
    CPPUNIT_TEST(a_heartbeat_from_the_future_is_no_sign_of_life);
    CPPUNIT_TEST(a_lane_is_full_with_settling_queued_and_running_jobs);
    CPPUNIT_TEST(a_large_request_takes_the_places_of_several);
    CPPUNIT_TEST(what_is_larger_than_its_lane_waits_for_it_to_be_empty);
    CPPUNIT_TEST(refusals_of_a_client_count_for_ten_minutes);
    CPPUNIT_TEST(uncounted_refusals_do_not_count);
    CPPUNIT_TEST(a_known_authorization_is_found_again);
    CPPUNIT_TEST(each_part_of_the_authorization_tells_it_apart);
    CPPUNIT_TEST(a_refused_authorization_may_be_tried_again);
    CPPUNIT_TEST(only_the_owner_advances_and_only_in_order);
    CPPUNIT_TEST(a_lapsed_lease_sends_nothing);
    CPPUNIT_TEST(a_released_reservation_sends_nothing);
    CPPUNIT_TEST(release_spares_what_was_sent_and_what_is_owned);
    CPPUNIT_TEST(release_survives_a_clock_set_back);
    CPPUNIT_TEST(an_outcome_is_decided_once);
    CPPUNIT_TEST(settling_queues_the_job_and_keeps_the_answer);
    CPPUNIT_TEST_SUITE_END();

    support::StoreWorld world;
    store::Reservations& reservations = world.reservations;
    store::Sweeper& sweeper = world.sweeper;
    store::Reading& reading = world.reading;

    void expect_refusal(ReserveRefusal expected, const store::ReservationOrder& order)
    {
        const auto answer = reservations.reserve(order);
        CPPUNIT_ASSERT(!answer);
        CPPUNIT_ASSERT(answer.error() == expected);
    }

public:
    void refusals_come_in_their_order()
    {
        // All four reasons at once, then one less each time.
        auto order = reservation_order(1);
        const auto first = reservations.reserve(order);
        reservations.refuse(*reservations.reserve(reservation_order(2)), "invalid", "",
                            store::Reservations::Counts::yes);
        world.clock.advance(minutes{5});
        order.goods.lane_capacity = 0;
        order.refusals_allowed = 1;
        expect_refusal(ReserveRefusal::known_payment, order);
        reservations.refuse(*first, "released", "", store::Reservations::Counts::no);
        expect_refusal(ReserveRefusal::worker_stale, order);
        world.beat();
        expect_refusal(ReserveRefusal::lane_full, order);
        order.goods.lane_capacity = 1;
        expect_refusal(ReserveRefusal::too_many_refusals, order);
        order.refusals_allowed = 2;
        CPPUNIT_ASSERT(reservations.reserve(order));
    }

    void a_refused_reservation_leaves_no_row()
    {
        auto order = reservation_order(1);
        order.goods.lane_capacity = 0;
        expect_refusal(ReserveRefusal::lane_full, order);
        CPPUNIT_ASSERT(!reservations.find_payment(order.key));
        CPPUNIT_ASSERT(reading.lane_loads().empty());
    }

    void nothing_is_sold_without_a_fresh_worker()
    {
        world.clock.advance(store::k_heartbeat_fresh);
        CPPUNIT_ASSERT(reservations.reserve(reservation_order(1)));
        world.clock.advance(std::chrono::milliseconds{1});
        expect_refusal(ReserveRefusal::worker_stale, reservation_order(2));
    }

    void a_heartbeat_from_the_future_is_no_sign_of_life()
    {
        world.clock.advance(-minutes{10});
        expect_refusal(ReserveRefusal::worker_stale, reservation_order(1));
    }

    void a_lane_is_full_with_settling_queued_and_running_jobs()
    {
        world.start(reservation_order(1), support::k_worker);
        world.queue(reservation_order(2));
        auto order = reservation_order(4);
        order.goods.lane_capacity = 3;
        // Any client can reserve: what was not called paid for takes no place.
        const auto reserved = reservations.reserve(reservation_order(3));
        const auto late = reservations.reserve(order);
        CPPUNIT_ASSERT(reserved && late);
        CPPUNIT_ASSERT(reservations.mark_settle_sent(*reserved, reservation_order(3)));
        const auto intent = reservations.mark_settle_sent(*late, order);
        CPPUNIT_ASSERT(!intent && intent.error() == store::NotSent::lane_full);
        order = reservation_order(5);
        order.goods.lane_capacity = 3;
        expect_refusal(ReserveRefusal::lane_full, order);
        order.goods.lane = "forensics";
        CPPUNIT_ASSERT(reservations.reserve(order));
    }

    void a_large_request_takes_the_places_of_several()
    {
        auto large = reservation_order(1);
        large.goods.places = 3;
        large.goods.lane_capacity = 4;
        world.queue(large);
        auto next = reservation_order(2);
        next.goods.places = 2;
        next.goods.lane_capacity = 4;
        expect_refusal(ReserveRefusal::lane_full, next);
        next.goods.places = 1;
        world.queue(next);
        auto last = reservation_order(3);
        last.goods.lane_capacity = 4;
        expect_refusal(ReserveRefusal::lane_full, last);
        CPPUNIT_ASSERT_EQUAL(2, reading.lane_loads()[0].waiting);
    }

    void what_is_larger_than_its_lane_waits_for_it_to_be_empty()
    {
        auto large = reservation_order(1);
        large.goods.places = 9;
        large.goods.lane_capacity = 2;
        CPPUNIT_ASSERT(reservations.reserve(large));
        world.queue(reservation_order(2));
        large = reservation_order(3);
        large.goods.places = 9;
        large.goods.lane_capacity = 2;
        expect_refusal(ReserveRefusal::lane_full, large);
    }

    void refusals_of_a_client_count_for_ten_minutes()
    {
        auto order = reservation_order(1);
        order.refusals_allowed = 2;
        for (unsigned i = 1; i <= 2; ++i) {
            auto each = reservation_order(10 + i);
            each.refusals_allowed = 2;
            CPPUNIT_ASSERT(reservations.refuse(*reservations.reserve(each), "invalid", "",
                                               store::Reservations::Counts::yes));
        }
        expect_refusal(ReserveRefusal::too_many_refusals, order);
        auto other = order;
        other.buyer.client = "192.0.2.2";
        CPPUNIT_ASSERT(reservations.refuse(*reservations.reserve(other), "invalid", "",
                                           store::Reservations::Counts::no));
        world.clock.advance(minutes{10});
        world.beat();
        CPPUNIT_ASSERT(reservations.reserve(order));
    }

    void uncounted_refusals_do_not_count()
    {
        auto order = reservation_order(1);
        order.refusals_allowed = 1;
        reservations.refuse(*reservations.reserve(order), "unreachable", "",
                            store::Reservations::Counts::no);
        CPPUNIT_ASSERT(reservations.reserve(order));
    }

    void a_known_authorization_is_found_again()
    {
        const auto order = reservation_order(1);
        CPPUNIT_ASSERT(!reservations.find_payment(order.key));
        const auto reserved = reservations.reserve(order);
        const auto found = reservations.find_payment(order.key);
        CPPUNIT_ASSERT(found);
        CPPUNIT_ASSERT(found->job_id == reserved->job_id);
        CPPUNIT_ASSERT(found->key == order.key);
        CPPUNIT_ASSERT(found->signature == order.signature);
        CPPUNIT_ASSERT(found->request_digest == order.request_digest);
        CPPUNIT_ASSERT(found->value == order.goods.price);
        CPPUNIT_ASSERT(found->phase == Phase::reserved);
        CPPUNIT_ASSERT(found->lease_until == world.clock.now() + store::k_reservation_lease);
    }

    void each_part_of_the_authorization_tells_it_apart()
    {
        const auto order = reservation_order(1);
        CPPUNIT_ASSERT(reservations.reserve(order));
        auto other = order;
        other.key.network = *value::EvmNetwork::parse("eip155:84532");
        CPPUNIT_ASSERT(reservations.reserve(other));
        other.key = order.key;
        other.key.asset = order.key.payer;
        CPPUNIT_ASSERT(reservations.reserve(other));
        other.key = order.key;
        other.key.payer = order.key.asset;
        CPPUNIT_ASSERT(reservations.reserve(other));
        expect_refusal(ReserveRefusal::known_payment, order);
    }

    void a_refused_authorization_may_be_tried_again()
    {
        const auto order = reservation_order(1);
        const auto first = reservations.reserve(order);
        CPPUNIT_ASSERT(reservations.refuse(*first, "insufficient_funds", "{}",
                                           store::Reservations::Counts::yes));
        CPPUNIT_ASSERT(!reservations.find_payment(order.key));
        CPPUNIT_ASSERT(world.state(first->job_id) == State::rejected);
        const auto second = reservations.reserve(order);
        CPPUNIT_ASSERT(second && second->job_id != first->job_id);
        // The late owner of the first cannot touch the second.
        CPPUNIT_ASSERT(!reservations.mark_settle_sent(*first, order));
        CPPUNIT_ASSERT(!reservations.refuse(*first, "late", "", store::Reservations::Counts::no));
    }

    void only_the_owner_advances_and_only_in_order()
    {
        const auto order = reservation_order(1);
        const auto payment = reservations.reserve(order);
        CPPUNIT_ASSERT(!reservations.mark_settled(*payment, "{}", "0x1"));
        auto stranger = order;
        stranger.owner = "somebody else";
        CPPUNIT_ASSERT(!reservations.mark_settle_sent(*payment, stranger));
        CPPUNIT_ASSERT(reservations.mark_settle_sent(*payment, order));
        CPPUNIT_ASSERT(!reservations.mark_settle_sent(*payment, order));
        CPPUNIT_ASSERT(reservations.mark_settled(*payment, "{}", "0x1"));
    }

    void a_lapsed_lease_sends_nothing()
    {
        const auto order = reservation_order(1);
        const auto payment = reservations.reserve(order);
        world.clock.advance(store::k_reservation_lease);
        CPPUNIT_ASSERT(!reservations.mark_settle_sent(*payment, order));
    }

    void a_released_reservation_sends_nothing()
    {
        const auto order = reservation_order(1);
        const auto payment = reservations.reserve(order);
        world.clock.advance(store::k_reservation_lease);
        CPPUNIT_ASSERT_EQUAL(1, sweeper.release_abandoned());
        // Even if the clock were set back now.
        world.clock.advance(-minutes{1});
        CPPUNIT_ASSERT(!reservations.mark_settle_sent(*payment, order));
        const auto view = reading.find(payment->job_id, store::Reading::Artifact::leave);
        CPPUNIT_ASSERT(view->job.state == State::rejected);
        CPPUNIT_ASSERT(view->payment->phase == Phase::refused);
        CPPUNIT_ASSERT_EQUAL(std::string{"released"}, view->payment->reason);
        CPPUNIT_ASSERT(reservations.reserve(order));
    }

    void release_spares_what_was_sent_and_what_is_owned()
    {
        const auto sent_order = reservation_order(1);
        const auto sent = reservations.reserve(sent_order);
        static_cast<void>(reservations.mark_settle_sent(*sent, sent_order));
        CPPUNIT_ASSERT(reservations.reserve(reservation_order(2)));
        world.clock.advance(seconds{59});
        CPPUNIT_ASSERT_EQUAL(0, sweeper.release_abandoned());
        world.clock.advance(seconds{1});
        CPPUNIT_ASSERT_EQUAL(1, sweeper.release_abandoned());
        world.clock.advance(std::chrono::hours{1});
        CPPUNIT_ASSERT_EQUAL(0, sweeper.release_abandoned());
        CPPUNIT_ASSERT(reservations.find_payment(sent_order.key)->phase == Phase::settle_sent);
    }

    void release_survives_a_clock_set_back()
    {
        CPPUNIT_ASSERT(reservations.reserve(reservation_order(1)));
        world.clock.advance(-std::chrono::hours{24});
        CPPUNIT_ASSERT_EQUAL(1, sweeper.release_abandoned());
    }

    void an_outcome_is_decided_once()
    {
        const auto settled = world.queue(reservation_order(1));
        CPPUNIT_ASSERT(!reservations.mark_settled(settled, "{}", "0x2"));
        CPPUNIT_ASSERT(!reservations.refuse(settled, "late", "", store::Reservations::Counts::yes));
        CPPUNIT_ASSERT(world.state(settled.job_id) == State::queued);

        const auto refused = reservations.reserve(reservation_order(2));
        CPPUNIT_ASSERT(
            reservations.refuse(*refused, "invalid", "{}", store::Reservations::Counts::yes));
        CPPUNIT_ASSERT(
            !reservations.refuse(*refused, "again", "{}", store::Reservations::Counts::yes));
        CPPUNIT_ASSERT(!reservations.mark_settled(*refused, "{}", "0x2"));
        CPPUNIT_ASSERT(world.state(refused->job_id) == State::rejected);
    }

    void settling_queues_the_job_and_keeps_the_answer()
    {
        const auto payment = world.queue(reservation_order(1));
        const auto view = reading.find(payment.job_id, store::Reading::Artifact::fetch);
        CPPUNIT_ASSERT(view->job.state == State::queued);
        CPPUNIT_ASSERT(view->payment->phase == Phase::settled);
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"success":true})"}, view->payment->response);
        CPPUNIT_ASSERT_EQUAL(std::string{"0xabc"}, view->payment->tx_hash);
        CPPUNIT_ASSERT(!view->result);
        CPPUNIT_ASSERT(view->credits.empty());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ReserveTest);

} // namespace
