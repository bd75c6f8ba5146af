// What a settlement makes public (payer, nonce, signature) buys nothing for a stranger, and money
// that is a credit buys nothing for anybody.
#include "public_payments_case.hpp"

namespace {

using namespace pay_test;

class PublicPaymentsTest : public PublicPaymentsCase {
    CPPUNIT_TEST_SUITE(PublicPaymentsTest);
    CPPUNIT_TEST(what_is_bound_to_an_order_is_not_taken_on_rail_v2);
    CPPUNIT_TEST(a_signature_that_nobody_has_proven_claims_no_transfer);
    CPPUNIT_TEST(a_signature_that_nobody_has_proven_holds_no_place);
    CPPUNIT_TEST(the_hash_of_a_transfers_place_holds_no_place);
    CPPUNIT_TEST(a_refused_payment_claims_no_transfer_from_before);
    CPPUNIT_TEST(a_refused_payment_is_looked_at_when_its_transfer_comes_in);
    CPPUNIT_TEST(what_was_credited_before_the_scan_is_credited_once);
    CPPUNIT_TEST(a_credit_buys_nothing);
    CPPUNIT_TEST(what_pays_on_rail_v2_is_no_orphan);
    CPPUNIT_TEST_SUITE_END();

public:
    void what_is_bound_to_an_order_is_not_taken_on_rail_v2()
    {
        const auto mine = order();
        base::Sha256 ascii{};
        std::ranges::copy(base::bytes_of(mine.view.job.id.text()), ascii.begin());
        for (const auto& nonce : {value::Digest{ascii}, mine.order.commitment}) {
            CPPUNIT_ASSERT_EQUAL(std::string{"Reused"}, sell(header(nonce)));
            use(nonce);
            CPPUNIT_ASSERT_EQUAL(std::string{"Reused"}, sell(header(nonce)));
            CPPUNIT_ASSERT_EQUAL(std::string{"Reused"}, sell(header(nonce, false)));
        }
        CPPUNIT_ASSERT_EQUAL(0, world.facilitator.verifies.load());
        CPPUNIT_ASSERT_EQUAL(std::string{"confirmed "}, claimed(mine));
        books_agree();
    }

    void a_signature_that_nobody_has_proven_claims_no_transfer()
    {
        const auto mine = order();
        for (const char* word :
             {"invalid_exact_evm_signature", "invalid_exact_evm_nonce_already_used"}) {
            world.facilitator.verify_outcome = pay::VerifyInvalid{word};
            CPPUNIT_ASSERT_EQUAL(std::string{"PaymentRequiredAgain"}, sell(header(m_nonce, false)));
        }
        use(m_nonce);
        CPPUNIT_ASSERT_EQUAL(std::string{"confirmed "}, claimed_signed(mine));
        CPPUNIT_ASSERT_EQUAL(0, look_after(minutes{2}));
        CPPUNIT_ASSERT(m_orders.find(mine.view.job.id)->view.job.state == State::payment_confirmed);
        CPPUNIT_ASSERT_EQUAL(0, credits());
        books_agree();
    }

    // While the facilitator is asked about it, which a stranger can have take a minute.
    void a_signature_that_nobody_has_proven_holds_no_place()
    {
        const auto mine = order();
        use(m_nonce);
        std::string told;
        world.facilitator.verify_outcome = pay::VerifyInvalid{"invalid_exact_evm_signature"};
        world.facilitator.during_verify = [&] { told = claimed_signed(mine); };
        CPPUNIT_ASSERT_EQUAL(std::string{"PaymentRequiredAgain"}, sell(header(m_nonce, false)));
        CPPUNIT_ASSERT_EQUAL(std::string{"confirmed "}, told);
        books_agree();
    }

    // It was the nonce of a plain transfer once, which anybody can compute and present.
    void the_hash_of_a_transfers_place_holds_no_place()
    {
        const auto mine = order();
        send(mine);
        const std::string name =
            base::concat("transfer ", m_settings.network.text(), " ", k_real_tx.text(), " ", 1);
        const value::Digest hash{base::sha256(base::bytes_of(name))};
        std::string told;
        world.facilitator.verify_outcome = pay::VerifyInvalid{"invalid_exact_evm_signature"};
        world.facilitator.during_verify = [&] { told = claimed(mine); };
        CPPUNIT_ASSERT_EQUAL(std::string{"PaymentRequiredAgain"}, sell(header(hash, false)));
        CPPUNIT_ASSERT_EQUAL(std::string{"confirmed "}, told);
        world.facilitator.during_verify = [] {};
        // Signed by the payer, and for a plain transfer: another authorization, another purchase.
        world.facilitator.verify_outcome = pay::VerifyValid{};
        CPPUNIT_ASSERT_EQUAL(std::string{"Accepted"}, sell(header(hash)));
        books_agree();
    }

