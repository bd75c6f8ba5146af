// Two processes that meet at a named place: what the first is about to commit decides for the
// second, whenever that comes, and decides nothing when the first dies there.
#include "meeting_case.hpp"

#include <string>

namespace {

using job::Phase;
using job::State;
using std::chrono::minutes;
using support::reservation_order;
using support::StoreSession;

class StoreMeetingsTest : public meeting::MeetingCase {
    CPPUNIT_TEST_SUITE(StoreMeetingsTest);
    CPPUNIT_TEST(of_two_reservations_the_first_counts);
    CPPUNIT_TEST(the_last_place_of_a_lane_is_the_firsts);
    CPPUNIT_TEST(a_success_leaves_no_refusal);
    CPPUNIT_TEST(a_refusal_leaves_no_success);
    CPPUNIT_TEST(an_intent_is_not_swept_away);
    CPPUNIT_TEST(what_is_swept_away_is_not_sent);
    CPPUNIT_TEST(a_job_is_claimed_by_the_first);
    CPPUNIT_TEST(a_job_that_has_ended_does_not_fail);
    CPPUNIT_TEST_SUITE_END();

    job::Payment sent(unsigned number) const
    {
        return with_store([&](StoreSession& session) {
            const auto order = reservation_order(number);
            auto payment = session.reservations.reserve(order).value();
            CPPUNIT_ASSERT(session.reservations.mark_settle_sent(payment, order));
            return payment;
        });
    }
    job::Payment reserved(unsigned number) const
    {
        return with_store([&](StoreSession& session) {
            return session.reservations.reserve(reservation_order(number)).value();
        });
    }
    void expect(const job::Payment& payment, Phase phase, State state) const
    {
        with_store([&](StoreSession& session) {
            const auto view =
                session.reading.find(payment.job_id, store::Reading::Artifact::leave);
            CPPUNIT_ASSERT(view->payment->phase == phase);
            CPPUNIT_ASSERT(view->job.state == state);
        });
    }

    static Act reserve(unsigned number)
    {
        return [number](StoreSession& session) {
            return session.reservations.reserve(reservation_order(number)).has_value();
        };
    }
    static Act send(const job::Payment& payment, unsigned number, int places = 8)
    {
        return [payment, number, places](StoreSession& session) {
            auto order = reservation_order(number);
            order.goods.lane_capacity = places;
            return session.reservations.mark_settle_sent(payment, order).has_value();
        };
    }
    static Act succeed(const job::Payment& payment)
    {
        return [payment](StoreSession& session) {
            return session.reservations.mark_settled(payment, "{}", "0xabc");
        };
    }
    static Act refuse(const job::Payment& payment)
    {
        return [payment](StoreSession& session) {
            return session.reservations.refuse(payment, "expired", "{}",
                                               store::Reservations::Counts::yes);
        };
    }
    // By a clock that says that all leases are over.
    static bool sweep(StoreSession& session)
    {
        session.clock.advance(store::k_reservation_lease);
        return session.sweeper.release_abandoned() != 0;
    }
    static Act claim(std::string worker)
    {
        return [worker = std::move(worker)](StoreSession& session) {
            return session.lanes.claim_next({.lane = std::string{support::k_lane}}, worker,
                                            minutes{1})
                .has_value();
        };
    }

public:
    void of_two_reservations_the_first_counts()
    {
        with_store([](StoreSession&) {});
        expect_first_wins("reserve.before", reserve(1), reserve(1));
        expect_second_wins("reserve.before", reserve(2), reserve(2));
    }

    void the_last_place_of_a_lane_is_the_firsts()
    {
        const auto one = reserved(1);
        const auto other = reserved(2);
        // What a server commits at the same moment is not counted: a sale or two more than places.
        const bool is_counted = with_store([](StoreSession& at) { return at.database.is_file(); });
        expect_meeting("settle_sent.before", send(one, 1, 1), send(other, 2, 1),
                       is_counted ? meeting::k_no : meeting::k_yes);
        expect(one, Phase::settle_sent, State::settling);
        expect(other, is_counted ? Phase::reserved : Phase::settle_sent, State::settling);
    }

    void a_success_leaves_no_refusal()
    {
        const auto payment = sent(1);
        expect_first_wins("mark_settled.before", succeed(payment), refuse(payment));
        expect(payment, Phase::settled, State::queued);
        const auto other = sent(2);
        expect_second_wins("mark_settled.before", succeed(other), refuse(other));
        expect(other, Phase::refused, State::rejected);
    }

    void a_refusal_leaves_no_success()
    {
        const auto payment = sent(1);
        expect_first_wins("refuse.before", refuse(payment), succeed(payment));
        expect(payment, Phase::refused, State::rejected);
        const auto other = sent(2);
        expect_second_wins("refuse.before", refuse(other), succeed(other));
        expect(other, Phase::settled, State::queued);
    }

    void an_intent_is_not_swept_away()
    {
        const auto payment = reserved(1);
        expect_first_wins("settle_sent.before", send(payment, 1), sweep);
        expect(payment, Phase::settle_sent, State::settling);
        const auto other = reserved(2);
        expect_second_wins("settle_sent.before", send(other, 2), sweep);
        expect(other, Phase::refused, State::rejected);
    }

    void what_is_swept_away_is_not_sent()
    {
        const auto payment = reserved(1);
        expect_first_wins("release_abandoned.before", sweep, send(payment, 1));
        expect(payment, Phase::refused, State::rejected);
        const auto other = reserved(2);
        expect_second_wins("release_abandoned.before", sweep, send(other, 2));
        expect(other, Phase::settle_sent, State::settling);
    }

    void a_job_is_claimed_by_the_first()
    {
        with_store([](StoreSession& session) { session.queue(reservation_order(1)); });
        expect_first_wins("claim_next.before", claim("one"), claim("other"));
        with_store([](StoreSession& session) { session.queue(reservation_order(2)); });
        expect_second_wins("claim_next.before", claim("one"), claim("other"));
    }

    void a_job_that_has_ended_does_not_fail()
    {
        const auto end = [](const job::Job& job) -> Act {
            return [job](StoreSession& session) {
                return session.lanes.complete(job, support::k_worker, support::result_of("{}"),
                                              session.clock.now());
            };
        };
        const auto fail = [](const job::Job& job) -> Act {
            return [job](StoreSession& session) {
                return session.lanes.attempt_failed(job, support::k_worker, "broken", 1);
            };
        };
        const auto started = [this](unsigned number) {
            return with_store([&](StoreSession& session) {
                return session.start(reservation_order(number), support::k_worker).job;
            });
        };
        const auto job = started(1);
        expect_first_wins("complete.before", end(job), fail(job));
        const auto other = started(2);
        expect_second_wins("complete.before", end(other), fail(other));
        with_store([&](StoreSession& session) {
            CPPUNIT_ASSERT(session.state(job.id) == State::complete);
            CPPUNIT_ASSERT(session.state(other.id) == State::failed);
        });
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(StoreMeetingsTest);

} // namespace
