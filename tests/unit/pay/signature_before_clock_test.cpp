// A stranger's copy of a payment never has it while its payer may say what it was for, whichever
// part of the worker looks first and however many claims stand before theirs (DESIGN.md,
// 6).
#include "public_payments_case.hpp"

namespace {

using namespace pay_test;

class SignatureBeforeClockTest : public PublicPaymentsCase {
    CPPUNIT_TEST_SUITE(SignatureBeforeClockTest);
    CPPUNIT_TEST(a_worker_that_was_down_gives_a_copy_nothing);
    CPPUNIT_TEST(nor_does_one_that_was_down_for_hours);
    CPPUNIT_TEST(claims_on_what_does_not_exist_stand_before_nobody);
    CPPUNIT_TEST(a_payer_may_sign_as_long_as_their_order_waits);
    CPPUNIT_TEST(what_was_signed_in_time_is_judged_first);
    CPPUNIT_TEST(a_reorganisation_and_a_restart_change_nothing);
    CPPUNIT_TEST(without_such_an_order_the_purchase_has_it_at_once);
    CPPUNIT_TEST(later_claims_hold_no_purchase_up);
    CPPUNIT_TEST(a_signature_that_nobody_can_read_holds_no_purchase_up_for_ever);
    CPPUNIT_TEST(what_waits_for_a_payer_counts_against_nobody);
    CPPUNIT_TEST(what_left_the_chain_is_undecided_again);
    CPPUNIT_TEST(signatures_of_strangers_cost_few_questions);
    CPPUNIT_TEST(who_signs_again_loses_no_time);
    CPPUNIT_TEST(what_was_not_asked_yet_is_not_judged);
    CPPUNIT_TEST(what_is_on_record_costs_no_question);
    CPPUNIT_TEST_SUITE_END();

    void sign_only(const job::OrderView& order)
    {
        const auto message = pay::payer_message(order.view.job.id, k_real_tx, 8453);
        static_cast<void>(m_orders.claim(order.view.job.id, k_real_tx,
                                         m_victim.sign(chain::personal_digest(message))));
    }
    void judge()
    {
        m_judge.judge_claims([] { return true; });
    }
    void expect_paid(const job::OrderView& mine, const value::JobId& theirs)
    {
        CPPUNIT_ASSERT(m_orders.find(mine.view.job.id)->view.job.state == State::payment_confirmed);
        CPPUNIT_ASSERT(state(theirs) == State::rejected);
        CPPUNIT_ASSERT_EQUAL(0, credits());
        books_agree();
    }
    // Orders of as many strangers, each of whom claims transactions that do not exist.
    void claim_nothing(int strangers)
    {
        for (int i = 0; i < strangers; ++i) {
            const auto id = order(base::concat("198.51.100.", i % 50)).view.job.id;
            for (int n = 0; n < job::k_most_claims; ++n) {
                base::Sha256 hash{0xfa, static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(n)};
                static_cast<void>(
                    m_orders.claim(id, value::TxHash{value::Digest{hash}}, std::nullopt));
            }
        }
    }

public:
    void a_worker_that_was_down_gives_a_copy_nothing() { come_back_after(seconds{330}); }
    void nor_does_one_that_was_down_for_hours() { come_back_after(seconds{7200}); }

    void claims_on_what_does_not_exist_stand_before_nobody()
    {
        const auto mine = order();
        const auto theirs = sell_copy();
        claim_nothing(250);
        use(m_nonce);
        see_chain();
        sign_only(mine);
        const int reads = m_chain.reads;
        judge();
        expect_paid(mine, theirs);
        CPPUNIT_ASSERT(m_chain.reads - reads < 20);
        for (int round = 0; round < 20; ++round)
            m_judge.judge_claims([] { return true; }, pay::TransferJudge::Unseen::leave);
        CPPUNIT_ASSERT(m_chain.reads - reads < 20);
    }

    void a_payer_may_sign_as_long_as_their_order_waits()
    {
        const auto mine = order();
        const auto theirs = sell_copy();
        use(m_nonce);
        for (int i = 0; i < 89; ++i) look_after(seconds{10});
        CPPUNIT_ASSERT(state(theirs) == State::settling);
        CPPUNIT_ASSERT_EQUAL(std::string{"confirmed "}, claimed_signed(mine));
        expect_paid(mine, theirs);
    }

