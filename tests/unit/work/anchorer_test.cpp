// Each hash reaches the chain exactly once in effect, whatever happens to us, to what we send, or
// to the chain; and where it cannot, an operator hears why.
#include "anchor_world.hpp"

#include <algorithm>

namespace {

using std::chrono::seconds;
using work::AnchorTrouble;
using work_test::k_fee_limit_wei;

class AnchorerTest : public work_test::AnchorerFixture {
    CPPUNIT_TEST_SUITE(AnchorerTest);
    CPPUNIT_TEST(without_a_hash_nobody_is_asked);
    CPPUNIT_TEST(a_hash_waits_for_company_and_no_longer);
    CPPUNIT_TEST(a_full_batch_does_not_wait);
    CPPUNIT_TEST(a_flush_does_not_wait);
    CPPUNIT_TEST(a_hash_is_followed_until_its_block_is_final);
    CPPUNIT_TEST(batches_follow_each_other_without_a_gap);
    CPPUNIT_TEST(only_a_few_are_on_their_way_at_once);
    CPPUNIT_TEST(a_new_process_sends_the_same_bytes);
    CPPUNIT_TEST(a_swallowed_answer_changes_nothing);
    CPPUNIT_TEST(forgotten_bytes_are_sent_again);
    CPPUNIT_TEST(an_unreachable_chain_costs_nothing);
    CPPUNIT_TEST(what_is_not_mined_pays_more);
    CPPUNIT_TEST(an_earlier_attempt_counts_when_it_is_mined);
    CPPUNIT_TEST(fees_end_at_the_limit);
    CPPUNIT_TEST(a_base_fee_above_the_limit_is_waited_out);
    CPPUNIT_TEST(a_chain_that_stands_still_is_not_paid_more);
    CPPUNIT_TEST(an_empty_wallet_waits_for_money);
    CPPUNIT_TEST_SUITE_END();

public:
    void without_a_hash_nobody_is_asked()
    {
        world.pass(60);
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, world.chain.questions);
    }

