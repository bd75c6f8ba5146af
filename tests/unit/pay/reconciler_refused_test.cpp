// Payments that were refused and may go through after all: the job, or a credit, never both and
// never neither. Real SQLite; a scripted chain and facilitator.
#include "reconciler_case.hpp"

namespace {

using namespace pay_test;

class ReconcilerRefusedTest : public ReconcilerCase {
    CPPUNIT_TEST_SUITE(ReconcilerRefusedTest);
    CPPUNIT_TEST(a_refused_payment_that_was_taken_after_all_queues_the_job);
    CPPUNIT_TEST(a_refused_payment_taken_after_the_buyer_bought_again_is_a_credit);
    CPPUNIT_TEST(a_refused_payment_whose_identifier_names_another_purchase_is_a_credit);
    CPPUNIT_TEST(a_refused_authorization_tried_again_pays_for_the_later_job);
    CPPUNIT_TEST(a_refused_payment_is_not_watched_for_ever);
    CPPUNIT_TEST(a_buyer_who_waits_comes_before_those_who_were_refused);
    CPPUNIT_TEST_SUITE_END();

public:
    void a_refused_payment_that_was_taken_after_all_queues_the_job()
    {
        const auto id = sell(pay::SettleRefused{"insufficient_funds"});
        CPPUNIT_ASSERT(state(id) == State::rejected);
        look_after(seconds{15});
        CPPUNIT_ASSERT(state(id) == State::rejected);
        chain.pays(nonce(), k_real_tx);
        look_after(minutes{2});
        CPPUNIT_ASSERT(state(id) == State::queued);
        CPPUNIT_ASSERT_EQUAL(id.text(), std::get<pay::Repeat>(world.sell()).job_id.text());
    }

    void a_refused_payment_taken_after_the_buyer_bought_again_is_a_credit()
    {
        const auto first_payment = world.payment;
        const auto id = sell(pay::SettleRefused{"insufficient_funds"});
        world.payment = support::good_payment(world.wallet, world.terms, world.clock.now(), 2);
        const auto second =
            sell(pay::SettleDone{*value::TxHash::parse(support::k_tx_hash)}, world.k_body);
        chain.pays(nonce(first_payment), k_real_tx);
        look_after(minutes{2});
        CPPUNIT_ASSERT(state(id) == State::rejected);
        CPPUNIT_ASSERT(state(second) == State::queued);
        const auto credits = view(id).credits;
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, credits.size());
        CPPUNIT_ASSERT_EQUAL(std::string{"paid_after_refusal"}, credits[0].reason);
        CPPUNIT_ASSERT_EQUAL(k_real_tx.text(), credits[0].tx_hash);
        CPPUNIT_ASSERT(credits[0].value == world.terms.price);
        CPPUNIT_ASSERT_EQUAL(std::string{"insufficient_funds"}, view(id).payment->reason);

        // The old header again: its money is the credit, and buys nothing more.
        world.beat();
        world.payment = first_payment;
        const auto third = sell_unknown();
        look_after(seconds{2});
        CPPUNIT_ASSERT(state(third) == State::rejected);
        CPPUNIT_ASSERT_EQUAL(std::string{store::k_spent_already}, view(third).payment->reason);
    }

    void a_refused_payment_whose_identifier_names_another_purchase_is_a_credit()
    {
        world.payment.identifier = "order-0123456789-abc";
        const auto first_payment = world.payment;
        const auto id = sell(pay::SettleRefused{"insufficient_funds"});
        world.payment = support::good_payment(world.wallet, world.terms, world.clock.now(), 2);
        world.payment.identifier = first_payment.identifier;
        world.facilitator.settle_outcome =
            pay::SettleDone{*value::TxHash::parse(support::k_tx_hash)};
        world.sell(world.payment, R"({"payload":"another text"})", world.rail);
        chain.pays(nonce(first_payment), k_real_tx);
        look_after(minutes{2});
        CPPUNIT_ASSERT(state(id) == State::rejected);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, view(id).credits.size());
    }

    void a_refused_authorization_tried_again_pays_for_the_later_job()
    {
        const auto first = sell(pay::SettleRefused{"insufficient_funds"});
        const auto second = sell(pay::SettleDone{k_real_tx});
        CPPUNIT_ASSERT(first != second);
        chain.pays(nonce(), k_real_tx);
        look_after(minutes{2});
        CPPUNIT_ASSERT(state(first) == State::rejected);
        CPPUNIT_ASSERT(state(second) == State::queued);
        CPPUNIT_ASSERT(view(first).credits.empty());
        CPPUNIT_ASSERT_EQUAL(1, look_after(minutes{60})); // whether it is final
        CPPUNIT_ASSERT_EQUAL(0, look_after(minutes{60}));
    }

    void a_refused_payment_is_not_watched_for_ever()
    {
        sell(pay::SettleRefused{"insufficient_funds"});
        int looks = 0;
        for (int i = 0; i < 100; ++i) looks += look_after(minutes{1});
        CPPUNIT_ASSERT(looks > 3);
        CPPUNIT_ASSERT(looks < 15);
        CPPUNIT_ASSERT_EQUAL(0, look_after(minutes{120}));
    }

    void a_buyer_who_waits_comes_before_those_who_were_refused()
    {
        for (unsigned number = 10; number < 40; ++number) {
            world.payment =
                support::good_payment(world.wallet, world.terms, world.clock.now(), number);
            sell(pay::SettleRefused{"insufficient_funds"});
        }
        world.clock.advance(seconds{20});
        world.payment = support::good_payment(world.wallet, world.terms, world.clock.now(), 1);
        const auto id = sell_unknown();
        chain.pays(nonce(), k_real_tx);
        look();
        CPPUNIT_ASSERT(state(id) == State::queued);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ReconcilerRefusedTest);

} // namespace
