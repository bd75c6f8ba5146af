// Two installations that share one pay_to: what a payment bought at the other one buys nothing
// here. A transfer is a sale's only where its block is newer than all that the worker had seen when
// the sale was first sent to settle; what a facilitator says of a later try decides nothing.
#include "public_payments_case.hpp"

namespace {

using namespace pay_test;

class OneTillTest : public PublicPaymentsCase {
    CPPUNIT_TEST_SUITE(OneTillTest);
    CPPUNIT_TEST(what_was_settled_before_it_was_sent_buys_nothing);
    CPPUNIT_TEST(what_was_never_sent_is_no_claim);
    CPPUNIT_TEST(what_was_refused_unsent_before_lowers_no_bound);
    CPPUNIT_TEST(the_next_block_is_ours);
    CPPUNIT_TEST(blocks_of_one_second_go_by_their_number);
    CPPUNIT_TEST(a_lost_answer_and_a_refusal_are_one_job);
    CPPUNIT_TEST_SUITE_END();

    void the_other_shop_settles() { use(m_nonce, support::k_facilitator_signer); }

public:
    // In the very block that the worker has seen last.
    void what_was_settled_before_it_was_sent_buys_nothing()
    {
        the_other_shop_settles();
        see_chain();
        world.facilitator.settle_outcome = pay::SettleUnknown{"scripted"};
        CPPUNIT_ASSERT_EQUAL(std::string{"Pending"}, sell(header(m_nonce)));
        look_after(seconds{2});
        CPPUNIT_ASSERT(state(last_job()) == State::rejected);
        CPPUNIT_ASSERT_EQUAL(std::string{store::k_spent_already}, view(last_job()).payment->reason);
        books_agree();
    }

    // Shown here first, refused, and then used at the other shop.
    void what_was_never_sent_is_no_claim()
    {
        see_chain();
        const auto shown = header(m_nonce);
        world.facilitator.verify_outcome = pay::VerifyInvalid{"insufficient_funds"};
        CPPUNIT_ASSERT_EQUAL(std::string{"PaymentRequiredAgain"}, sell(shown));
        pass(seconds{2});
        the_other_shop_settles();
        world.facilitator.verify_outcome =
            pay::VerifyInvalid{"invalid_exact_evm_nonce_already_used"};
        CPPUNIT_ASSERT_EQUAL(std::string{"PaymentRequiredAgain"}, sell(shown));
        look_after(minutes{1});
        CPPUNIT_ASSERT_EQUAL(
            std::int64_t{0},
            rows("SELECT count(*) FROM jobs WHERE state NOT IN ('rejected', 'settling')"));
        CPPUNIT_ASSERT_EQUAL(0, world.facilitator.settles.load());
        books_agree();
    }

    // Shown and refused unsent, used at the other shop, then sent here and refused.
    void what_was_refused_unsent_before_lowers_no_bound()
    {
        see_chain();
        const auto shown = header(m_nonce);
        world.facilitator.verify_outcome = pay::VerifyInvalid{"insufficient_funds"};
        CPPUNIT_ASSERT_EQUAL(std::string{"PaymentRequiredAgain"}, sell(shown));
        pass(seconds{2});
        the_other_shop_settles();
        pass(seconds{2});
        see_chain();
        world.facilitator.verify_outcome = pay::VerifyValid{};
        world.facilitator.settle_outcome = pay::SettleRefused{"insufficient_funds"};
        CPPUNIT_ASSERT_EQUAL(std::string{"PaymentRequiredAgain"}, sell(shown));
        look_after(minutes{1});
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0},
                             rows("SELECT count(*) FROM jobs WHERE state <> 'rejected'"));
        books_agree();
    }

    void the_next_block_is_ours()
    {
        see_chain();
        world.facilitator.settle_outcome = pay::SettleUnknown{"scripted"};
        CPPUNIT_ASSERT_EQUAL(std::string{"Pending"}, sell(header(m_nonce)));
        pass(seconds{1});
        use(m_nonce, support::k_facilitator_signer);
        see_chain();
        look();
        CPPUNIT_ASSERT(state(last_job()) == State::queued);
        books_agree();
    }

    void blocks_of_one_second_go_by_their_number()
    {
        see_chain();
        world.facilitator.settle_outcome = pay::SettleUnknown{"scripted"};
        CPPUNIT_ASSERT_EQUAL(std::string{"Pending"}, sell(header(m_nonce)));
        use(m_nonce, support::k_facilitator_signer);
        chain.uses[m_nonce].proof->block_number = m_chain.now.number + 1;
        world.clock.advance(seconds{1});
        look();
        CPPUNIT_ASSERT(state(last_job()) == State::queued);
        books_agree();
    }

    void a_lost_answer_and_a_refusal_are_one_job()
    {
        see_chain();
        world.facilitator.settle_outcome = pay::SettleUnknown{"the answer is lost"};
        CPPUNIT_ASSERT_EQUAL(std::string{"Pending"}, sell(header(m_nonce)));
        const auto mine = last_job();
        pass(seconds{2});
        chain.refusal = chain::ReadRefusal::unreachable;
        world.facilitator.settle_outcome =
            pay::SettleRefused{"invalid_exact_evm_nonce_already_used"};
        look_after(seconds{2});
        CPPUNIT_ASSERT_EQUAL(2, world.facilitator.settles.load());
        CPPUNIT_ASSERT(state(mine) == State::settling);
        chain.refusal.reset();
        use(m_nonce, support::k_facilitator_signer);
        look_after(seconds{8});
        CPPUNIT_ASSERT(state(mine) == State::queued);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, rows("SELECT count(*) FROM jobs"));
        books_agree();
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(OneTillTest);

} // namespace
