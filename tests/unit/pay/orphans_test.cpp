// What is not claimed is owed while the chain still has it, and never when its block took it along.
#include "store/audit.hpp"
#include "support/order_world.hpp"

#include <algorithm>
#include <cppunit/extensions/HelperMacros.h>

namespace {

using support::OrderWorld;
using value::AtomicUsd;
using Credits = std::vector<std::string>;
using namespace std::chrono_literals;
using namespace std::string_literals;

constexpr AtomicUsd k_small = AtomicUsd::from_atoms(9'999);

class OrphansTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(OrphansTest);
    CPPUNIT_TEST(dust_is_summed_after_an_hour_with_one_search);
    CPPUNIT_TEST(dust_is_summed_whatever_its_calldata_name);
    CPPUNIT_TEST(what_the_chain_dropped_is_owed_to_nobody);
    CPPUNIT_TEST(what_fails_in_another_block_is_owed_to_nobody);
    CPPUNIT_TEST(what_came_back_is_summed_once);
    CPPUNIT_TEST(while_the_chain_is_out_of_sight_nothing_is_owed_or_dropped);
    CPPUNIT_TEST(one_that_is_unsure_holds_nobody_up);
    CPPUNIT_TEST(what_went_to_an_address_of_before_is_owed);
    CPPUNIT_TEST(far_apart_in_the_chain_all_are_found);
    CPPUNIT_TEST(what_no_search_has_come_to_waits);
    CPPUNIT_TEST_SUITE_END();

    OrderWorld world;

    void receive(unsigned number, AtomicUsd value = k_small)
    {
        world.pass(10s);
        world.chain.include(world.payment(number, value));
        CPPUNIT_ASSERT(world.scan());
    }
    void after_an_hour()
    {
        for (int i = 0; i < 2; ++i) { // the second one reads to a head that is known
            world.pass(1'850s);
            CPPUNIT_ASSERT(world.scan());
        }
        world.judge.run_clocks();
    }
    std::string fate(unsigned number)
    {
        auto row = world.database.query("SELECT fate FROM transfer WHERE tx_hash = ?1",
                                        OrderWorld::tx(number).text());
        return row.step() ? std::string{row.text(0)} : "none";
    }
    void books_agree()
    {
        const auto wrong = store::Audit{world.database}.violations(10);
        CPPUNIT_ASSERT_MESSAGE(wrong.empty() ? "" : wrong[0].rule + wrong[0].detail, wrong.empty());
    }

public:
    void setUp() override { CPPUNIT_ASSERT(world.scan()); }

    void dust_is_summed_after_an_hour_with_one_search()
    {
        for (unsigned number = 1; number <= 40; ++number) receive(number);
        receive(41, world.price);
        world.judge.run_clocks();
        CPPUNIT_ASSERT(world.credits().empty());
        for (int i = 0; i < 2; ++i) {
            world.pass(1'850s);
            CPPUNIT_ASSERT(world.scan());
        }
        const auto searches = world.chain.scans.size();
        const auto reads = world.chain.reads;
        world.judge.run_clocks();
        CPPUNIT_ASSERT_EQUAL(searches + 1, world.chain.scans.size());
        CPPUNIT_ASSERT_EQUAL(reads, world.chain.reads);
        CPPUNIT_ASSERT((world.credits() == Credits{"dust 399960", "orphan 500000"}));
        after_an_hour();
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, world.credits().size());
        books_agree();
    }

    void dust_is_summed_whatever_its_calldata_name()
    {
        const auto one = world.order();
        const auto other = world.order("192.0.2.2");
        world.chain.include(world.suffixed(1, one, k_small));
        // It names two and pays neither.
        auto both = world.wrapped(2, {one, other}, 1);
        both.incoming[0].value = k_small;
        world.chain.include(both);
        auto nobodys = world.payment(3, k_small);
        nobodys.input = OrderWorld::calldata(OrderWorld::digest(9).bytes());
        world.chain.include(nobodys);
        world.pass(10s);
        CPPUNIT_ASSERT(world.scan());
        after_an_hour();
        auto owed = world.credits();
        std::ranges::sort(owed);
        CPPUNIT_ASSERT((owed == Credits{"dust 19998", "dust 9999"}));
        books_agree();
    }

    void what_the_chain_dropped_is_owed_to_nobody()
    {
        receive(1);
        receive(2);
        receive(3, world.price);
        world.chain.transactions.erase(OrderWorld::tx(1));
        world.chain.transactions.erase(OrderWorld::tx(3));
        after_an_hour();
        CPPUNIT_ASSERT((world.credits() == Credits{"dust 9999"}));
        CPPUNIT_ASSERT_EQUAL(std::string{"gone"}, fate(1));
        CPPUNIT_ASSERT_EQUAL(std::string{"gone"}, fate(3));
        books_agree();
    }

    void what_fails_in_another_block_is_owed_to_nobody()
    {
        receive(1);
        auto failed = world.payment(1, k_small);
        failed.succeeded = false;
        failed.incoming.clear();
        world.chain.include(failed);
        after_an_hour();
        CPPUNIT_ASSERT(world.credits().empty());
        CPPUNIT_ASSERT_EQUAL(std::string{"gone"}, fate(1));
    }

    void what_came_back_is_summed_once()
    {
        receive(1);
        const auto kept = world.chain.transactions;
        world.chain.transactions.clear();
        after_an_hour();
        CPPUNIT_ASSERT_EQUAL(std::string{"gone"}, fate(1));
        receive(1); // in a block of now
        receive(2);
        after_an_hour();
        CPPUNIT_ASSERT((world.credits() == Credits{"dust 19998"}));
        // And once more elsewhere, after it was summed.
        auto moved = world.payment(1, k_small);
        moved.incoming[0].log_index = 77;
        world.chain.include(moved);
        CPPUNIT_ASSERT(world.scan());
        after_an_hour();
        CPPUNIT_ASSERT((world.credits() == Credits{"dust 19998"}));
        books_agree();
    }

    void while_the_chain_is_out_of_sight_nothing_is_owed_or_dropped()
    {
        receive(1);
        receive(2);
        world.chain.transactions.erase(OrderWorld::tx(2));
        for (int i = 0; i < 2; ++i) {
            world.pass(1'850s);
            CPPUNIT_ASSERT(world.scan());
        }
        world.chain.scan_refusal = chain::ReadRefusal::unreachable;
        world.judge.run_clocks();
        CPPUNIT_ASSERT(world.credits().empty());
        world.chain.scan_refusal.reset();
        world.chain.now.is_fresh = false; // it stands still: what is missing may lag
        world.judge.run_clocks();
        CPPUNIT_ASSERT((world.credits() == Credits{"dust 9999"}));
        CPPUNIT_ASSERT_EQUAL(std::string{"waiting"}, fate(2));
        books_agree();
    }

    void one_that_is_unsure_holds_nobody_up()
    {
        receive(1);
        receive(2);
        world.chain.transactions.erase(OrderWorld::tx(1));
        world.chain.refusals[OrderWorld::tx(1)] = chain::ReadRefusal::disagreement;
        after_an_hour();
        CPPUNIT_ASSERT((world.credits() == Credits{"dust 9999"}));
        CPPUNIT_ASSERT_EQUAL(std::string{"waiting"}, fate(1));
        world.chain.refusals.clear();
        world.judge.run_clocks();
        CPPUNIT_ASSERT_EQUAL(std::string{"gone"}, fate(1));
    }

    // The search is for the addresses that are ours now.
    void what_went_to_an_address_of_before_is_owed()
    {
        receive(1);
        world.chain.transactions.at(OrderWorld::tx(1)).transaction->incoming[0].recipient =
            OrderWorld::address(0x5b);
        after_an_hour();
        CPPUNIT_ASSERT((world.credits() == Credits{"dust 9999"}));
    }

    void far_apart_in_the_chain_all_are_found()
    {
        for (unsigned number = 1; number <= 3; ++number) {
            receive(number);
            world.pass(2h);
            for (int i = 0; i < 3; ++i) static_cast<void>(world.scan()); // so many blocks at once
        }
        after_an_hour();
        CPPUNIT_ASSERT((world.credits() == Credits{"dust 29997"}));
        books_agree();
    }

    // Where too much stands in the chain for one search, all are owed in the end.
    void what_no_search_has_come_to_waits()
    {
        for (unsigned number = 1; number <= 3; ++number) receive(number);
        for (int i = 0; i < 2; ++i) {
            world.pass(1'850s);
            CPPUNIT_ASSERT(world.scan());
        }
        for (const unsigned number : {1U, 2U, 3U}) {
            world.chain.scan_end =
                world.chain.transactions.at(OrderWorld::tx(number)).transaction->block_number;
            world.judge.run_clocks();
            CPPUNIT_ASSERT_EQUAL(number == 3 ? "credited"s : "waiting"s, fate(3));
            CPPUNIT_ASSERT((world.credits() == Credits{base::concat("dust ", number * 9'999)}));
        }
        books_agree();
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(OrphansTest);

} // namespace