    void what_was_signed_in_time_is_judged_first()
    {
        const auto mine = order();
        const auto theirs = sell_copy();
        use(m_nonce);
        pass(seconds{890});
        sign_only(mine);
        look_after(minutes{60});
        CPPUNIT_ASSERT(state(theirs) == State::settling);
        judge();
        expect_paid(mine, theirs);
    }

    void a_reorganisation_and_a_restart_change_nothing()
    {
        const auto mine = order();
        const auto theirs = sell_copy();
        use(m_nonce);
        look_after(seconds{10});
        // Its block is gone, and the worker with it; it comes again in another one.
        m_chain.transactions.clear();
        chain.uses.clear();
        sign_only(mine);
        judge();
        look_after(seconds{320});
        CPPUNIT_ASSERT(state(theirs) == State::settling);
        world.facilitator.settle_outcome = pay::SettleUnknown{"scripted"};
        chain.now.timestamp_s -= 200; // in a block with a time of its own
        use(m_nonce);
        chain.now.timestamp_s += 200;
        m_chain.transactions[k_real_tx].transaction->incoming[0].log_index = 7;
        pay::Reconciler restarted{world.at,
                                  &world.facilitator,
                                  chain,
                                  {.receipt_check_from = world.settings.receipt_check_from}};
        pass(seconds{70});
        restarted.round([] { return true; });
        CPPUNIT_ASSERT(state(theirs) == State::settling);
        pay::TransferJudge again{world.at, m_chain, m_settings};
        again.judge_claims([] { return true; });
        expect_paid(mine, theirs);
        restarted.round([] { return true; });
        expect_paid(mine, theirs);
    }

    void without_such_an_order_the_purchase_has_it_at_once()
    {
        const auto theirs = sell_copy();
        use(m_nonce);
        look_after(seconds{2});
        CPPUNIT_ASSERT(state(theirs) == State::queued);
        // An order that came long before could not be paid by it any more.
        order();
        pass(seconds{400});
        world.beat();
        const value::Digest other{base::Sha256{0x5b}};
        world.facilitator.settle_outcome = pay::SettleUnknown{"scripted"};
        CPPUNIT_ASSERT_EQUAL(std::string{"Pending"}, sell(header(other)));
        const auto second = last_job();
        const auto another_tx = *value::TxHash::parse("0x" + std::string(64, 'd'));
        chain.sender = k_relayer;
        chain.pays(other, another_tx);
        look_after(seconds{2});
        CPPUNIT_ASSERT(state(second) == State::queued);
        books_agree();
    }

    // Of a buyer who came after the time in which a payer signs.
    void later_claims_hold_no_purchase_up()
    {
        const auto mine = order();
        const auto theirs = sell_copy();
        use(m_nonce);
        CPPUNIT_ASSERT_EQUAL(std::string{"refused memo_missing"}, claimed(mine));
        look_after(seconds{890});
        CPPUNIT_ASSERT(state(theirs) == State::settling);
        pass(seconds{25});
        static_cast<void>(m_orders.claim(mine.view.job.id, k_real_tx, base::Bytes(65, 7)));
        look();
        CPPUNIT_ASSERT(state(theirs) == State::queued);
        books_agree();
    }

    // A contract can make an endpoint give up each time that it is asked.
    void a_signature_that_nobody_can_read_holds_no_purchase_up_for_ever()
    {
        const auto mine = order();
        const auto theirs = sell_copy();
        use(m_nonce);
        m_chain.signature_refusal = chain::ReadRefusal::unreachable;
        static_cast<void>(m_orders.claim(mine.view.job.id, k_real_tx, base::Bytes(80, 7)));
        for (int i = 0; i < 20; ++i) {
            look_after(minutes{1});
            m_chain.now.timestamp_s = chain.now.timestamp_s;
            judge();
        }
        CPPUNIT_ASSERT(state(theirs) == State::settling); // it may yet be the payer's
        for (int i = 0; i < 10; ++i) {
            look_after(minutes{1});
            m_chain.now.timestamp_s = chain.now.timestamp_s;
            judge();
        }
        CPPUNIT_ASSERT(state(theirs) == State::queued);
        CPPUNIT_ASSERT_EQUAL(std::string{"refused memo_missing"}, claimed(mine));
        books_agree();
    }

