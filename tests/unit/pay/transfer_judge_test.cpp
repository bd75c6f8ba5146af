// Which transfers pay for which orders, and what is said of those that do not: the real ledger, a
// scripted chain.
#include "judge_case.hpp"

#include "chain/recover.hpp"
#include "support/wallet.hpp"

namespace {

using namespace pay_test;
using namespace std::chrono_literals;

class TransferJudgeTest : public JudgeCase {
    CPPUNIT_TEST_SUITE(TransferJudgeTest);
    CPPUNIT_TEST(what_is_not_there_is_pending_until_its_time_is_over);
    CPPUNIT_TEST(what_does_not_pay_is_refused_by_its_name);
    CPPUNIT_TEST(endpoints_that_differ_or_are_silent_decide_nothing);
    CPPUNIT_TEST(one_endpoint_alone_decides_late_and_little);
    CPPUNIT_TEST(a_wrong_amount_or_a_late_transfer_is_owed_to_its_payer);
    CPPUNIT_TEST(a_payer_may_sign_for_what_names_nothing);
    CPPUNIT_TEST(more_names_than_transfers_are_ambiguous);
    CPPUNIT_TEST(names_of_other_prices_count_too);
    CPPUNIT_TEST(each_binding_buys_once);
    CPPUNIT_TEST(a_transfer_pays_for_one_job_whoever_claims_it);
    CPPUNIT_TEST(a_second_transfer_for_a_paid_job_is_owed);
    CPPUNIT_TEST(an_authorization_of_rail_v2_buys_nothing_here);
    CPPUNIT_TEST_SUITE_END();

public:
    void what_is_not_there_is_pending_until_its_time_is_over()
    {
        const auto order = world.order();
        const auto tx = OrderWorld::tx(1);
        world.claim(order, tx);
        world.judge_claims();
        expect("pending unseen", world.claim_of(order, tx));
        world.chain.transactions[tx] = {.state = TransactionSighting::State::in_mempool,
                                        .head = world.chain.now,
                                        .depth = 0,
                                        .sources = 2,
                                        .transaction = std::nullopt};
        world.pass(20s);
        world.judge_claims();
        expect("pending in_mempool", world.claim_of(order, tx));
        world.chain.transactions[tx].state = TransactionSighting::State::shallow;
        world.pass(20s);
        world.judge_claims();
        expect("pending confirming", world.claim_of(order, tx));
        world.chain.transactions.clear();
        // Our time is over, the chain's is not: it stood still.
        world.clock.advance(1'000s);
        world.judge_claims();
        expect("pending unseen", world.claim_of(order, tx));
        world.pass(400s);
        world.judge_claims();
        expect("refused no_transfer", world.claim_of(order, tx));
    }

    void what_does_not_pay_is_refused_by_its_name()
    {
        const auto order = world.order();
        auto reverted = world.suffixed(1, order);
        reverted.succeeded = false;
        reverted.incoming.clear();
        expect("refused reverted", judged(order, reverted));
        auto nothing = world.suffixed(2, order);
        nothing.incoming.clear();
        expect("refused no_transfer", judged(order, nothing));
        expect("refused memo_missing", judged(order, world.payment(3, world.price)));
        const auto other = world.order();
        expect("refused already_used", judged(order, world.suffixed(4, other)));
        CPPUNIT_ASSERT(world.state_of(other) == State::payment_confirmed);
        CPPUNIT_ASSERT(world.state_of(order) == State::awaiting_payment);
    }

    void endpoints_that_differ_or_are_silent_decide_nothing()
    {
        const auto order = world.order();
        const auto paid = world.suffixed(1, order);
        world.chain.refusals[paid.tx_hash] = chain::ReadRefusal::disagreement;
        CPPUNIT_ASSERT(!world.judge.has_disagreed(60s));
        expect("pending endpoints_disagree", judged(order, paid));
        CPPUNIT_ASSERT(world.judge.has_disagreed(60s));
        world.chain.refusals[paid.tx_hash] = chain::ReadRefusal::unreachable;
        world.pass(10s);
        world.judge_claims();
        expect("pending chain_unreachable", world.claim_of(order, paid.tx_hash));
        world.chain.refusals.clear();
        world.pass(10s);
        world.judge_claims();
        expect("confirmed ", world.claim_of(order, paid.tx_hash));
    }

    void one_endpoint_alone_decides_late_and_little()
    {
        const auto order = world.order();
        const auto paid = world.suffixed(1, order);
        world.chain.include(paid);
        auto& sighting = world.chain.transactions[paid.tx_hash];
        sighting.sources = 1;
        world.claim(order, paid.tx_hash);
        world.judge_claims();
        expect("pending one_endpoint", world.claim_of(order, paid.tx_hash));
        world.pass(40s);
        world.judge_claims();
        expect("pending one_endpoint", world.claim_of(order, paid.tx_hash)); // not deep enough
        sighting.depth = 10;
        world.pass(40s);
        world.judge_claims();
        expect("confirmed ", world.claim_of(order, paid.tx_hash));

        const auto dear = world.order();
        auto much = world.suffixed(2, dear);
        much.incoming[0].value = AtomicUsd::from_atoms(6'000'000);
        world.chain.include(much);
        world.chain.transactions[much.tx_hash].sources = 1;
        world.chain.transactions[much.tx_hash].depth = 500;
        world.claim(dear, much.tx_hash);
        world.pass(100s);
        world.judge_claims();
        expect("pending one_endpoint", world.claim_of(dear, much.tx_hash));
        // The only one there is may speak at once, up to the same amount.
        world.chain.endpoints = 1;
        const auto third = world.order();
        auto small = world.suffixed(3, third);
        world.chain.include(small);
        world.chain.transactions[small.tx_hash].sources = 1;
        world.claim(third, small.tx_hash);
        world.judge_claims();
        expect("confirmed ", world.claim_of(third, small.tx_hash));
    }

    void a_wrong_amount_or_a_late_transfer_is_owed_to_its_payer()
    {
        const auto order = world.order();
        expect("refused amount_mismatch",
               judged(order, world.suffixed(1, order, AtomicUsd::from_atoms(499'999))));
        expect("refused amount_mismatch",
               judged(order, world.suffixed(2, order, AtomicUsd::from_atoms(500'001))));
        auto late = world.suffixed(3, order);
        late.block_time_s += 311;
        expect("refused late", judged(order, late));
        CPPUNIT_ASSERT(
            (world.credits() == Credits{"amount 499999", "amount 500001", "late 500000"}));
        // Blocks after a halt carry old times: no transfer is too early.
        auto early = world.suffixed(4, order);
        early.block_time_s -= 7'000;
        expect("confirmed ", judged(order, early));
    }

    void a_payer_may_sign_for_what_names_nothing()
    {
        const auto order = world.order();
        const support::Wallet wallet{5};
        auto plain = world.payment(1, world.price);
        plain.incoming[0].payer = wallet.address();
        expect("refused memo_missing", judged(order, plain));
        const auto message = pay::payer_message(order.view.job.id, plain.tx_hash, 8453);
        const support::Wallet stranger{6};
        world.claim(order, plain.tx_hash, stranger.sign(chain::personal_digest(message)));
        world.judge_claims();
        expect("refused memo_missing", world.claim_of(order, plain.tx_hash));
        world.pass(std::chrono::seconds{5});
        world.claim(order, plain.tx_hash, wallet.sign(chain::personal_digest(message)));
        world.judge_claims();
        expect("confirmed ", world.claim_of(order, plain.tx_hash));
        books_agree();
        // A contract that cannot be asked has not said no.
        const auto asked = world.order();
        auto unread = world.payment(9, world.price, 0x44);
        world.chain.include(unread);
        world.chain.signature_refusal = chain::ReadRefusal::unreachable;
        world.claim(asked, unread.tx_hash, base::Bytes(200, 7));
        world.judge_claims();
        expect("pending chain_unreachable", world.claim_of(asked, unread.tx_hash));
        world.chain.signature_refusal.reset();
        // A contract's word counts as its own, and an old transfer was meant for something else.
        const auto second = world.order();
        auto by_contract = world.payment(2, world.price, 0x44);
        by_contract.block_time_s -= 61;
        world.chain.include(by_contract);
        world.chain.signing_contracts = {OrderWorld::address(0x44)};
        world.claim(second, by_contract.tx_hash, base::Bytes(200, 7));
        world.judge_claims();
        expect("refused memo_missing", world.claim_of(second, by_contract.tx_hash));
        auto timely = world.payment(3, world.price, 0x44);
        world.chain.include(timely);
        world.claim(second, timely.tx_hash, base::Bytes(200, 7));
        world.judge_claims();
        expect("confirmed ", world.claim_of(second, timely.tx_hash));
    }

    void more_names_than_transfers_are_ambiguous()
    {
        const auto mine = world.order();
        const auto planted = world.order();
        const auto bundle = world.wrapped(1, {mine, planted}, 1);
        expect("refused ambiguous_binding", judged(mine, bundle));
        CPPUNIT_ASSERT(world.state_of(planted) == State::awaiting_payment);
        // As many as there are: in their order.
        const auto pair = world.wrapped(2, {planted, mine}, 2);
        expect("confirmed ", judged(mine, pair));
        CPPUNIT_ASSERT(world.state_of(planted) == State::payment_confirmed);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{20}, paid_at(planted));
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{21}, paid_at(mine));
    }

    void names_of_other_prices_count_too()
    {
        auto dear = world.wish();
        dear.goods.price = AtomicUsd::from_atoms(1'000'000);
        const auto planted = world.orders.order(dear).value();
        const auto mine = world.order();
        const support::Wallet wallet{5};
        auto bundle = world.wrapped(1, {planted, mine}, 1);
        bundle.incoming[0].payer = wallet.address();
        expect("refused ambiguous_binding", judged(mine, bundle));
        expect("refused ambiguous_binding", judged(planted, world.wrapped(3, {planted, mine}, 1)));
        CPPUNIT_ASSERT(world.credits().empty());
        // Until its payer says which one they meant.
        const auto message = pay::payer_message(mine.view.job.id, bundle.tx_hash, 8453);
        world.claim(mine, bundle.tx_hash, wallet.sign(chain::personal_digest(message)));
        world.judge_claims();
        expect("confirmed ", world.claim_of(mine, bundle.tx_hash));
        expect("refused amount_mismatch", judged(planted, bundle));
        // A transfer for each.
        const auto other = world.order();
        auto pair = world.wrapped(2, {planted, other}, 2);
        pair.incoming[1].value = dear.goods.price;
        expect("confirmed ", judged(other, pair));
        CPPUNIT_ASSERT(world.state_of(planted) == State::payment_confirmed);
        books_agree();
    }

    void each_binding_buys_once()
    {
        const auto by_nonce = world.order();
        expect("confirmed ", judged(by_nonce, world.authorized(1, by_nonce)));
        const auto by_suffix = world.order();
        expect("confirmed ", judged(by_suffix, world.suffixed(2, by_suffix)));
        const auto by_text = world.order();
        auto text = world.payment(3, world.price);
        const std::string memo = base::concat("xx", by_text.view.job.id.text(), "yy");
        text.input = OrderWorld::calldata(base::bytes_of(memo));
        expect("confirmed ", judged(by_text, text));
        const auto by_wrap = world.order();
        expect("confirmed ", judged(by_wrap, world.wrapped(4, {by_wrap}, 1)));
        for (const auto& each : {by_nonce, by_suffix, by_text, by_wrap})
            CPPUNIT_ASSERT(world.state_of(each) == State::payment_confirmed);
        CPPUNIT_ASSERT(world.credits().empty());
    }

    void a_transfer_pays_for_one_job_whoever_claims_it()
    {
        const auto order = world.order();
        const auto other = world.order();
        const auto paid = world.suffixed(1, order);
        expect("refused already_used", judged(other, paid));
        expect("confirmed ", judged(order, paid));
        expect("confirmed ", judged(order, paid)); // twice
        // The same authorization in another transaction cannot be, but would buy nothing.
        const auto third = world.order();
        auto again = world.authorized(2, third);
        expect("confirmed ", judged(third, again));
        again.tx_hash = OrderWorld::tx(3);
        expect("none", judged(third, again));
        CPPUNIT_ASSERT(world.state_of(other) == State::awaiting_payment);
    }

    void a_second_transfer_for_a_paid_job_is_owed()
    {
        const auto order = world.order();
        expect("confirmed ", judged(order, world.suffixed(1, order)));
        world.chain.include(world.suffixed(2, order));
        CPPUNIT_ASSERT(world.scan());
        CPPUNIT_ASSERT((world.credits() == Credits{"double 500000"}));
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, world.now(order).view.credits.size());
        CPPUNIT_ASSERT(world.scan());
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, world.credits().size());
        books_agree();
    }

    void an_authorization_of_rail_v2_buys_nothing_here()
    {
        const auto order = world.order();
        auto v2 = support::reservation_order(1);
        v2.key = {world.network, world.token, OrderWorld::address(0x11), OrderWorld::digest(7)};
        v2.is_signer_known = true;
        const auto payment = world.reservations.reserve(v2);
        CPPUNIT_ASSERT(payment && world.reservations.mark_settle_sent(*payment, v2));
        CPPUNIT_ASSERT(world.reservations.mark_settled(*payment, "{}", OrderWorld::tx(99).text()));
        auto transaction = world.suffixed(1, order);
        transaction.incoming[0].nonce = OrderWorld::digest(7);
        expect("refused paid_on_v2", judged(order, transaction));
        CPPUNIT_ASSERT(world.state_of(order) == State::awaiting_payment);
        CPPUNIT_ASSERT(world.credits().empty());
    }

private:
    std::uint64_t paid_at(const job::OrderView& order)
    {
        return world.names.named(order.view.job.id)->paid_by.value().second;
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(TransferJudgeTest);

} // namespace
