// What strangers cost the desk of rail v1: dust no look, a search and contracts' signatures a share
// of a round, claims a turn for each client (DESIGN.md, 6).
#include "judge_case.hpp"

namespace {

using namespace pay_test;
using namespace std::chrono_literals;
using Scanned = pay::TransferScanner::Scanned;

class DeskSharesTest : public JudgeCase {
    CPPUNIT_TEST_SUITE(DeskSharesTest);
    CPPUNIT_TEST(dust_that_too_few_tell_of_is_not_written);
    CPPUNIT_TEST(dust_that_one_alone_may_not_prove_is_not_written);
    CPPUNIT_TEST(dust_beside_a_payment_is_judged_with_it);
    CPPUNIT_TEST(dust_is_written_from_its_logs);
    CPPUNIT_TEST(dust_that_is_claimed_is_judged_whole);
    CPPUNIT_TEST(dust_that_moves_is_owed_once);
    CPPUNIT_TEST(dust_that_falls_out_of_the_chain_is_not_owed);
    CPPUNIT_TEST(a_search_has_a_share_of_a_round);
    CPPUNIT_TEST(transfers_that_an_endpoint_invents_hold_up_nothing);
    CPPUNIT_TEST(claims_take_turns_by_client);
    CPPUNIT_TEST(who_was_judged_comes_behind_who_was_not);
    CPPUNIT_TEST(contracts_have_a_share_of_a_round);
    CPPUNIT_TEST(who_was_asked_about_waits);
    CPPUNIT_TEST(who_signs_anew_waits);
    CPPUNIT_TEST_SUITE_END();

    static constexpr AtomicUsd k_speck = AtomicUsd::from_atoms(1);