    void a_hash_waits_for_company_and_no_longer()
    {
        const auto first = world.complete();
        world.pass(1);
        CPPUNIT_ASSERT(world.chain.sent.empty());
        const auto second = world.complete();
        world.pass(1);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, world.chain.sent.size());
        CPPUNIT_ASSERT(world.chain.sent[0].hashes() == (std::vector{first, second}));
        CPPUNIT_ASSERT(world.chain.sent[0].to == world.settings.contract);
    }

    void a_full_batch_does_not_wait()
    {
        const auto hashes = world.complete(4);
        world.round();
        CPPUNIT_ASSERT(world.chain.sent.at(0).hashes() == hashes);
    }

    void a_flush_does_not_wait()
    {
        world.complete();
        world.wishes.wish(store::AnchorWishes::Wish::flush);
        world.round();
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, world.chain.sent.size());
        CPPUNIT_ASSERT(!world.wishes.take(store::AnchorWishes::Wish::flush));
        world.complete();
        world.round(); // it was for what waited then
        world.round();
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, world.chain.sent.size());
    }

    void a_hash_is_followed_until_its_block_is_final()
    {
        const auto hash = world.complete();
        expect("1 pending");
        world.pass(2);
        expect("1 broadcast");
        world.chain.mine();
        world.pass(1);
        expect("1 mined");
        world.pass(60);
        expect("1 mined");
        world.chain.final_block = world.chain.now.number;
        world.pass(20);
        expect("1 final");
        held_once({hash});
        const auto questions = world.chain.questions;
        world.pass(60);
        CPPUNIT_ASSERT_EQUAL(questions, world.chain.questions);
    }

    void batches_follow_each_other_without_a_gap()
    {
        std::vector<value::Digest> hashes;
        for (int i = 0; i < 5; ++i) {
            hashes.push_back(world.complete());
            world.live(2);
        }
        held_once(hashes);
        for (std::size_t i = 0; i < world.chain.mined.size(); ++i)
            CPPUNIT_ASSERT_EQUAL(i, world.chain.mined[i].transaction.nonce);
    }

    void only_a_few_are_on_their_way_at_once()
    {
        const auto hashes = world.complete(30);
        world.pass(5);
        CPPUNIT_ASSERT_EQUAL(std::size_t{4}, world.chain.pool.size());
        world.live(5);
        held_once(hashes);
        expect("30 mined");
    }

    void a_new_process_sends_the_same_bytes()
    {
        world.complete();
        world.chain.takes_nothing = true;
        world.pass(2);
        const auto first = world.chain.sent.at(0).raw;
        world.chain.takes_nothing = false;
        for (int i = 0; i < 3; ++i) {
            world.restart();
            world.round();
            CPPUNIT_ASSERT(world.chain.sent.back().raw == first);
        }
        world.live(1);
        expect("1 mined");
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, world.chain.mined.size());
    }

    void a_swallowed_answer_changes_nothing()
    {
        const auto hash = world.complete();
        world.chain.swallows = true;
        world.live(2);
        expect("1 mined");
        held_once({hash});
    }

    void forgotten_bytes_are_sent_again()
    {
        const auto hash = world.complete();
        world.pass(2);
        world.chain.pool.clear();
        world.live(6);
        expect("1 mined");
        held_once({hash});
        CPPUNIT_ASSERT(world.chain.sent.front().raw == world.chain.sent.back().raw);
    }

    void an_unreachable_chain_costs_nothing()
    {
        const auto hash = world.complete();
        for (const auto refusal : {chain::ReadRefusal::unreachable, chain::ReadRefusal::stale}) {
            world.chain.refusal = refusal;
            world.pass(60);
            expect("1 pending");
            CPPUNIT_ASSERT(world.chain.sent.empty());
        }
        world.chain.refusal.reset();
        world.live(1);
        held_once({hash});
    }

    void what_is_not_mined_pays_more()
    {
        world.complete();
        world.pass(2);
        const auto first = world.chain.sent.at(0);
        world.pass(19);
        CPPUNIT_ASSERT(world.chain.sent.back().raw == first.raw);
        world.pass(1);
        const auto second = world.chain.sent.back();
        CPPUNIT_ASSERT_EQUAL(first.nonce, second.nonce);
        CPPUNIT_ASSERT(second.hashes() == first.hashes());
        CPPUNIT_ASSERT(8 * second.max_fee_wei >= 9 * first.max_fee_wei);
        CPPUNIT_ASSERT(8 * second.tip_wei >= 9 * first.tip_wei);
        world.live(1);
        expect("1 mined");
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, world.chain.mined.size());
    }

    void an_earlier_attempt_counts_when_it_is_mined()
    {
        const auto hash = world.complete();
        world.pass(2);
        const auto first = world.chain.pool.at(0);
        world.pass(20);
        CPPUNIT_ASSERT(world.chain.pool.at(0).raw != first.raw);
        world.chain.pool.at(0) = first; // who mines has not heard of the second
        world.live(1);
        expect("1 mined");
        CPPUNIT_ASSERT(world.records.last()->tx_hash == first.hash);
        held_once({hash});
    }

    void fees_end_at_the_limit()
    {
        world.complete();
        world.pass(2);
        world.chain.price.base_fee_wei = 2 * k_fee_limit_wei;
        world.pass(2000);
        CPPUNIT_ASSERT(world.is_troubled_by(AnchorTrouble::fee_limit));
        for (const auto& each : world.chain.sent)
            CPPUNIT_ASSERT(each.max_fee_wei <= k_fee_limit_wei);
        expect("1 broadcast");
        world.chain.price.base_fee_wei = 1'000'000;
        world.live(1);
        expect("1 mined");
        CPPUNIT_ASSERT(!world.is_troubled_by(AnchorTrouble::fee_limit));
    }

    void a_base_fee_above_the_limit_is_waited_out()
    {
        world.complete();
        world.chain.price.base_fee_wei = k_fee_limit_wei + 1;
        world.pass(60);
        expect("1 pending");
        CPPUNIT_ASSERT(world.is_troubled_by(AnchorTrouble::fee_limit));
        world.chain.price.base_fee_wei = k_fee_limit_wei / 2;
        world.live(1);
        expect("1 mined");
    }

    void a_chain_that_stands_still_is_not_paid_more()
    {
        world.complete();
        world.pass(2);
        world.chain.now.is_fresh = false;
        const auto later = world.complete();
        world.pass(600);
        for (const auto& each : world.chain.sent)
            CPPUNIT_ASSERT_EQUAL(world.chain.sent.front().max_fee_wei, each.max_fee_wei);
        expect("2 broadcast");
        world.chain.now.is_fresh = true;
        world.live(2);
        expect("2 mined");
        held_once({later});
    }

    void an_empty_wallet_waits_for_money()
    {
        world.complete();
        world.chain.wealth = chain::Uint256{46'000};
        world.pass(60);
        expect("1 pending");
        CPPUNIT_ASSERT(world.is_troubled_by(AnchorTrouble::balance_spent));
        // What its data costs counts, too.
        world.chain.wealth = chain::Uint256{1'000'000'000'000};
        world.chain.fee_for_data = 1'000'000'000'000;
        world.pass(10);
        CPPUNIT_ASSERT(world.is_troubled_by(AnchorTrouble::balance_spent));
        world.chain.fee_for_data = 1'000;
        world.live(1);
        expect("1 mined");
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(AnchorerTest);

} // namespace
