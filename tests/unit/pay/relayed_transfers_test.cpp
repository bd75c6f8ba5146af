// Who submits a transfer chooses the calldata around it: what names in them are worth (DESIGN.md,
// 6). The real ledger, a scripted chain.
#include "judge_case.hpp"

#include "chain/recover.hpp"
#include "pay/called_authorizations.hpp"
#include "support/wallet.hpp"

namespace {

using namespace pay_test;
using namespace std::chrono_literals;

class RelayedTransfersTest : public JudgeCase {
    CPPUNIT_TEST_SUITE(RelayedTransfersTest);
    CPPUNIT_TEST(an_authorization_is_not_bound_by_the_calldata_around_it);
    CPPUNIT_TEST(a_job_id_is_a_nonce_too);
    CPPUNIT_TEST(a_name_in_relayed_calldata_counts_after_half_a_minute);
    CPPUNIT_TEST(the_payers_signature_wins_meanwhile);
    CPPUNIT_TEST(a_signature_that_comes_while_a_claim_waits_is_heard);
    CPPUNIT_TEST(the_scan_confirms_it_without_a_claim);
    CPPUNIT_TEST(a_clock_that_is_set_back_holds_nobody);
    CPPUNIT_TEST(relayed_dust_holds_no_clock);
    CPPUNIT_TEST(a_second_name_is_ambiguous);
    CPPUNIT_TEST(a_wrong_amount_waits_as_long);
    CPPUNIT_TEST(whoever_may_spend_for_another_is_a_relayer);
    CPPUNIT_TEST(a_sender_without_a_name_is_a_relayer);
    CPPUNIT_TEST(who_was_settled_on_v2_is_told_where);
    CPPUNIT_TEST(authorizations_are_found_in_calldata);
    CPPUNIT_TEST_SUITE_END();

    const support::Wallet m_victim{9};

    // The victim pays by an authorization, which a stranger submits around a name of their own.
    chain::IncludedTransaction stolen(unsigned number, const job::OrderView& strangers)
    {
        auto out = world.relayed(number, {strangers}, 1);
        out.incoming[0].payer = m_victim.address();
        out.incoming[0].nonce = OrderWorld::digest(0x5a);
        return out;
    }
    void claim_signed(const job::OrderView& order, const value::TxHash& tx_hash)
    {
        const auto message = pay::payer_message(order.view.job.id, tx_hash, 8453);
        world.claim(order, tx_hash, m_victim.sign(chain::personal_digest(message)));
    }
    std::string judged_after(std::chrono::seconds time, const job::OrderView& order,
                             const value::TxHash& tx_hash)
    {
        world.pass(time);
        world.judge_claims();
        books_agree();
        return world.claim_of(order, tx_hash);
    }
    // transferWithAuthorization(payer, ..., nonce) behind a few bytes of a relayer's own.
    static base::Bytes authorization_call(const value::EvmAddress& payer,
                                          const value::Digest& nonce)
    {
        base::Bytes out{1, 2, 3, 0xe3, 0xee, 0x16, 0x0e};
        out.resize(out.size() + 12);
        out.insert(out.end(), payer.bytes().begin(), payer.bytes().end());
        out.resize(out.size() + 4 * 32, 7);
        out.insert(out.end(), nonce.bytes().begin(), nonce.bytes().end());
        return out;
    }

public:
    void setUp() override { CPPUNIT_ASSERT(world.scan()); }

    void an_authorization_is_not_bound_by_the_calldata_around_it()
    {
        const auto strangers = world.order();
        const auto mine = world.order();
        const auto taken = stolen(1, strangers);
        expect("refused memo_missing", judged(strangers, taken));
        expect("refused memo_missing", judged_after(60s, strangers, taken.tx_hash));
        claim_signed(mine, taken.tx_hash);
        expect("confirmed ", judged_after(1s, mine, taken.tx_hash));
        CPPUNIT_ASSERT(world.state_of(strangers) == State::awaiting_payment);
        CPPUNIT_ASSERT(world.credits().empty());
    }

    void a_job_id_is_a_nonce_too()
    {
        const auto mine = world.order();
        const auto strangers = world.order();
        auto taken = stolen(1, strangers);
        base::Sha256 ascii{};
        std::ranges::copy(base::bytes_of(mine.view.job.id.text()), ascii.begin());
        taken.incoming[0].nonce = value::Digest{ascii};
        expect("confirmed ", judged(mine, taken));
        CPPUNIT_ASSERT(world.state_of(strangers) == State::awaiting_payment);
    }

    void a_name_in_relayed_calldata_counts_after_half_a_minute()
    {
        const auto mine = world.order();
        const auto paid = world.relayed(1, {mine}, 1);
        expect("pending relayed", judged(mine, paid));
        expect("pending relayed", judged_after(29s, mine, paid.tx_hash));
        expect("confirmed ", judged_after(15s, mine, paid.tx_hash));
        CPPUNIT_ASSERT(world.credits().empty());
    }

