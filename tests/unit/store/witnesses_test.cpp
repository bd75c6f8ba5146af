// What one witness of the chain may not prove is sold while two answer, and is refused before
// anything is written while fewer do. Real SQLite, fake clock.
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
    CPPUNIT_TEST(two_sell_and_other_prices_need_none);
    CPPUNIT_TEST(what_was_sold_is_found_again);
    CPPUNIT_TEST_SUITE_END();

    support::OrderWorld world;
    unsigned m_number = 0;

    void tell(std::size_t fresh)
    {
        world.bulletin.observe(store::witness_observation(fresh, world.clock.now()));
    }
    bool reserves(bool needs_two = true)
    {
        world.beat();
        auto order = support::reservation_order(++m_number);
        order.goods.needs_two_witnesses = needs_two;
        const auto reserved = world.reservations.reserve(order);
        CPPUNIT_ASSERT(reserved || reserved.error() == store::ReserveRefusal::witnesses_missing);
        CPPUNIT_ASSERT(reserved.has_value() ==
                       world.reservations.find_payment(order.key).has_value());
        return reserved.has_value();
    }
    bool orders(bool needs_two = true)
    {
        auto wish = world.wish(base::concat("192.0.2.", ++m_number));
        wish.goods.needs_two_witnesses = needs_two;
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
    void nobody_has_told_of_any() { sells_nothing(); }

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

    void two_sell_and_other_prices_need_none()
    {
        CPPUNIT_ASSERT(reserves(/*needs_two=*/false));
        CPPUNIT_ASSERT(orders(/*needs_two=*/false));
        tell(2);
        CPPUNIT_ASSERT(reserves());
        CPPUNIT_ASSERT(orders());
        tell(8);
        CPPUNIT_ASSERT(reserves());
        CPPUNIT_ASSERT(orders());
    }

    void what_was_sold_is_found_again()
    {
        tell(2);
        auto order = support::reservation_order(1);
        order.goods.needs_two_witnesses = true;
        CPPUNIT_ASSERT(world.reservations.reserve(order));
        auto wish = world.wish();
        wish.goods.needs_two_witnesses = true;
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