    void what_left_the_chain_is_undecided_again()
    {
        order();
        sell_copy();
        use(m_nonce);
        look_after(seconds{2});
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, rows("SELECT awaits_payer FROM payment"));
        chain.uses.clear();
        look_after(minutes{2});
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, rows("SELECT awaits_payer FROM payment"));
        world.sweeper.mark_undecided();
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1},
                             rows("SELECT count(*) FROM payment WHERE undecided_ms IS NOT NULL"));
    }

    void what_waits_for_a_payer_counts_against_nobody()
    {
        order();
        const auto theirs = sell_copy();
        use(m_nonce);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1},
                             rows("SELECT count(*) FROM payment WHERE undecided_ms IS NOT NULL"));
        look_after(seconds{2});
        pass(minutes{4});
        world.sweeper.mark_undecided();
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0},
                             rows("SELECT count(*) FROM payment WHERE undecided_ms IS NOT NULL"));
        CPPUNIT_ASSERT_EQUAL(0, world.sweeper.count_undecided(seconds{10}));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, rows("SELECT jobs FROM lane_load WHERE state = "
                                                   "'settling'"));
        books_agree();
        look_after(minutes{12});
        CPPUNIT_ASSERT(state(theirs) == State::queued);
        books_agree();
    }

    // Signers differ: one makes other bytes each time, and a buyer repeats what has no answer yet.
    void who_signs_again_loses_no_time()
    {
        const auto mine = order();
        const auto theirs = sell_copy();
        use(m_nonce);
        static_cast<void>(m_orders.claim(mine.view.job.id, k_real_tx, base::Bytes(80, 7)));
        pass(seconds{1200}); // the worker is down
        sign_only(mine);
        look();
        CPPUNIT_ASSERT(state(theirs) == State::settling);
        judge();
        expect_paid(mine, theirs);
    }

    // A crowd whose signatures are asked about first takes no other's time away.
    void what_was_not_asked_yet_is_not_judged()
    {
        const auto mine = order();
        const auto theirs = sell_copy();
        use(m_nonce);
        for (int i = 0; i < 40; ++i)
            static_cast<void>(m_orders.claim(order(base::concat("203.0.113.", i)).view.job.id,
                                             k_real_tx,
                                             base::Bytes(80, static_cast<std::uint8_t>(i))));
        pass(seconds{1});
        static_cast<void>(m_orders.claim(mine.view.job.id, k_real_tx, base::Bytes(80, 99)));
        m_chain.signature_refusal = chain::ReadRefusal::unreachable;
        pass(seconds{1600});
        judge(); // sixteen of the crowd's
        m_chain.signature_refusal.reset();
        look();
        CPPUNIT_ASSERT(state(theirs) == State::settling);
        m_chain.signing_contracts = {m_victim.address()};
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1},
                             rows("SELECT count(*) FROM claim WHERE job_seq = 1 AND state = "
                                  "'pending' AND judged_ms = 0"));
    }

    void what_is_on_record_costs_no_question()
    {
        const auto mine = order();
        use(m_nonce);
        sign_only(mine);
        judge();
        CPPUNIT_ASSERT_EQUAL(0, m_chain.signature_questions);
        for (int i = 0; i < 20; ++i)
            static_cast<void>(m_orders.claim(order(base::concat("203.0.113.", i)).view.job.id,
                                             k_real_tx,
                                             base::Bytes(80, static_cast<std::uint8_t>(i))));
        judge();
        CPPUNIT_ASSERT_EQUAL(0, m_chain.signature_questions);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{20},
                             rows("SELECT count(*) FROM claim WHERE state = 'refused' "
                                  "AND reason = 'already_used'"));
        books_agree();
    }

    void signatures_of_strangers_cost_few_questions()
    {
        const auto mine = order();
        const auto theirs = sell_copy();
        use(m_nonce);
        for (int i = 0; i < 60; ++i) {
            const auto stranger = order(base::concat("203.0.113.", i)).view.job.id;
            static_cast<void>(
                m_orders.claim(stranger, k_real_tx, base::Bytes(65, static_cast<std::uint8_t>(i))));
        }
        sign_only(mine);
        judge();
        CPPUNIT_ASSERT(m_chain.signature_questions <= 16);
        expect_paid(mine, theirs);
    }

private:
    void come_back_after(seconds pause)
    {
        const auto mine = order();
        const auto theirs = sell_copy();
        use(m_nonce);
        pass(seconds{20});
        sign_only(mine);
        look_after(pause); // the desk of settlements is first
        CPPUNIT_ASSERT(state(theirs) == State::settling);
        judge();
        expect_paid(mine, theirs);
        look_after(minutes{30});
        expect_paid(mine, theirs);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(SignatureBeforeClockTest);

} // namespace