    void a_refused_payment_claims_no_transfer_from_before()
    {
        const auto mine = order();
        use(m_nonce);
        pass(seconds{6});
        see_chain();
        const auto copied = header(m_nonce);
        world.facilitator.verify_outcome = pay::VerifyInvalid{"insufficient_funds"};
        CPPUNIT_ASSERT_EQUAL(std::string{"PaymentRequiredAgain"}, sell(copied));
        world.facilitator.verify_outcome =
            pay::VerifyInvalid{"invalid_exact_evm_nonce_already_used"};
        CPPUNIT_ASSERT_EQUAL(std::string{"PaymentRequiredAgain"}, sell(copied));
        look_after(minutes{1});
        CPPUNIT_ASSERT(state(last_job()) == State::rejected);
        CPPUNIT_ASSERT_EQUAL(0, look_after(minutes{4}));
        CPPUNIT_ASSERT_EQUAL(std::string{"confirmed "}, claimed_signed(mine));
        CPPUNIT_ASSERT_EQUAL(0, credits());
        books_agree();
    }

    // However long after it was refused: the scanner sees every transfer.
    void a_refused_payment_is_looked_at_when_its_transfer_comes_in()
    {
        world.facilitator.verify_outcome = pay::VerifyInvalid{"insufficient_funds"};
        m_scanner.scan([] { return true; });
        sell(header(m_nonce));
        const auto refused = last_job();
        for (int i = 0; i < 8; ++i) look_after(minutes{1});
        CPPUNIT_ASSERT_EQUAL(0, look_after(seconds{1})); // not due for minutes
        use(m_nonce, support::k_facilitator_signer);
        m_scanner.scan([] { return true; });
        CPPUNIT_ASSERT_EQUAL(1, look());
        // Its request is not kept: the money is owed.
        CPPUNIT_ASSERT(state(refused) == State::rejected);
        CPPUNIT_ASSERT_EQUAL(std::string{"paid_after_refusal"}, view(refused).credits[0].reason);
        scan_for_hours();
        CPPUNIT_ASSERT_EQUAL(1, credits());
        books_agree();
    }

    // Refused, bought anew, and used after all: the reconciler may come before the scanner.
    void what_was_credited_before_the_scan_is_credited_once()
    {
        see_chain();
        world.facilitator.settle_outcome = pay::SettleRefused{"insufficient_funds"};
        world.client_gone = [] { return true; };
        world.sell(header(m_nonce), world.k_body, world.rail);
        const auto refused = last_job();
        world.facilitator.settle_outcome =
            pay::SettleDone{*value::TxHash::parse(support::k_tx_hash)};
        world.sell(header(value::Digest{base::Sha256{0x5b}}), world.k_body, world.rail);
        CPPUNIT_ASSERT(state(refused) == State::rejected && state(last_job()) == State::queued);
        pass(seconds{2});
        use(m_nonce, support::k_facilitator_signer);
        look_after(minutes{2});
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, view(refused).credits.size());
        scan_for_hours();
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0},
                             rows("SELECT count(*) FROM transfer WHERE fate = 'waiting'"));
        CPPUNIT_ASSERT_EQUAL(1, credits());
        books_agree();
    }

    void a_credit_buys_nothing()
    {
        const auto mine = order();
        pass(minutes{10});
        use(m_nonce);
        CPPUNIT_ASSERT_EQUAL(std::string{"refused late"}, claimed_signed(mine));
        CPPUNIT_ASSERT_EQUAL(1, credits());
        world.beat();
        // A facilitator that finds it valid, and then does not know.
        world.facilitator.settle_outcome = pay::SettleUnknown{"scripted"};
        CPPUNIT_ASSERT_EQUAL(std::string{"Pending"}, sell(header(m_nonce)));
        look_after(seconds{2});
        CPPUNIT_ASSERT(state(last_job()) == State::rejected);
        CPPUNIT_ASSERT_EQUAL(std::string{store::k_spent_already}, view(last_job()).payment->reason);
        CPPUNIT_ASSERT_EQUAL(1, credits());
        books_agree();
    }

    void what_pays_on_rail_v2_is_no_orphan()
    {
        see_chain();
        world.facilitator.settle_outcome = pay::SettleUnknown{"scripted"};
        CPPUNIT_ASSERT_EQUAL(std::string{"Pending"}, sell(header(m_nonce)));
        pass(seconds{1});
        use(m_nonce, support::k_facilitator_signer);
        see_chain(); // it waits for a claim
        look_after(seconds{2});
        CPPUNIT_ASSERT(state(last_job()) == State::queued);
        scan_for_hours();
        CPPUNIT_ASSERT_EQUAL(0, credits());
        books_agree();
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(PublicPaymentsTest);

} // namespace
