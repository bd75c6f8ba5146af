// A stranger copies the authorization that a buyer of rail v1 has signed, and shows it on rail v2
// before it is used, or after: the buyer gets their job (DESIGN.md, 6).
#include "public_payments_case.hpp"

namespace {

using namespace pay_test;

class StrangersCopiesTest : public PublicPaymentsCase {
    CPPUNIT_TEST_SUITE(StrangersCopiesTest);
    CPPUNIT_TEST(a_strangers_copy_in_flight_gives_way_and_is_not_sent);
    CPPUNIT_TEST(an_undecided_copy_gives_way_to_its_payer);
    CPPUNIT_TEST(an_undecided_purchase_has_it_when_no_payer_speaks);
    CPPUNIT_TEST(a_facilitators_own_transfer_is_taken_at_once);
    CPPUNIT_TEST(what_was_settled_is_never_beaten);
    CPPUNIT_TEST(a_refused_copy_gives_way_to_its_payer);
    CPPUNIT_TEST(what_was_used_before_it_came_owns_nothing);
    CPPUNIT_TEST(a_settlement_claimed_of_an_older_transfer_does_not_count);
    CPPUNIT_TEST_SUITE_END();

public:
    void a_strangers_copy_in_flight_gives_way_and_is_not_sent()
    {
        const auto mine = order();
        use(m_nonce);
        std::string told;
        world.facilitator.during_verify = [&] { told = claimed_signed(mine); };
        CPPUNIT_ASSERT_EQUAL(std::string{"Reused"}, sell(header(m_nonce)));
        CPPUNIT_ASSERT_EQUAL(std::string{"confirmed "}, told);
        CPPUNIT_ASSERT_EQUAL(0, world.facilitator.settles.load());
        CPPUNIT_ASSERT(state(last_job()) == State::rejected);
        books_agree();
    }

    void an_undecided_copy_gives_way_to_its_payer()
    {
        const auto mine = order();
        const auto theirs = sell_copy();
        use(m_nonce);
        look_after(seconds{20});
        look_after(minutes{2});
        CPPUNIT_ASSERT(state(theirs) == State::settling);
        CPPUNIT_ASSERT_EQUAL(std::string{"confirmed "}, claimed_signed(mine));
        CPPUNIT_ASSERT(state(theirs) == State::rejected);
        CPPUNIT_ASSERT_EQUAL(0, look_after(minutes{30}));
        CPPUNIT_ASSERT_EQUAL(std::string{"Reused"}, sell(header(m_nonce)));
        CPPUNIT_ASSERT_EQUAL(0, credits());
        books_agree();
    }

    void an_undecided_purchase_has_it_when_no_payer_speaks()
    {
        const auto mine = order();
        const auto theirs = sell_copy();
        use(m_nonce);
        CPPUNIT_ASSERT_EQUAL(std::string{"refused memo_missing"}, claimed(mine));
        look_after(seconds{890});
        CPPUNIT_ASSERT(state(theirs) == State::settling);
        look_after(seconds{70});
        CPPUNIT_ASSERT(state(theirs) == State::queued);
        CPPUNIT_ASSERT_EQUAL(std::string{"refused paid_on_v2"}, claimed_signed(mine));
        scan_for_hours();
        CPPUNIT_ASSERT_EQUAL(0, credits());
        books_agree();
    }

    void a_facilitators_own_transfer_is_taken_at_once()
    {
        const auto theirs = sell_copy();
        use(m_nonce, support::k_facilitator_signer);
        look_after(seconds{2});
        CPPUNIT_ASSERT(state(theirs) == State::queued);
        books_agree();
    }

    void what_was_settled_is_never_beaten()
    {
        const auto mine = order();
        world.facilitator.settle_outcome = pay::SettleDone{k_real_tx};
        CPPUNIT_ASSERT_EQUAL(std::string{"Accepted"}, sell(header(m_nonce)));
        const auto bought = last_job();
        use(m_nonce); // not seen by the worker yet
        CPPUNIT_ASSERT_EQUAL(std::string{"refused paid_on_v2"}, claimed_signed(mine));
        look_after(seconds{10});
        CPPUNIT_ASSERT(state(bought) == State::queued);
        CPPUNIT_ASSERT(m_orders.find(mine.view.job.id)->view.job.state == State::awaiting_payment);
        books_agree();
    }

    void a_refused_copy_gives_way_to_its_payer()
    {
        for (const bool is_sent : {false, true}) {
            const auto mine = order();
            if (is_sent) {
                world.facilitator.verify_outcome = pay::VerifyValid{};
                world.facilitator.settle_outcome = pay::SettleRefused{"insufficient_funds"};
            } else {
                world.facilitator.verify_outcome = pay::VerifyInvalid{"insufficient_funds"};
            }
            const value::Digest nonce{base::Sha256{static_cast<std::uint8_t>(is_sent ? 1 : 2)}};
            CPPUNIT_ASSERT_EQUAL(std::string{"PaymentRequiredAgain"}, sell(header(nonce)));
            const auto theirs = last_job();
            use(nonce);
            m_chain.transactions[k_real_tx].transaction->incoming[0].log_index = is_sent ? 1 : 2;
            look_after(seconds{200});
            CPPUNIT_ASSERT_EQUAL(std::string{"confirmed "}, claimed_signed(mine));
            look_after(minutes{20});
            CPPUNIT_ASSERT(state(theirs) == State::rejected);
            CPPUNIT_ASSERT_EQUAL(0, credits());
            world.beat();
            books_agree();
        }
    }

    void what_was_used_before_it_came_owns_nothing()
    {
        use(m_nonce);
        world.facilitator.verify_outcome =
            pay::VerifyInvalid{"invalid_exact_evm_nonce_already_used"};
        for (int i = 0; i < 3; ++i)
            CPPUNIT_ASSERT_EQUAL(std::string{"PaymentRequiredAgain"}, sell(header(m_nonce)));
        CPPUNIT_ASSERT_EQUAL(0, look_after(minutes{5}));
        see_chain();
        CPPUNIT_ASSERT_EQUAL(0, look_after(minutes{5}));
        // The three tries are one row, and only until their time is over.
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, rows("SELECT count(*) FROM jobs"));
        pass(minutes{30});
        world.sweeper.forget_refused();
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, rows("SELECT count(*) FROM jobs"));
        books_agree();
    }

    // By a facilitator that repeats what it did for another, or lies.
    void a_settlement_claimed_of_an_older_transfer_does_not_count()
    {
        const auto mine = order();
        use(m_nonce, support::k_facilitator_signer);
        pass(seconds{6});
        see_chain();
        world.facilitator.settle_outcome = pay::SettleDone{k_real_tx};
        CPPUNIT_ASSERT_EQUAL(std::string{"Accepted"}, sell(header(m_nonce)));
        look_after(minutes{1});
        CPPUNIT_ASSERT_EQUAL(1, settlements.count_unproven(seconds{10}));
        CPPUNIT_ASSERT_EQUAL(std::string{"confirmed "}, claimed_signed(mine));
        books_agree();
        // Where the price asks for a proof, nothing is sold by it.
        const auto checked = value::Digest{base::Sha256{0x5b}};
        use(checked, support::k_facilitator_signer);
        pass(seconds{6});
        see_chain();
        world.beat();
        world.payment = header(checked);
        const auto theirs = sell_checked();
        look_after(seconds{2});
        CPPUNIT_ASSERT(state(theirs) == State::rejected);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(StrangersCopiesTest);

} // namespace