    void the_payers_signature_wins_meanwhile()
    {
        const auto strangers = world.order();
        const auto mine = world.order();
        auto paid = world.relayed(1, {strangers}, 1);
        paid.incoming[0].payer = m_victim.address();
        expect("pending relayed", judged(strangers, paid));
        world.pass(20s);
        claim_signed(mine, paid.tx_hash);
        world.judge_claims();
        expect("confirmed ", world.claim_of(mine, paid.tx_hash));
        expect("refused already_used", judged_after(60s, strangers, paid.tx_hash));
        CPPUNIT_ASSERT(world.state_of(strangers) == State::awaiting_payment);
    }

    // The buyer told of the transaction first, and of their signature a moment later.
    void a_signature_that_comes_while_a_claim_waits_is_heard()
    {
        const auto strangers = world.order();
        const auto mine = world.order();
        auto paid = world.relayed(1, {strangers}, 1);
        paid.incoming[0].payer = m_victim.address();
        world.claim(mine, paid.tx_hash);
        expect("pending relayed", judged(strangers, paid));
        claim_signed(mine, paid.tx_hash);
        expect("confirmed ", judged_after(1s, mine, paid.tx_hash));
        expect("refused already_used", judged_after(60s, strangers, paid.tx_hash));
    }

    void the_scan_confirms_it_without_a_claim()
    {
        const auto mine = world.order();
        auto paid = world.relayed(1, {mine}, 1);
        world.chain.include(paid);
        CPPUNIT_ASSERT(world.scan());
        CPPUNIT_ASSERT(world.state_of(mine) == State::awaiting_payment);
        world.pass(20s);
        CPPUNIT_ASSERT(world.scan());
        CPPUNIT_ASSERT(world.state_of(mine) == State::awaiting_payment);
        world.pass(10s);
        CPPUNIT_ASSERT(world.scan());
        CPPUNIT_ASSERT(world.state_of(mine) == State::payment_confirmed);
        CPPUNIT_ASSERT_EQUAL(0, world.scans.count_undecided(world.clock.now() + 1s));
        books_agree();
    }

    void a_clock_that_is_set_back_holds_nobody()
    {
        const auto mine = world.order();
        const auto paid = world.relayed(1, {mine}, 1);
        world.chain.include(paid);
        CPPUNIT_ASSERT(world.scan());
        world.clock.advance(-std::chrono::hours{2});
        CPPUNIT_ASSERT(world.scan());
        CPPUNIT_ASSERT(world.state_of(mine) == State::payment_confirmed);
    }

    void relayed_dust_holds_no_clock()
    {
        const auto named = world.order();
        const auto unpaid = world.order("192.0.2.2");
        for (unsigned number = 1; number <= 60; ++number) {
            world.pass(20s);
            auto dust = world.relayed(number, {named}, 1);
            dust.incoming[0].value = AtomicUsd::from_atoms(1);
            world.chain.include(dust);
            CPPUNIT_ASSERT(world.scan());
            world.judge.run_clocks();
            if (number == 44) CPPUNIT_ASSERT(world.state_of(unpaid) == State::awaiting_payment);
            if (number >= 46) CPPUNIT_ASSERT(world.state_of(unpaid) == State::expired);
        }
        // A name that counts late counts for what has expired too.
        const auto paid = world.relayed(61, {unpaid}, 1);
        world.chain.include(paid);
        world.chain.transactions[paid.tx_hash].transaction->block_time_s -= 1'000;
        CPPUNIT_ASSERT(world.scan());
        world.pass(40s);
        CPPUNIT_ASSERT(world.scan());
        CPPUNIT_ASSERT(world.state_of(unpaid) == State::payment_confirmed);
        books_agree();
    }

    // Also of two buyers in one bundle, each with a name and a transfer: it cannot be said whose is
    // whose, until one of them has signed.
    void a_second_name_is_ambiguous()
    {
        const auto mine = world.order();
        const auto planted = world.order();
        auto bundle = world.relayed(1, {planted, mine}, 2);
        bundle.incoming[0].payer = m_victim.address();
        expect("refused ambiguous_binding", judged(mine, bundle));
        expect("refused ambiguous_binding", judged_after(60s, mine, bundle.tx_hash));
        claim_signed(mine, bundle.tx_hash);
        expect("confirmed ", judged_after(1s, mine, bundle.tx_hash));
        // One name is left for one transfer, of a buyer who has not spoken for a minute.
        CPPUNIT_ASSERT(world.state_of(planted) == State::payment_confirmed);
        CPPUNIT_ASSERT(world.now(planted).view.payment->key.payer == OrderWorld::address(0x21));
    }

