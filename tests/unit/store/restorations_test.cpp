// An older copy of the books is put back: nothing is sold until the chain is read, and what it
// lacks is owed once.
#include "store/restorations.hpp"

#include "support/order_world.hpp"

#include "value/job_id.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using namespace std::chrono_literals;
using store::ReserveRefusal;

class RestorationsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(RestorationsTest);
    CPPUNIT_TEST(nothing_is_sold_before_the_chain_is_read);
    CPPUNIT_TEST(ids_of_that_time_alone_are_lost);
    CPPUNIT_TEST(what_came_in_meanwhile_is_owed_once);
    CPPUNIT_TEST(what_the_copy_knows_and_what_comes_later_is_not_lost);
    CPPUNIT_TEST(what_was_being_settled_is_not_owed);
    CPPUNIT_TEST(where_no_chain_is_read_nothing_is_waited_for);
    CPPUNIT_TEST_SUITE_END();

    support::OrderWorld world;
    store::Restorations restorations{world.at};
    store::Reservations reservations{world.at};

    // A transfer by an authorization that no row knows.
    job::Transfer unknown(unsigned number, std::uint64_t block)
    {
        auto out = world.transfer(number);
        out.nonce = support::OrderWorld::digest(static_cast<std::uint8_t>(number));
        out.block_number = block;
        return out;
    }
    void record(const job::Transfer& transfer)
    {
        store::Judgement seen;
        seen.came.push_back(transfer);
        world.ledger.record(seen, [](const auto&) { return std::vector<store::ClaimAnswer>{}; });
    }
    job::PaymentKey key_of(const job::Transfer& transfer) const
    {
        return {world.network, world.token, transfer.payer, transfer.nonce};
    }
    void read_to(std::uint64_t block)
    {
        world.scans.move_cursor(world.network, {.next_block = block + 1,
                                                .read_to_s = world.chain_time(),
                                                .head_s = world.chain_time(),
                                                .head_block = block});
    }

public:
    void setUp() override
    {
        world.beat();
        read_to(899);
    }

    void nothing_is_sold_before_the_chain_is_read()
    {
        restorations.open(world.network, 7, true);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{7}, restorations.count());
        const auto reserved = reservations.reserve(support::reservation_order(1));
        CPPUNIT_ASSERT(!reserved && reserved.error() == ReserveRefusal::restoring);
        const auto ordered = world.orders.order(world.wish());
        CPPUNIT_ASSERT(!ordered && ordered.error().why == store::OrderRefused::Why::restoring);
        // The head of now is read to its end only some blocks later.
        CPPUNIT_ASSERT(!restorations.note_read(world.network, 950, 950));
        CPPUNIT_ASSERT(!reservations.reserve(support::reservation_order(1)));
        CPPUNIT_ASSERT(restorations.note_read(world.network, 951, 960) == 0);
        CPPUNIT_ASSERT(restorations.last()->is_read);
        CPPUNIT_ASSERT(reservations.reserve(support::reservation_order(1)));
        CPPUNIT_ASSERT(!restorations.note_read(world.network, 970, 970));
    }

    void ids_of_that_time_alone_are_lost()
    {
        const auto early = value::JobId::make(world.clock.now() - 1ms);
        world.clock.advance(1h);
        const auto within = value::JobId::make(world.clock.now());
        restorations.open(world.network, 7, true);
        const auto late = value::JobId::make(world.clock.now() + 1ms);
        CPPUNIT_ASSERT(!world.reading.is_lost(early));
        CPPUNIT_ASSERT(world.reading.is_lost(within));
        CPPUNIT_ASSERT(!world.reading.is_lost(late));
    }

    void what_came_in_meanwhile_is_owed_once()
    {
        restorations.open(world.network, 7, true);
        const auto lost = unknown(1, 910);
        auto plain = world.transfer(2); // it may yet be claimed by an order that the copy has
        plain.block_number = 911;
        record(lost);
        record(plain);
        using Lacked = store::Restorations::Lacked;
        CPPUNIT_ASSERT(restorations.lacked(key_of(lost)) == Lacked::payment);
        CPPUNIT_ASSERT(restorations.lacked(key_of(unknown(3, 912))) == Lacked::perhaps);
        CPPUNIT_ASSERT(!restorations.note_read(world.network, 940, 950));
        CPPUNIT_ASSERT(restorations.note_read(world.network, 951, 955) == 1);
        CPPUNIT_ASSERT(world.ledger.fate_of(lost) == job::Fate::credited);
        CPPUNIT_ASSERT(world.ledger.fate_of(plain) == job::Fate::waiting);
        CPPUNIT_ASSERT(restorations.lacked(key_of(lost)) == Lacked::payment);
        CPPUNIT_ASSERT(restorations.lacked(key_of(unknown(3, 912))) == Lacked::nothing);
        // A second copy, put back before the first one was told of: the same transfer is owed.
        restorations.open(world.network, 9, true);
        CPPUNIT_ASSERT(!restorations.note_read(world.network, 956, 960));
        CPPUNIT_ASSERT(restorations.note_read(world.network, 961, 970) == 0);
    }

    // It buys its job when the reconciler finds it.
    void what_was_being_settled_is_not_owed()
    {
        const auto order = support::reservation_order(1);
        const auto payment = reservations.reserve(order);
        CPPUNIT_ASSERT(payment && reservations.mark_settle_sent(*payment, order));
        restorations.open(world.network, 7, true);
        auto sent = unknown(1, 910);
        sent.network = order.key.network;
        sent.asset = order.key.asset;
        sent.payer = order.key.payer;
        sent.nonce = order.key.nonce;
        record(sent);
        CPPUNIT_ASSERT(!restorations.note_read(world.network, 940, 950));
        CPPUNIT_ASSERT(restorations.note_read(world.network, 951, 955) == 0);
        CPPUNIT_ASSERT(world.ledger.fate_of(sent) == job::Fate::waiting);
    }

    void what_the_copy_knows_and_what_comes_later_is_not_lost()
    {
        const auto known = unknown(1, 890);
        record(known);
        restorations.open(world.network, 7, true);
        CPPUNIT_ASSERT(!restorations.note_read(world.network, 940, 950));
        CPPUNIT_ASSERT(restorations.note_read(world.network, 951, 955) == 0);
        const auto later = unknown(2, 960);
        record(later);
        using Lacked = store::Restorations::Lacked;
        CPPUNIT_ASSERT(restorations.lacked(key_of(known)) == Lacked::nothing);
        CPPUNIT_ASSERT(restorations.lacked(key_of(later)) == Lacked::nothing);
        CPPUNIT_ASSERT(world.ledger.fate_of(known) == job::Fate::waiting);
    }

    void where_no_chain_is_read_nothing_is_waited_for()
    {
        restorations.open(world.network, 7, false);
        CPPUNIT_ASSERT(restorations.last()->is_read);
        CPPUNIT_ASSERT(reservations.reserve(support::reservation_order(1)));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(RestorationsTest);

} // namespace
