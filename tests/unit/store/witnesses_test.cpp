// What needs witnesses of the chain is sold while so many answer, and is refused before anything is
// written while fewer do. Real SQLite, fake clock.
#include "store/witnesses.hpp"

#include "support/order_world.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using std::chrono::milliseconds;

class WitnessesTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(WitnessesTest);
    CPPUNIT_TEST(nobody_has_told_of_any);
    CPPUNIT_TEST(fewer_than_two_are_too_few);
    CPPUNIT_TEST(an_old_word_is_none);
    CPPUNIT_TEST(a_word_from_the_future_is_none);
    CPPUNIT_TEST(as_many_as_are_needed_sell);
    CPPUNIT_TEST(what_was_sold_is_found_again);
    CPPUNIT_TEST_SUITE_END();

    support::OrderWorld world;
    unsigned m_number = 0;

    void tell(std::size_t fresh)
    {
        world.bulletin.observe(store::witness_observation(fresh, world.clock.now()));
    }
    bool reserves(std::size_t needed = 2)
    {
        world.beat();
        auto order = support::reservation_order(++m_number);
        order.goods.witnesses = needed;
        const auto reserved = world.reservations.reserve(order);
        CPPUNIT_ASSERT(reserved || reserved.error() == store::ReserveRefusal::witnesses_missing);
        CPPUNIT_ASSERT(reserved.has_value() ==
                       world.reservations.find_payment(order.key).has_value());
        return reserved.has_value();
    }
    bool orders(std::size_t needed = 2)
    {
        auto wish = world.wish(base::concat("192.0.2.", ++m_number));
        wish.goods.witnesses = needed;
        const auto ordered = world.orders.order(wish);
        CPPUNIT_ASSERT(ordered ||
                       ordered.error().why == store::OrderRefused::Why::witnesses_missing);
        CPPUNIT_ASSERT(ordered.has_value() == world.orders.find(wish.id).has_value());
        return ordered.has_value();
    }
    void sells_nothing()
    {
        CPPUNIT_ASSERT(!reserves());
        CPPUNIT_ASSERT(!orders());
    }

public:
    void nobody_has_told_of_any()
    {
        sells_nothing();
        CPPUNIT_ASSERT(!reserves(1));
        CPPUNIT_ASSERT(reserves(0));
    }

    void fewer_than_two_are_too_few()
    {
        tell(0);
        sells_nothing();
        tell(1);
        sells_nothing();
        tell(2);
        tell(1);
        sells_nothing();
    }

    void an_old_word_is_none()
    {
        tell(2);
        world.clock.advance(store::k_witnesses_fresh);
        CPPUNIT_ASSERT(reserves());
        CPPUNIT_ASSERT(orders());
        world.clock.advance(milliseconds{1});
        sells_nothing();
    }

    void a_word_from_the_future_is_none()
    {
        tell(2);
        world.clock.advance(-store::k_witnesses_fresh - milliseconds{1});
        sells_nothing();
    }

    void as_many_as_are_needed_sell()
    {
        for (const std::size_t fresh : {0U, 1U, 2U, 8U}) {
            tell(fresh);
            for (const std::size_t needed : {0U, 1U, 2U}) {
                CPPUNIT_ASSERT_EQUAL(needed <= fresh, reserves(needed));
                CPPUNIT_ASSERT_EQUAL(needed <= fresh, orders(needed));
            }
        }
    }

    void what_was_sold_is_found_again()
    {
        tell(2);
        auto order = support::reservation_order(1);
        order.goods.witnesses = 2;
        CPPUNIT_ASSERT(world.reservations.reserve(order));
        auto wish = world.wish();
        wish.goods.witnesses = 2;
        wish.repeat_key = support::OrderWorld::digest(9);
        const auto first = world.orders.order(wish);
        tell(1);
        CPPUNIT_ASSERT(world.reservations.reserve(order).error() ==
                       store::ReserveRefusal::known_payment);
        wish.id = value::JobId::make(world.clock.now());
        CPPUNIT_ASSERT(world.orders.order(wish)->view.job.id == first->view.job.id);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(WitnessesTest);

} // namespace
