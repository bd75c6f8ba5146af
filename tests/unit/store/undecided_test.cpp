// What is not paid for costs little: settlements of unknown outcome, and payments that
// no facilitator takes (DESIGN.md, 5). Real SQLite, fake clock.
#include "store/audit.hpp"
#include "store/settlements.hpp"

#include "support/temp_database.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using job::State;
using std::chrono::minutes;
using std::chrono::seconds;
using store::ReserveRefusal;
using support::reservation_order;

class UndecidedTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(UndecidedTest);
    CPPUNIT_TEST(what_is_in_flight_is_not_undecided);
    CPPUNIT_TEST(a_payer_may_have_two);
    CPPUNIT_TEST(a_client_may_have_five);
    CPPUNIT_TEST(whose_sender_died_is_undecided);
    CPPUNIT_TEST(an_undecided_one_leaves_its_lane_after_a_minute);
    CPPUNIT_TEST(releases_have_a_budget_of_their_own);
    CPPUNIT_TEST(the_same_payment_again_counts_once);
    CPPUNIT_TEST(who_repeats_what_is_refused_is_not_asked_about_for_ever);
    CPPUNIT_TEST(what_was_sent_to_settle_counts_each_time);
    CPPUNIT_TEST(nothing_is_stored_before_it_is_sent);
    CPPUNIT_TEST(what_was_refused_goes_when_its_time_is_over);
    CPPUNIT_TEST(what_was_sent_keeps_its_request_while_it_is_watched);
    CPPUNIT_TEST(an_unproven_signature_holds_no_place_until_it_is_sent);
    CPPUNIT_TEST_SUITE_END();

    support::StoreWorld world;
    store::Reservations& reservations = world.reservations;
    store::Sweeper& sweeper = world.sweeper;
    store::Reading& reading = world.reading;
    store::Settlements settlements{world.at};

    static store::ReservationOrder signed_order(unsigned number)
    {
        auto out = reservation_order(number);
        out.is_signer_known = true;
        return out;
    }
    job::Payment send(const store::ReservationOrder& order)
    {
        const auto payment = reservations.reserve(order);
        CPPUNIT_ASSERT(payment.has_value());
        CPPUNIT_ASSERT(reservations.mark_settle_sent(*payment, order));
        return *payment;
    }
    job::Payment leave_undecided(const store::ReservationOrder& order)
    {
        auto payment = send(order);
        reservations.hand_over(payment, order.owner);
        return payment;
    }
    void expect_refusal(ReserveRefusal expected, const store::ReservationOrder& order)
    {
        const auto answer = reservations.reserve(order);
        CPPUNIT_ASSERT(!answer && answer.error() == expected);
    }
    static store::ReservationOrder by(unsigned payer, store::ReservationOrder order)
    {
        value::EvmAddress::Raw raw{};
        raw[0] = static_cast<std::uint8_t>(payer);
        order.key.payer = value::EvmAddress{raw};
        return order;
    }
    std::int64_t rows(db::Select sql)
    {
        auto row = world.database.query(sql);
        row.step();
        return row.integer(0);
    }
    int in_lane()
    {
        int out = 0;
        for (const auto& load : reading.lane_loads()) out += load.waiting + load.running;
        return out;
    }
    void books_agree() { CPPUNIT_ASSERT(store::Audit{world.database}.violations(10).empty()); }

