// Payments without a claim, and what time does to orders and payments: the real ledger, a
// scripted chain.
#include "judge_case.hpp"

namespace {

using namespace pay_test;
using namespace std::chrono_literals;

class TransferScannerTest : public JudgeCase {
    CPPUNIT_TEST_SUITE(TransferScannerTest);
    CPPUNIT_TEST(a_payment_is_found_without_a_webhook);
    CPPUNIT_TEST(a_known_transfer_is_not_read_again);
    CPPUNIT_TEST(what_is_undecided_holds_nobody_up);
    CPPUNIT_TEST(what_stays_undecided_is_looked_at_ever_less_often);
    CPPUNIT_TEST(an_order_expires_beside_what_stays_undecided);
    CPPUNIT_TEST(what_nobody_finds_any_more_is_forgotten);
    CPPUNIT_TEST(too_much_at_once_is_asked_for_in_parts);
    CPPUNIT_TEST(what_one_endpoint_hides_is_found_by_the_other);
    CPPUNIT_TEST(one_endpoint_alone_holds_nobody_up_for_long);
    CPPUNIT_TEST(an_endpoint_a_few_blocks_behind_holds_nobody_up);
    CPPUNIT_TEST(who_asks_after_the_scanner_hears_why);
    CPPUNIT_TEST(what_names_nobody_is_owed_after_an_hour);
    CPPUNIT_TEST(a_payment_that_falls_out_of_the_chain_is_noticed);
    CPPUNIT_TEST(a_chain_that_stands_still_expires_nothing);
    CPPUNIT_TEST(a_false_time_is_forgotten);
    CPPUNIT_TEST_SUITE_END();

public:
    void a_payment_is_found_without_a_webhook()
    {
        const auto order = world.order();
        CPPUNIT_ASSERT(world.scan());
        world.pass(10s);
        world.chain.include(world.suffixed(1, order));
        CPPUNIT_ASSERT(world.scan());
        CPPUNIT_ASSERT(world.state_of(order) == State::payment_confirmed);
        expect("confirmed ", world.claim_of(order, OrderWorld::tx(1)));
        books_agree();
        // The next scan begins where the last one ended, but for the blocks that come late.
        const auto [first, last] = world.chain.scans.back();
        CPPUNIT_ASSERT_EQUAL(world.chain.now.number, last);
        world.pass(10s);
        CPPUNIT_ASSERT(world.scan());
        CPPUNIT_ASSERT_EQUAL(last + 1 - 20, world.chain.scans.back().first);
        CPPUNIT_ASSERT(first <= last);
    }

    void a_known_transfer_is_not_read_again()
    {
        const auto order = world.order();
        CPPUNIT_ASSERT(world.scan());
        world.pass(10s);
        world.chain.include(world.suffixed(1, order));
        CPPUNIT_ASSERT(world.scan());
        CPPUNIT_ASSERT(world.scan());
        CPPUNIT_ASSERT_EQUAL(1, world.chain.reads);
        // In another block it is.
        auto moved = world.suffixed(1, order);
        ++moved.block_number;
        world.chain.include(moved);
        CPPUNIT_ASSERT(world.scan());
        CPPUNIT_ASSERT_EQUAL(2, world.chain.reads);
        books_agree();
    }