    std::int64_t rows(db::Select sql)
    {
        auto row = world.database.query(sql);
        row.step();
        return row.integer(0);
    }
    std::int64_t waiting_dust()
    {
        return rows("SELECT count(*) FROM transfer WHERE fate = 'waiting' AND is_dust = 1");
    }
    void pass_until_owed()
    {
        world.pass(2h);
        while (!world.scan()) continue;
        for (int i = 0; i < 2; ++i) {
            world.pass(30s);
            while (!world.scan()) continue;
            world.judge.run_clocks();
        }
        books_agree();
    }
    // Of as many clients, each with a signature of its own over its own transfer of the price.
    void claims_of_contracts(unsigned clients, unsigned first_tx)
    {
        for (unsigned i = 0; i < clients; ++i) {
            const auto order = world.order(base::concat("203.0.113.", i));
            const auto paid = world.payment(first_tx + i, world.price);
            world.chain.include(paid);
            for (std::uint8_t more = 0; more < 3; ++more)
                world.claim(more == 0 ? order : world.order(base::concat("203.0.113.", i)),
                            paid.tx_hash, base::Bytes(80, more));
        }
    }

public:
    void dust_that_too_few_tell_of_is_not_written()
    {
        CPPUNIT_ASSERT(world.scan());
        world.pass(10s);
        world.chain.include(world.payment(1, k_speck));
        world.chain.transactions[OrderWorld::tx(1)].sources = 1;
        CPPUNIT_ASSERT(world.scan());
        CPPUNIT_ASSERT_EQUAL(1, world.chain.reads);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, waiting_dust());
        CPPUNIT_ASSERT_EQUAL(1, world.scans.count_undecided(world.clock.now() + 1s));
        // What stands behind what two have told to is left to the next search.
        world.chain.scan_lag = 3;
        world.chain.include(world.payment(2, k_speck));
        CPPUNIT_ASSERT(world.scan());
        CPPUNIT_ASSERT_EQUAL(1, world.chain.reads);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, waiting_dust());
        world.chain.scan_lag = 0;
        CPPUNIT_ASSERT(world.scan());
        CPPUNIT_ASSERT_EQUAL(1, world.chain.reads);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, waiting_dust());
        books_agree();
    }

    void dust_that_one_alone_may_not_prove_is_not_written()
    {
        auto settings = world.settings;
        settings.single_source_max = {};
        pay::TransferJudge judge{world.at, world.chain, settings};
        pay::TransferScanner scanner{world.at, world.chain, judge, settings};
        const auto scan = [&] { return scanner.scan([] { return true; }); };
        world.chain.endpoints = 1;
        CPPUNIT_ASSERT(scan() == Scanned::to_the_head);
        world.pass(10s);
        world.chain.include(world.payment(1, k_speck));
        world.chain.transactions[OrderWorld::tx(1)].sources = 1;
        CPPUNIT_ASSERT(scan() == Scanned::to_the_head);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, rows("SELECT count(*) FROM transfer"));
        CPPUNIT_ASSERT_EQUAL(1, world.scans.count_undecided(world.clock.now() + 1s));
    }

    void dust_beside_a_payment_is_judged_with_it()
    {
        const auto order = world.order();
        CPPUNIT_ASSERT(world.scan());
        world.pass(10s);
        auto both = world.authorized(1, order);
        both.incoming.push_back(both.incoming[0]);
        both.incoming[1].log_index = 5;
        both.incoming[1].value = k_speck;
        both.incoming[1].nonce.reset();
        world.chain.include(both);
        CPPUNIT_ASSERT(world.scan());
        CPPUNIT_ASSERT_EQUAL(1, world.chain.reads);
        CPPUNIT_ASSERT(world.state_of(order) == State::payment_confirmed);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, waiting_dust());
        books_agree();
    }

    void dust_is_written_from_its_logs()
    {
        const auto order = world.order();
        CPPUNIT_ASSERT(world.scan());
        world.pass(10s);
        for (unsigned i = 0; i < 40; ++i) world.chain.include(world.payment(i, k_speck));
        world.chain.include(world.suffixed(41, order));
        CPPUNIT_ASSERT(world.scan());
        CPPUNIT_ASSERT_EQUAL(1, world.chain.reads);
        CPPUNIT_ASSERT(world.state_of(order) == State::payment_confirmed);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{40}, waiting_dust());
        CPPUNIT_ASSERT(world.credits().empty());
        pass_until_owed();
        CPPUNIT_ASSERT((world.credits() == Credits{"dust 40"}));
    }

    void dust_that_is_claimed_is_judged_whole()
    {
        const auto order = world.order();
        CPPUNIT_ASSERT(world.scan());
        world.pass(10s);
        const auto paid = world.suffixed(1, order, k_speck);
        world.claim(order, paid.tx_hash);
        world.judge_claims();
        world.chain.include(paid);
        CPPUNIT_ASSERT(world.scan());
        world.judge_claims();
        expect("refused amount_mismatch", world.claim_of(order, paid.tx_hash));
        CPPUNIT_ASSERT((world.credits() == Credits{"amount 1"}));
        pass_until_owed();
        CPPUNIT_ASSERT((world.credits() == Credits{"amount 1"}));
    }

    // With an authorization, of which its log alone says nothing.
    void dust_that_moves_is_owed_once()
    {
        CPPUNIT_ASSERT(world.scan());
        world.pass(10s);
        auto paid = world.payment(1, k_speck);
        paid.incoming[0].nonce = OrderWorld::digest(9);
        world.chain.include(paid);
        CPPUNIT_ASSERT(world.scan());
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, waiting_dust());
        world.pass(2s);
        paid.block_number += 1;
        paid.incoming[0].log_index = 7;
        world.chain.include(paid);
        CPPUNIT_ASSERT(world.scan());
        CPPUNIT_ASSERT_EQUAL(1, world.chain.reads);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, rows("SELECT count(*) FROM transfer"));
        pass_until_owed();
        CPPUNIT_ASSERT((world.credits() == Credits{"dust 1"}));
    }

    void dust_that_falls_out_of_the_chain_is_not_owed()
    {
        CPPUNIT_ASSERT(world.scan());
        world.pass(10s);
        world.chain.include(world.payment(1, k_speck));
        CPPUNIT_ASSERT(world.scan());
        world.chain.transactions.clear();
        pass_until_owed();
        CPPUNIT_ASSERT(world.credits().empty());
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, waiting_dust());
    }

    void a_search_has_a_share_of_a_round()
    {
        const auto order = world.order();
        CPPUNIT_ASSERT(world.scan());
        world.pass(10s);
        for (unsigned i = 0; i < 20; ++i) world.chain.include(world.payment(i, world.price));
        world.chain.include(world.suffixed(30, order));
        const auto scan = [&] { return world.scanner.scan([] { return true; }); };
        CPPUNIT_ASSERT(scan() == Scanned::in_part);
        CPPUNIT_ASSERT_EQUAL(8, world.chain.reads);
        // What is claimed is judged before the search goes on.
        world.claim(order, OrderWorld::tx(30));
        world.judge_claims();
        CPPUNIT_ASSERT(world.state_of(order) == State::payment_confirmed);
        CPPUNIT_ASSERT(scan() == Scanned::in_part);
        CPPUNIT_ASSERT(scan() == Scanned::to_the_head);
        CPPUNIT_ASSERT_EQUAL(21, world.chain.reads);
        CPPUNIT_ASSERT(scan() == Scanned::to_the_head);
        CPPUNIT_ASSERT_EQUAL(21, world.chain.reads);
        books_agree();
    }

    void transfers_that_an_endpoint_invents_hold_up_nothing()
    {
        const auto order = world.order();
        CPPUNIT_ASSERT(world.scan());
        world.pass(10s);
        const auto block = world.chain.now.number - 2;
        for (unsigned i = 0; i < 20; ++i) {
            auto other = world.payment(100 + i, world.price);
            other.incoming.clear(); // a transaction of others, that is there
            world.chain.include(other);
            world.chain.forged.push_back({other.tx_hash, block, 1,
                                          value::EvmAddress{value::EvmAddress::Raw{7}},
                                          world.price});
        }
        world.chain.include(world.authorized(1, order));
        int scans = 0;
        while (!world.scan() && scans < 10) ++scans;
        CPPUNIT_ASSERT(scans < 10);
        CPPUNIT_ASSERT(world.state_of(order) == State::payment_confirmed);
        CPPUNIT_ASSERT(world.scans.cursor(world.network)->next_block >= block);
        books_agree();
    }

    void claims_take_turns_by_client()
    {
        CPPUNIT_ASSERT(world.scan());
        world.pass(10s);
        for (unsigned i = 0; i < 26; ++i) world.chain.include(world.payment(i, world.price));
        while (!world.scan()) continue;
        for (unsigned i = 0; i < 25; i += 5) {
            const auto stranger = world.order("203.0.113.1");
            for (unsigned more = 0; more < 5; ++more)
                world.claim(stranger, OrderWorld::tx(i + more));
        }
        world.pass(1s);
        const auto mine = world.order("192.0.2.1");
        world.claim(mine, OrderWorld::tx(25));
        const auto due = world.claims.due({.seen = 2, .unseen = 0, .confirmed = 0});
        CPPUNIT_ASSERT_EQUAL(mine.view.job.seq, due.at(1).order.view.job.seq);
    }

    void who_was_judged_comes_behind_who_was_not()
    {
        claims_of_contracts(4, 1);
        world.judge_claims();
        world.pass(1s);
        // Refused by now: who signs anew has had their turn.
        for (unsigned i = 0; i < 4; ++i)
            world.claim(world.order(base::concat("203.0.113.", i)), OrderWorld::tx(1 + i),
                        base::Bytes(80, 9));
        world.pass(1s);
        const auto mine = world.order("192.0.2.1");
        world.claim(mine, OrderWorld::tx(1), base::Bytes(80, 10));
        const auto due = world.claims.due({.seen = 1, .unseen = 0, .confirmed = 0});
        CPPUNIT_ASSERT_EQUAL(mine.view.job.seq, due.at(0).order.view.job.seq);
    }

    void contracts_have_a_share_of_a_round()
    {
        claims_of_contracts(12, 1);
        const auto mine = world.order("192.0.2.1");
        world.chain.include(world.suffixed(90, mine));
        world.claim(mine, OrderWorld::tx(90));
        for (int round = 1; round <= 4; ++round) {
            world.judge_claims();
            CPPUNIT_ASSERT(world.chain.signature_questions <= 16 * round);
            world.pass(3s);
        }
        CPPUNIT_ASSERT(world.state_of(mine) == State::payment_confirmed);
        CPPUNIT_ASSERT_EQUAL(36, world.chain.signature_questions);
        CPPUNIT_ASSERT_EQUAL(
            std::int64_t{36},
            rows("SELECT count(*) FROM claim WHERE state = 'refused' AND reason = 'memo_missing'"));
        books_agree();
    }

    void who_was_asked_about_waits()
    {
        const auto paid = world.payment(1, world.price);
        world.chain.include(paid);
        world.chain.signature_refusal = chain::ReadRefusal::unreachable;
        const auto first = world.order("203.0.113.1");
        world.claim(first, paid.tx_hash, base::Bytes(80, 1));
        for (int i = 0; i < 4; ++i) { // ever more seldom
            world.judge_claims();
            world.pass(3s);
        }
        world.judge_claims();
        const int asked = world.chain.signature_questions;
        const auto second = world.order("203.0.113.2");
        world.claim(second, paid.tx_hash, base::Bytes(80, 2));
        world.judge_claims();
        CPPUNIT_ASSERT_EQUAL(asked + 1, world.chain.signature_questions);
        expect("pending chain_unreachable", world.claim_of(first, paid.tx_hash));
        world.chain.signature_refusal.reset();
        world.pass(15s);
        world.judge_claims();
        expect("refused memo_missing", world.claim_of(first, paid.tx_hash));
    }

    void who_signs_anew_waits()
    {
        const auto order = world.order();
        const auto paid = world.payment(1, world.price);
        world.chain.include(paid);
        world.claim(order, paid.tx_hash, base::Bytes(80, 1));
        world.judge_claims();
        for (std::uint8_t i = 2; i < 6; ++i) {
            world.claim(order, paid.tx_hash, base::Bytes(80, i));
            CPPUNIT_ASSERT_EQUAL(0, world.judge_claims());
        }
        CPPUNIT_ASSERT_EQUAL(1, world.chain.signature_questions);
        world.pass(5s);
        CPPUNIT_ASSERT_EQUAL(1, world.judge_claims());
        CPPUNIT_ASSERT_EQUAL(2, world.chain.signature_questions);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(DeskSharesTest);

} // namespace