public:
    // An agent that buys twenty texts at once from one wallet.
    void what_is_in_flight_is_not_undecided()
    {
        for (unsigned i = 1; i <= 20; ++i) send(signed_order(i));
        CPPUNIT_ASSERT(reservations.reserve(signed_order(21)).has_value());
    }

    void a_payer_may_have_two()
    {
        leave_undecided(signed_order(1));
        const auto second = leave_undecided(signed_order(2));
        auto third = signed_order(3);
        third.buyer.client = "192.0.2.99";
        expect_refusal(ReserveRefusal::too_many_undecided, third);
        CPPUNIT_ASSERT(reservations.reserve(by(7, third)).has_value());
        // Decided by the chain, or by an answer that comes late.
        CPPUNIT_ASSERT(reservations.mark_settled(second, "{}", "0x1"));
        CPPUNIT_ASSERT(reservations.reserve(third).has_value());
        books_agree();
    }

    void a_client_may_have_five()
    {
        for (unsigned i = 1; i <= 5; ++i) leave_undecided(by(i, signed_order(i)));
        auto sixth = by(6, signed_order(6));
        expect_refusal(ReserveRefusal::too_many_undecided, sixth);
        sixth.undecided_allowed = 6;
        CPPUNIT_ASSERT(reservations.reserve(sixth).has_value());
        sixth = by(8, signed_order(8));
        sixth.buyer.client = "192.0.2.99";
        CPPUNIT_ASSERT(reservations.reserve(sixth).has_value());
    }

    void whose_sender_died_is_undecided()
    {
        send(signed_order(1));
        send(signed_order(2));
        world.clock.advance(store::k_reservation_lease);
        world.beat();
        CPPUNIT_ASSERT_EQUAL(0, sweeper.mark_undecided());
        expect_refusal(ReserveRefusal::too_many_undecided, signed_order(3));
    }

    void an_undecided_one_leaves_its_lane_after_a_minute()
    {
        const auto payment = leave_undecided(signed_order(1));
        CPPUNIT_ASSERT_EQUAL(1, in_lane());
        world.clock.advance(store::k_undecided_in_lane - seconds{1});
        CPPUNIT_ASSERT_EQUAL(0, sweeper.mark_undecided());
        CPPUNIT_ASSERT_EQUAL(1, in_lane());
        world.clock.advance(seconds{1});
        CPPUNIT_ASSERT_EQUAL(1, sweeper.mark_undecided());
        CPPUNIT_ASSERT_EQUAL(0, in_lane());
        CPPUNIT_ASSERT_EQUAL(0, sweeper.mark_undecided());
        books_agree();
        // Queued after all, it takes a place like any other; refused, it gives none back.
        CPPUNIT_ASSERT(reservations.mark_settled(payment, "{}", "0x1"));
        CPPUNIT_ASSERT_EQUAL(1, in_lane());
        world.beat();
        const auto other = leave_undecided(signed_order(2));
        world.clock.advance(store::k_undecided_in_lane);
        CPPUNIT_ASSERT_EQUAL(1, sweeper.mark_undecided());
        CPPUNIT_ASSERT(reservations.refuse(other, "insufficient_funds", "{}",
                                           store::Reservations::Counts::no));
        CPPUNIT_ASSERT_EQUAL(1, in_lane());
        books_agree();
    }

    void releases_have_a_budget_of_their_own()
    {
        for (unsigned i = 1; i <= 20; ++i) {
            auto order = signed_order(i);
            order.refusals_allowed = 2;
            CPPUNIT_ASSERT(reservations.refuse(*reservations.reserve(order), "released", "",
                                               store::Reservations::Counts::release));
        }
        auto order = signed_order(21);
        order.refusals_allowed = 2;
        expect_refusal(ReserveRefusal::too_many_refusals, order);
        order.refusals_allowed = 3;
        CPPUNIT_ASSERT(reservations.reserve(order).has_value());
        world.clock.advance(minutes{10});
        world.beat();
        order = signed_order(22);
        order.refusals_allowed = 1;
        CPPUNIT_ASSERT(reservations.reserve(order).has_value());
    }

    void the_same_payment_again_counts_once()
    {
        auto order = signed_order(1);
        order.refusals_allowed = 1;
        for (int i = 0; i < 30; ++i)
            CPPUNIT_ASSERT(reservations.refuse(*reservations.reserve(order), "released", "",
                                               store::Reservations::Counts::release));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, rows("SELECT count(*) FROM refusal"));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, rows("SELECT count(*) FROM payment"));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, rows("SELECT count(*) FROM jobs"));
        CPPUNIT_ASSERT(reservations.refuse(*reservations.reserve(order), "invalid", "",
                                           store::Reservations::Counts::yes));
        expect_refusal(ReserveRefusal::too_many_refusals, order);
        books_agree();
    }

    void who_repeats_what_is_refused_is_not_asked_about_for_ever()
    {
        auto order = signed_order(1);
        order.refusals_allowed = 2;
        for (int i = 0; i < 20; ++i)
            CPPUNIT_ASSERT(reservations.refuse(*reservations.reserve(order), "invalid", "",
                                               store::Reservations::Counts::yes));
        expect_refusal(ReserveRefusal::too_many_refusals, order);
        auto another = order;
        another.buyer.client = "192.0.2.77";
        CPPUNIT_ASSERT(reservations.reserve(another).has_value());
        world.clock.advance(minutes{10});
        world.beat();
        order.key = signed_order(2).key;
        order.request_digest = signed_order(2).request_digest;
        CPPUNIT_ASSERT(reservations.reserve(order).has_value());
        books_agree();
    }

    void what_was_sent_to_settle_counts_each_time()
    {
        auto order = signed_order(1);
        order.refusals_allowed = 2;
        for (int i = 0; i < 2; ++i) {
            const auto payment = *reservations.reserve(order);
            CPPUNIT_ASSERT(reservations.mark_settle_sent(payment, order));
            CPPUNIT_ASSERT(
                reservations.refuse(payment, "invalid", "", store::Reservations::Counts::yes));
        }
        expect_refusal(ReserveRefusal::too_many_refusals, order);
        books_agree();
    }

    void nothing_is_stored_before_it_is_sent()
    {
        auto order = signed_order(1);
        order.request = std::string(200'000, 'x');
        order.payload = std::string(30'000, 'y');
        const auto payment = reservations.reserve(order);
        const auto stored = [&] {
            return rows("SELECT (SELECT count(*) FROM job_body) + (SELECT sum(length(payload) + "
                        "length(requirements)) FROM payment)");
        };
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, stored());
        books_agree();
        CPPUNIT_ASSERT(
            reservations.refuse(*payment, "invalid", "", store::Reservations::Counts::yes));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, stored());
        send(signed_order(2));
        CPPUNIT_ASSERT(stored() > 1);
        books_agree();
    }

    void what_was_refused_goes_when_its_time_is_over()
    {
        const auto payment = reservations.reserve(signed_order(1));
        CPPUNIT_ASSERT(
            reservations.refuse(*payment, "invalid", "", store::Reservations::Counts::yes));
        const auto dies = base::instant_from_ms(1000 * signed_order(1).valid_before) + minutes{10};
        world.clock.set(dies - seconds{1});
        CPPUNIT_ASSERT_EQUAL(0, sweeper.forget_refused());
        CPPUNIT_ASSERT(world.state(payment->job_id) == State::rejected);
        world.clock.set(dies);
        CPPUNIT_ASSERT_EQUAL(1, sweeper.forget_refused());
        CPPUNIT_ASSERT(!reading.find(payment->job_id, store::Reading::Artifact::leave));
        CPPUNIT_ASSERT_EQUAL(0, sweeper.forget_refused());
        books_agree();
    }

    void what_was_sent_keeps_its_request_while_it_is_watched()
    {
        const auto payment = send(signed_order(1));
        CPPUNIT_ASSERT(reservations.refuse(payment, "insufficient_funds", "{}",
                                           store::Reservations::Counts::yes));
        world.clock.advance(minutes{200});
        const auto kept = [&] { return rows("SELECT count(*) FROM job_body WHERE request <> ''"); };
        CPPUNIT_ASSERT_EQUAL(0, sweeper.forget_refused());
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, kept());
        const auto due = settlements.due(10);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, due.size());
        settlements.look_again({{payment.job_seq, due[0].payment.phase, due[0].due, std::nullopt}});
        CPPUNIT_ASSERT_EQUAL(0, sweeper.forget_refused());
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, kept());
        CPPUNIT_ASSERT(world.state(payment.job_id) == State::rejected);
        books_agree();
    }

    // Twenty equal requests of a smart wallet, whose signature only a facilitator can judge.
    void an_unproven_signature_holds_no_place_until_it_is_sent()
    {
        auto order = reservation_order(1);
        order.signature = base::Bytes(66, 7);
        order.is_signer_known = false;
        const auto first = reservations.reserve(order);
        auto twin = order;
        twin.owner = "twin";
        const auto second = reservations.reserve(twin);
        CPPUNIT_ASSERT(first && second);
        CPPUNIT_ASSERT(!reservations.find_payment(order.key));
        CPPUNIT_ASSERT(reservations.mark_settle_sent(*first, order));
        CPPUNIT_ASSERT(!reservations.mark_settle_sent(*second, twin));
        CPPUNIT_ASSERT(reservations.find_payment(order.key)->job_id == first->job_id);
        expect_refusal(ReserveRefusal::known_payment, order);
        books_agree();
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(UndecidedTest);

} // namespace
