// A paid request before books that were put back: never 402 for what may have been paid meanwhile.
#include "pay/facilitator_rail.hpp"

#include "store/ledger.hpp"
#include "store/restorations.hpp"
#include "support/rail_world.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using namespace std::chrono_literals;

class RestoredRailTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(RestoredRailTest);
    CPPUNIT_TEST(while_the_chain_is_read_no_payment_is_refused);
    CPPUNIT_TEST(what_was_paid_meanwhile_is_lost_and_said_so);
    CPPUNIT_TEST(what_the_copy_knows_is_answered_all_the_while);
    CPPUNIT_TEST(what_the_copy_had_begun_may_have_been_paid_since);
    CPPUNIT_TEST_SUITE_END();

    support::RailWorld world;
    store::Restorations restorations{world.at};

    void put_back() { restorations.open(world.terms.token.network, 9, true); }
    void read()
    {
        CPPUNIT_ASSERT(!restorations.note_read(world.terms.token.network, 950, 950));
        CPPUNIT_ASSERT(restorations.note_read(world.terms.token.network, 951, 952));
    }
    // The chain shows its transfer.
    void show(const support::PaymentText& text)
    {
        const auto authorization = text.parsed().authorization;
        store::Judgement seen;
        seen.came.push_back({.network = world.terms.token.network,
                             .tx_hash = "0x" + std::string(64, 'c'),
                             .log_index = 1,
                             .asset = world.terms.token.contract,
                             .payer = authorization.from,
                             .value = world.terms.price,
                             .nonce = authorization.nonce,
                             .block_number = 910,
                             .block_time_s = 1});
        store::Ledger{world.at}.record(
            seen, [](const auto&) { return std::vector<store::ClaimAnswer>{}; });
    }
    std::string sold() { return support::name_of(world.sell()); }

public:
    void while_the_chain_is_read_no_payment_is_refused()
    {
        put_back();
        CPPUNIT_ASSERT_EQUAL(std::string{"Busy"}, sold());
        // An authorization that has expired since, too: it may have been used before.
        world.clock.advance(2h);
        const auto answer = world.sell();
        const auto* busy = std::get_if<pay::Busy>(&answer);
        CPPUNIT_ASSERT(busy != nullptr && busy->code == catalog::ProblemCode::restoring);
        CPPUNIT_ASSERT_EQUAL(0, world.facilitator.verifies.load());
        read();
        CPPUNIT_ASSERT_EQUAL(std::string{"PaymentRequiredAgain"}, sold());
    }

    void what_was_paid_meanwhile_is_lost_and_said_so()
    {
        put_back();
        show(world.payment);
        CPPUNIT_ASSERT_EQUAL(std::string{"Lost"}, sold());
        read();
        world.clock.advance(2h);
        CPPUNIT_ASSERT_EQUAL(std::string{"Lost"}, sold());
        CPPUNIT_ASSERT_EQUAL(0, world.facilitator.verifies.load());
    }

    void what_the_copy_knows_is_answered_all_the_while()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"Accepted"}, sold());
        put_back();
        CPPUNIT_ASSERT_EQUAL(std::string{"Repeat"}, sold());
        show(world.payment);
        CPPUNIT_ASSERT_EQUAL(std::string{"Repeat"}, sold());
    }

    // Neither "nothing was charged" nor 402.
    void what_the_copy_had_begun_may_have_been_paid_since()
    {
        store::Reservations reservations{world.at};
        const auto authorization = world.payment.parsed().authorization;
        auto order = support::reservation_order(1);
        order.key = {world.terms.token.network, world.terms.token.contract, authorization.from,
                     authorization.nonce};
        const auto begun = reservations.reserve(order);
        CPPUNIT_ASSERT(begun);
        put_back();
        CPPUNIT_ASSERT_EQUAL(std::string{"Busy"}, sold());
        show(world.payment);
        CPPUNIT_ASSERT_EQUAL(std::string{"Lost"}, sold());
        CPPUNIT_ASSERT(
            reservations.refuse(*begun, "released", {}, store::Reservations::Counts::no));
        CPPUNIT_ASSERT_EQUAL(std::string{"Lost"}, sold());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(RestoredRailTest);

} // namespace