    // Else a stranger's name at another price would make a credit of what its payer can still say.
    void a_wrong_amount_waits_as_long()
    {
        auto dear = world.wish();
        dear.goods.price = AtomicUsd::from_atoms(1'000'000);
        const auto strangers = world.orders.order(dear).value();
        const auto mine = world.order();
        auto paid = world.relayed(1, {strangers}, 1);
        paid.incoming[0].payer = m_victim.address();
        expect("pending relayed", judged(strangers, paid));
        CPPUNIT_ASSERT(world.credits().empty());
        claim_signed(mine, paid.tx_hash);
        expect("confirmed ", judged_after(1s, mine, paid.tx_hash));
        const auto other = world.relayed(2, {strangers}, 1);
        expect("pending relayed", judged(strangers, other));
        expect("refused amount_mismatch", judged_after(45s, strangers, other.tx_hash));
        CPPUNIT_ASSERT((world.credits() == Credits{"amount 500000"}));
    }

    void whoever_may_spend_for_another_is_a_relayer()
    {
        const auto strangers = world.order();
        const auto mine = world.order();
        auto taken = world.suffixed(1, strangers);
        base::Bytes input{0x23, 0xb8, 0x72, 0xdd}; // transferFrom(from, to, value), then the memo
        input.resize(4 + 96);
        const auto& memo = strangers.order.commitment.bytes();
        input.insert(input.end(), memo.begin(), memo.end());
        taken.input = input;
        taken.incoming[0].payer = m_victim.address();
        taken.sender = OrderWorld::address(0x77);
        expect("pending relayed", judged(strangers, taken));
        claim_signed(mine, taken.tx_hash);
        expect("confirmed ", judged_after(1s, mine, taken.tx_hash));
        // Of their own money the memo counts at once.
        auto own = taken;
        own.tx_hash = OrderWorld::tx(2);
        own.incoming[0].payer = OrderWorld::address(0x77);
        expect("confirmed ", judged(strangers, own));
    }

    void a_sender_without_a_name_is_a_relayer()
    {
        const auto mine = world.order();
        auto paid = world.wrapped(1, {mine}, 1);
        paid.sender.reset();
        expect("pending relayed", judged(mine, paid));
        expect("confirmed ", judged_after(45s, mine, paid.tx_hash));
    }

    void who_was_settled_on_v2_is_told_where()
    {
        const auto mine = world.order();
        auto v2 = support::reservation_order(1);
        v2.key = {world.network, world.token, m_victim.address(), OrderWorld::digest(0x5a)};
        v2.is_signer_known = true;
        const auto sold = jobs_tx(v2, "0x" + std::string(64, 'd'));
        // The buyer's own transaction came second and failed.
        auto failed = world.payment(1, world.price);
        failed.succeeded = false;
        failed.incoming.clear();
        failed.to = world.token;
        failed.input = authorization_call(m_victim.address(), OrderWorld::digest(0x5a));
        expect("refused paid_on_v2", judged(mine, failed));
        const auto claim = world.now(mine).claims.at(0);
        CPPUNIT_ASSERT_MESSAGE(claim.found, claim.found.find(sold) != std::string::npos);
        // One that calls for another authorization has just failed.
        const auto other = world.order();
        auto wrong = failed;
        wrong.tx_hash = OrderWorld::tx(2);
        wrong.input = authorization_call(m_victim.address(), OrderWorld::digest(0x5b));
        expect("refused reverted", judged(other, wrong));
    }

    void authorizations_are_found_in_calldata()
    {
        const auto payer = OrderWorld::address(3);
        const auto nonce = OrderWorld::digest(4);
        const auto call = authorization_call(payer, nonce);
        const auto found = pay::called_authorizations(call);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, found.size());
        CPPUNIT_ASSERT((found[0] == pay::CalledAuthorization{payer, nonce}));
        for (std::size_t length = 0; length < call.size(); ++length)
            CPPUNIT_ASSERT(pay::called_authorizations(base::ByteView{call}.first(length)).empty());
        base::Bytes twice = call;
        twice.insert(twice.end(), call.begin(), call.end());
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, pay::called_authorizations(twice).size());
        auto no_address = call;
        no_address[7] = 1; // in the padding
        CPPUNIT_ASSERT(pay::called_authorizations(no_address).empty());
        base::Bytes many;
        for (std::uint8_t i = 0; i < 50; ++i) {
            const auto each = authorization_call(OrderWorld::address(i), nonce);
            many.insert(many.end(), each.begin(), each.end());
        }
        CPPUNIT_ASSERT_EQUAL(std::size_t{8}, pay::called_authorizations(many).size());
    }

private:
    // Sold on rail v2; the transaction that the facilitator named.
    std::string jobs_tx(const store::ReservationOrder& order, const std::string& tx_hash)
    {
        const auto payment = world.reservations.reserve(order);
        CPPUNIT_ASSERT(payment && world.reservations.mark_settle_sent(*payment, order));
        CPPUNIT_ASSERT(world.reservations.mark_settled(*payment, "{}", tx_hash));
        return tx_hash;
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(RelayedTransfersTest);

} // namespace