    void what_is_undecided_holds_nobody_up()
    {
        const auto first = world.order();
        CPPUNIT_ASSERT(world.scan());
        world.pass(100s);
        const auto paid = world.suffixed(1, first);
        world.chain.include(paid);
        world.chain.refusals[paid.tx_hash] = chain::ReadRefusal::disagreement;
        CPPUNIT_ASSERT(world.scan());
        CPPUNIT_ASSERT_EQUAL(1, world.scans.count_undecided(world.clock.now() + 1s));
        // Far behind the blocks that are read again.
        world.pass(1'000s);
        const auto second = world.order();
        world.chain.include(world.suffixed(2, second));
        CPPUNIT_ASSERT(world.scan());
        CPPUNIT_ASSERT(world.state_of(second) == State::payment_confirmed);
        // It may yet be what the first one waits for.
        world.judge.run_clocks();
        CPPUNIT_ASSERT(world.state_of(first) == State::awaiting_payment);
        world.chain.refusals.clear();
        world.pass(60s);
        CPPUNIT_ASSERT(world.scan());
        CPPUNIT_ASSERT(world.state_of(first) == State::payment_confirmed);
        CPPUNIT_ASSERT_EQUAL(0, world.scans.count_undecided(world.clock.now() + 1s));
        books_agree();
    }

    void what_stays_undecided_is_looked_at_ever_less_often()
    {
        CPPUNIT_ASSERT(world.scan());
        world.pass(10s);
        const auto paid = world.payment(1, world.price);
        world.chain.include(paid);
        world.chain.refusals[paid.tx_hash] = chain::ReadRefusal::disagreement;
        const auto looks_in = [&](std::chrono::seconds time) {
            const int before = world.chain.reads;
            for (auto passed = 0s; passed < time; passed += 1s) {
                world.pass(1s);
                CPPUNIT_ASSERT(world.scan());
            }
            return world.chain.reads - before;
        };
        CPPUNIT_ASSERT_EQUAL(5, looks_in(9s)); // every two seconds
        const int more = looks_in(240s);
        CPPUNIT_ASSERT(more > 10 && more < 25);
        CPPUNIT_ASSERT_EQUAL(10, looks_in(600s));
        // A clock that is set back puts nothing off.
        world.clock.advance(-2h);
        CPPUNIT_ASSERT_EQUAL(1, looks_in(1s));
    }

    void an_order_expires_beside_what_stays_undecided()
    {
        const auto order = world.order();
        CPPUNIT_ASSERT(world.scan());
        world.pass(100s);
        const auto large = world.suffixed(1, order, AtomicUsd::from_atoms(6'000'000));
        world.chain.include(large);
        world.chain.transactions[large.tx_hash].sources = 1;
        for (const auto wait : {10s, 1'000s, 2'500s}) {
            world.pass(wait);
            CPPUNIT_ASSERT(world.scan());
            world.judge.run_clocks();
            CPPUNIT_ASSERT(world.state_of(order) == State::awaiting_payment);
        }
        world.pass(200s);
        CPPUNIT_ASSERT(world.scan());
        world.judge.run_clocks();
        CPPUNIT_ASSERT(world.state_of(order) == State::expired);
        CPPUNIT_ASSERT(world.credits().empty());
        CPPUNIT_ASSERT_EQUAL(1, world.scans.count_undecided(world.clock.now()));
        // The second endpoint is back.
        world.chain.include(large);
        world.pass(60s);
        CPPUNIT_ASSERT(world.scan());
        CPPUNIT_ASSERT((world.credits() == Credits{"amount 6000000"}));
        books_agree();
    }

    void what_nobody_finds_any_more_is_forgotten()
    {
        CPPUNIT_ASSERT(world.scan());
        world.pass(10s);
        const auto paid = world.payment(1, world.price);
        world.chain.include(paid);
        world.chain.refusals[paid.tx_hash] = chain::ReadRefusal::unreachable;
        CPPUNIT_ASSERT(world.scan());
        world.chain.refusals.clear();
        world.chain.transactions.clear();
        world.pass(1'000s);
        CPPUNIT_ASSERT(world.scan());
        CPPUNIT_ASSERT_EQUAL(1, world.scans.count_undecided(world.clock.now()));
        world.pass(2'700s);
        CPPUNIT_ASSERT(world.scan());
        CPPUNIT_ASSERT_EQUAL(0, world.scans.count_undecided(world.clock.now()));
    }

    void too_much_at_once_is_asked_for_in_parts()
    {
        CPPUNIT_ASSERT(world.scan());
        world.pass(10'000s);
        world.chain.scan_refusal = chain::ReadRefusal::unreachable;
        for (int i = 0; i < 12; ++i) CPPUNIT_ASSERT(!world.scan());
        const auto [first, last] = world.chain.scans.back();
        CPPUNIT_ASSERT(last - first <= 25);
        world.chain.scan_refusal.reset();
        int scans = 0;
        while (!world.scan()) CPPUNIT_ASSERT(++scans < 20);
        CPPUNIT_ASSERT_EQUAL(world.chain.now.number, world.chain.scans.back().second);
    }

    void what_one_endpoint_hides_is_found_by_the_other()
    {
        const auto order = world.order();
        CPPUNIT_ASSERT(world.scan());
        world.pass(10s);
        const auto paid = world.suffixed(1, order);
        world.pass(10s);
        world.chain.scan_sources = 1;
        CPPUNIT_ASSERT(!world.scan());
        // Farther than what is read again anyway.
        world.chain.now.number += 100;
        CPPUNIT_ASSERT(!world.scan());
        world.chain.include(paid);
        world.chain.scan_sources = 2;
        CPPUNIT_ASSERT(world.scan());
        CPPUNIT_ASSERT(world.state_of(order) == State::payment_confirmed);
        books_agree();
    }

    void one_endpoint_alone_holds_nobody_up_for_long()
    {
        const auto order = world.order();
        const auto paying = world.order();
        CPPUNIT_ASSERT(world.scan());
        world.chain.scan_sources = 1;
        world.pass(10s);
        CPPUNIT_ASSERT(!world.scan());
        world.chain.include(world.suffixed(1, paying));
        world.pass(29s);
        CPPUNIT_ASSERT(!world.scan());
        // What it tells is judged all the same.
        CPPUNIT_ASSERT(world.state_of(paying) == State::payment_confirmed);
        world.pass(1s);
        CPPUNIT_ASSERT(world.scan());
        // Ten blocks deep.
        CPPUNIT_ASSERT_EQUAL(world.chain.now.number - 8,
                             world.scans.cursor(world.network)->next_block);
        for (const auto wait : {1'000s, 30s}) {
            world.pass(wait);
            CPPUNIT_ASSERT(world.scan());
        }
        world.judge.run_clocks();
        CPPUNIT_ASSERT(world.state_of(order) == State::expired);
        // The only one there is has no other to wait for.
        world.chain.endpoints = 1;
        CPPUNIT_ASSERT(world.scan());
        CPPUNIT_ASSERT_EQUAL(world.chain.now.number + 1,
                             world.scans.cursor(world.network)->next_block);
    }

    void an_endpoint_a_few_blocks_behind_holds_nobody_up()
    {
        CPPUNIT_ASSERT(world.scan());
        world.pass(100s);
        world.chain.scan_lag = 3;
        CPPUNIT_ASSERT(world.scan());
        CPPUNIT_ASSERT_EQUAL(world.chain.now.number - 2,
                             world.scans.cursor(world.network)->next_block);
        // Many blocks behind it has no weight.
        world.chain.scan_lag = 40;
        world.pass(100s);
        CPPUNIT_ASSERT(!world.scan());
    }

    void who_asks_after_the_scanner_hears_why()
    {
        const auto order = world.order();
        CPPUNIT_ASSERT(world.scan());
        world.pass(320s);
        const auto late = world.suffixed(1, order);
        world.chain.include(late);
        CPPUNIT_ASSERT(world.scan());
        CPPUNIT_ASSERT((world.credits() == Credits{"late 500000"}));
        world.claim(order, late.tx_hash);
        world.judge_claims();
        expect("refused late", world.claim_of(order, late.tx_hash));
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, world.credits().size());
        books_agree();
    }

    void what_names_nobody_is_owed_after_an_hour()
    {
        CPPUNIT_ASSERT(world.scan());
        world.pass(10s);
        world.chain.include(world.payment(1, world.price));
        for (const auto wait : {3'500s, 150s}) {
            CPPUNIT_ASSERT(world.credits().empty());
            world.pass(wait);
            CPPUNIT_ASSERT(world.scan());
            world.judge.run_clocks();
        }
        CPPUNIT_ASSERT((world.credits() == Credits{"orphan 500000"}));
        world.judge.run_clocks();
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, world.credits().size());
        books_agree();
    }

    void a_payment_that_falls_out_of_the_chain_is_noticed()
    {
        const auto order = world.order();
        const auto paid = world.suffixed(1, order);
        expect("confirmed ", judged(order, paid));
        world.chain.transactions.clear();
        world.pass(10s);
        world.judge_claims();
        CPPUNIT_ASSERT(world.state_of(order) == State::payment_confirmed); // seen missing once
        world.pass(10s);
        world.judge_claims();
        CPPUNIT_ASSERT(world.state_of(order) == State::awaiting_payment);
        expect("pending payment_lost", world.claim_of(order, paid.tx_hash));
        world.pass(10s);
        world.judge_claims();
        expect("pending payment_lost", world.claim_of(order, paid.tx_hash));
        books_agree();
        // It comes back in another block.
        world.chain.include(paid);
        world.pass(10s);
        world.judge_claims();
        CPPUNIT_ASSERT(world.state_of(order) == State::payment_confirmed);
        books_agree();
        // The same to a job that was asked for: it goes on, and the operator is told.
        CPPUNIT_ASSERT(world.orders.resubmit(order.view.job.id, "{}"));
        world.chain.transactions.clear();
        for (int i = 0; i < 3; ++i) {
            world.pass(30s);
            world.judge_claims();
        }
        CPPUNIT_ASSERT(world.state_of(order) == State::queued);
        CPPUNIT_ASSERT_EQUAL(1, world.ledger.count_lost());
        world.chain.include(paid);
        world.chain.finalized = paid.block_number;
        world.pass(30s);
        world.judge_claims();
        CPPUNIT_ASSERT_EQUAL(0, world.ledger.count_lost());
        // Final: it is not looked at any more.
        world.pass(3'600s);
        CPPUNIT_ASSERT_EQUAL(0, world.judge_claims());
    }

    void a_false_time_is_forgotten()
    {
        const auto head_s = [&] {
            CPPUNIT_ASSERT(world.scan());
            return world.scans.cursor(world.network)->head_s;
        };
        const auto honest = world.chain.now.timestamp_s;
        CPPUNIT_ASSERT_EQUAL(honest, head_s());
        // A head that is older than one that was seen says nothing new.
        world.chain.now.timestamp_s -= 10;
        CPPUNIT_ASSERT_EQUAL(honest, head_s());
        world.chain.now.timestamp_s += 3'610;
        CPPUNIT_ASSERT_EQUAL(honest + 3'600, head_s());
        world.chain.now.timestamp_s = honest;
        CPPUNIT_ASSERT_EQUAL(honest, head_s());
    }

    void a_chain_that_stands_still_expires_nothing()
    {
        const auto order = world.order();
        CPPUNIT_ASSERT(world.scan());
        world.clock.advance(2h);
        world.scan();
        world.judge.run_clocks();
        CPPUNIT_ASSERT(world.state_of(order) == State::awaiting_payment);
        world.pass(400s);
        CPPUNIT_ASSERT(world.scan());
        world.judge.run_clocks();
        CPPUNIT_ASSERT(world.state_of(order) == State::expired);
        // Paid in time by the chain's clock, seen now.
        auto paid = world.suffixed(1, order);
        paid.block_time_s = std::chrono::floor<std::chrono::seconds>(order.view.job.created)
                                .time_since_epoch()
                                .count() +
                            300;
        world.chain.include(paid);
        CPPUNIT_ASSERT(world.scan());
        CPPUNIT_ASSERT(world.state_of(order) == State::payment_confirmed);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(TransferScannerTest);

} // namespace
