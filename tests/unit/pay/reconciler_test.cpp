// What the worker finds out about payments: every open outcome with every word of the chain and the
// facilitator. Real SQLite; a scripted chain and facilitator.
#include "reconciler_case.hpp"

#include "base/fault.hpp"
#include "db/transaction.hpp"
#include "pay/facilitator_answer.hpp"

#include <fstream>

namespace {

using namespace pay_test;

class ReconcilerTest : public ReconcilerCase {
    CPPUNIT_TEST_SUITE(ReconcilerTest);
    CPPUNIT_TEST(an_owner_that_lives_is_left_alone);
    CPPUNIT_TEST(a_lost_answer_is_found_on_the_chain);
    CPPUNIT_TEST(an_unused_authorization_is_sent_again_to_the_same_facilitator);
    CPPUNIT_TEST(no_word_of_a_facilitator_makes_an_open_payment_unpaid);
    CPPUNIT_TEST(an_authorization_is_dead_only_ten_minutes_after_it_expired_in_chain_time);
    CPPUNIT_TEST(what_a_buyer_waits_for_comes_before_the_next_that_is_sent_again);
    CPPUNIT_TEST(what_expires_now_is_not_sent_again);
    CPPUNIT_TEST(a_cancelled_authorization_is_unpaid);
    CPPUNIT_TEST(used_but_not_understood_decides_nothing);
    CPPUNIT_TEST(what_is_never_understood_is_unpaid_when_the_authorization_is_dead);
    CPPUNIT_TEST(without_sight_of_the_chain_the_bytes_are_sent_again);
    CPPUNIT_TEST(without_a_facilitator_the_chain_decides_alone);
    CPPUNIT_TEST(a_checked_price_waits_for_its_transfer);
    CPPUNIT_TEST(an_invented_hash_queues_nothing);
    CPPUNIT_TEST(the_true_transaction_counts_when_another_was_named);
    CPPUNIT_TEST(a_success_below_the_check_is_looked_for_afterwards);
    CPPUNIT_TEST(a_transfer_that_leaves_the_chain_is_an_alarm);
    CPPUNIT_TEST(a_success_that_never_shows_stays_an_alarm);
    CPPUNIT_TEST(looks_grow_rare);
    CPPUNIT_TEST(a_payment_that_cannot_be_read_holds_nobody_up);
    CPPUNIT_TEST(a_buyer_who_waits_comes_before_what_is_only_watched);
    CPPUNIT_TEST(what_a_round_puts_off_is_one_write);
    CPPUNIT_TEST(a_wish_to_look_now_outlives_the_round_it_came_in);
    CPPUNIT_TEST(while_the_chain_is_out_of_sight_only_what_was_not_heard_is_looked_at);
    CPPUNIT_TEST_SUITE_END();

public:
    void an_owner_that_lives_is_left_alone()
    {
        int looked = -1;
        world.facilitator.during_settle = [&] { looked = look(); };
        world.sell();
        CPPUNIT_ASSERT_EQUAL(0, looked);
        // An owner that died: its lease ends.
        world.payment = support::good_payment(world.wallet, world.terms, world.clock.now(), 2);
        world.facilitator.during_settle = [] { throw base::Fault{"killed"}; };
        CPPUNIT_ASSERT_THROW(world.sell(), base::Fault);
        world.facilitator.during_settle = [] {};
        chain.pays(nonce(), k_real_tx);
        look_after(store::k_reservation_lease - seconds{1});
        CPPUNIT_ASSERT(state(last_job()) == State::settling);
        look_after(seconds{1});
        CPPUNIT_ASSERT(state(last_job()) == State::queued);
    }

    void a_lost_answer_is_found_on_the_chain()
    {
        const auto id = sell_unknown();
        chain.pays(nonce(), k_real_tx);
        CPPUNIT_ASSERT_EQUAL(1, look());
        CPPUNIT_ASSERT(state(id) == State::queued);
        CPPUNIT_ASSERT_EQUAL(0, world.facilitator.settles.load());
        const auto payment = *view(id).payment;
        CPPUNIT_ASSERT_EQUAL(k_real_tx.text(), payment.tx_hash);
        const auto& asked = chain.questions.back().expected;
        CPPUNIT_ASSERT(asked.pay_to == world.terms.pay_to && asked.value == world.terms.price);
        const auto again = world.sell();
        CPPUNIT_ASSERT_EQUAL(
            pay::settle_response_done(world.payment.parsed(), world.terms, k_real_tx),
            std::get<pay::Repeat>(again).payment_response);
        CPPUNIT_ASSERT_EQUAL(1, look_after(minutes{60})); // whether it is final
        CPPUNIT_ASSERT_EQUAL(0, look_after(minutes{60}));
    }

    void an_unused_authorization_is_sent_again_to_the_same_facilitator()
    {
        world.facilitator.verify_outcome = pay::VerifyValid{.endpoint = 1};
        const auto id = sell_unknown();
        world.facilitator.settled_at = 9;
        world.facilitator.settle_outcome = pay::SettleDone{k_real_tx};
        look();
        CPPUNIT_ASSERT_EQUAL(1, world.facilitator.settles.load());
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, world.facilitator.settled_at.load());
        CPPUNIT_ASSERT(state(id) == State::queued);
        CPPUNIT_ASSERT_EQUAL(k_real_tx.text(), view(id).payment->tx_hash);
    }

    // A facilitator may take twenty seconds for each, and a buyer waits for the proof of theirs.
    void what_a_buyer_waits_for_comes_before_the_next_that_is_sent_again()
    {
        sell_unknown();
        sell_another(2, pay::SettleUnknown{"cut"});
        const auto order = support::reservation_order(9);
        const auto waited_for = *world.reservations.reserve(order);
        CPPUNIT_ASSERT(world.reservations.mark_settle_sent(waited_for, order));
        world.facilitator.during_settle = [&] {
            world.reservations.mark_unproven(waited_for, "{}", k_real_tx.text());
        };
        pass(seconds{2});
        CPPUNIT_ASSERT_EQUAL(3, look());
        CPPUNIT_ASSERT_EQUAL(2, world.facilitator.settles.load());
        CPPUNIT_ASSERT(chain.questions.at(1).tx_hash == k_real_tx);
    }

    void no_word_of_a_facilitator_makes_an_open_payment_unpaid()
    {
        const auto id = sell_unknown();
        for (const pay::SettleOutcome& outcome :
             {pay::SettleOutcome{pay::SettleRefused{"insufficient_funds"}},
              pay::SettleOutcome{pay::SettleUnknown{"failed: nonce_already_used"}}}) {
            world.facilitator.settle_outcome = outcome;
            CPPUNIT_ASSERT_EQUAL(1, look_after(seconds{2}));
            CPPUNIT_ASSERT(state(id) == State::settling);
        }
        CPPUNIT_ASSERT_EQUAL(2, world.facilitator.settles.load());
        CPPUNIT_ASSERT(std::holds_alternative<pay::Pending>(world.sell()));
    }

    void an_authorization_is_dead_only_ten_minutes_after_it_expired_in_chain_time()
    {
        const auto id = sell_unknown();
        const auto valid_before = std::stoll(world.payment.valid_before);
        chain.now.timestamp_s = valid_before + 600;
        world.clock.advance(minutes{60}); // our clock decides nothing
        look();
        CPPUNIT_ASSERT(state(id) == State::settling);
        ++chain.now.timestamp_s;
        look_after(minutes{2});
        expect_unpaid(id, "authorization_expired_unused");
    }

    void what_expires_now_is_not_sent_again()
    {
        sell_unknown();
        chain.now.timestamp_s = std::stoll(world.payment.valid_before) - 6;
        look();
        CPPUNIT_ASSERT_EQUAL(0, world.facilitator.settles.load());
        --chain.now.timestamp_s;
        world.clock.advance(seconds{2});
        look();
        CPPUNIT_ASSERT_EQUAL(1, world.facilitator.settles.load());
    }

    void a_cancelled_authorization_is_unpaid()
    {
        const auto id = sell_unknown();
        chain.uses[nonce()] = {AuthorizationUse::spent_otherwise, {}};
        look();
        CPPUNIT_ASSERT(state(id) == State::rejected);
        CPPUNIT_ASSERT_EQUAL(std::string{"authorization_spent_otherwise"},
                             view(id).payment->reason);
    }

    void used_but_not_understood_decides_nothing()
    {
        const auto id = sell_unknown();
        chain.uses[nonce()] = {AuthorizationUse::used_unseen, {}};
        for (int i = 0; i < 5; ++i) CPPUNIT_ASSERT_EQUAL(1, look_after(minutes{2}));
        CPPUNIT_ASSERT(state(id) == State::settling);
        CPPUNIT_ASSERT_EQUAL(0, world.facilitator.settles.load());
        chain.pays(nonce(), k_real_tx);
        look_after(seconds{2});
        CPPUNIT_ASSERT(state(id) == State::queued);
    }

    // Cancelled long ago: its place in the lane is free again.
    void what_is_never_understood_is_unpaid_when_the_authorization_is_dead()
    {
        const auto id = sell_unknown();
        chain.uses[nonce()] = {AuthorizationUse::used_unseen, {}};
        for (int i = 0; i < 100; ++i) look_after(minutes{1});
        CPPUNIT_ASSERT(state(id) == State::rejected);
        CPPUNIT_ASSERT_EQUAL(std::string{"authorization_spent_otherwise"},
                             view(id).payment->reason);
        CPPUNIT_ASSERT_EQUAL(0, look_after(minutes{120}));
    }

    void without_sight_of_the_chain_the_bytes_are_sent_again()
    {
        const auto id = sell_unknown();
        chain.refusal = chain::ReadRefusal::unreachable;
        world.clock.advance(minutes{60});
        look();
        CPPUNIT_ASSERT_EQUAL(1, world.facilitator.settles.load());
        CPPUNIT_ASSERT(state(id) == State::settling);
    }

    void without_a_facilitator_the_chain_decides_alone()
    {
        const auto id = sell_unknown();
        pay::Reconciler alone{world.at, nullptr, chain, {}};
        alone.round([] { return true; });
        CPPUNIT_ASSERT(state(id) == State::settling);
        chain.pays(nonce(), k_real_tx);
        pass(seconds{2});
        // It is not said who its senders are, and no order of rail v1 can want the transfer.
        alone.round([] { return true; });
        CPPUNIT_ASSERT(state(id) == State::queued);
    }

    void a_checked_price_waits_for_its_transfer()
    {
        const auto id = sell_checked();
        CPPUNIT_ASSERT(state(id) == State::settling);
        CPPUNIT_ASSERT(view(id).payment->phase == Phase::settled_unproven);
        look();
        CPPUNIT_ASSERT(state(id) == State::settling);
        chain.pays(nonce(), *value::TxHash::parse(support::k_tx_hash));
        look_after(seconds{1});
        CPPUNIT_ASSERT(state(id) == State::queued);
        CPPUNIT_ASSERT(std::holds_alternative<pay::Repeat>(world.sell()));
    }

    void an_invented_hash_queues_nothing()
    {
        const auto id = sell_checked();
        for (int i = 0; i < 20; ++i) look_after(seconds{20});
        CPPUNIT_ASSERT(state(id) == State::settling);
        CPPUNIT_ASSERT_EQUAL(1, settlements.count_unproven(seconds{30}));
        CPPUNIT_ASSERT(std::holds_alternative<pay::Pending>(world.sell()));
        look_after(minutes{20});
        expect_unpaid(id, "authorization_expired_unused");
        CPPUNIT_ASSERT_EQUAL(0, settlements.count_unproven(seconds{30}));
    }

    void the_true_transaction_counts_when_another_was_named()
    {
        const auto id = sell_checked();
        chain.pays(nonce(), k_real_tx);
        look();
        CPPUNIT_ASSERT(state(id) == State::queued);
        const auto payment = *view(id).payment;
        CPPUNIT_ASSERT_EQUAL(k_real_tx.text(), payment.tx_hash);
        CPPUNIT_ASSERT(payment.response.find(k_real_tx.text()) != std::string::npos);
    }

    void a_success_below_the_check_is_looked_for_afterwards()
    {
        const auto id = sell(pay::SettleDone{*value::TxHash::parse(support::k_tx_hash)});
        CPPUNIT_ASSERT(state(id) == State::queued);
        const auto told = view(id).payment->response;
        chain.pays(nonce(), *value::TxHash::parse(support::k_tx_hash));
        CPPUNIT_ASSERT_EQUAL(0, look_after(seconds{3}));
        CPPUNIT_ASSERT_EQUAL(1, look_after(seconds{1}));
        CPPUNIT_ASSERT_EQUAL(told, view(id).payment->response);
        CPPUNIT_ASSERT(state(id) == State::queued);
        CPPUNIT_ASSERT_EQUAL(0, settlements.count_unproven(seconds{0}));
    }

    void a_transfer_that_leaves_the_chain_is_an_alarm()
    {
        const auto id = sell(pay::SettleDone{k_real_tx});
        chain.pays(nonce(), k_real_tx);
        CPPUNIT_ASSERT_EQUAL(1, look_after(seconds{4}));
        CPPUNIT_ASSERT_EQUAL(0, look_after(minutes{24}));
        chain.uses.clear();
        chain.transfers.clear();
        chain.uses[nonce()] = {AuthorizationUse::used_unseen, {}}; // none is sure
        CPPUNIT_ASSERT_EQUAL(1, look_after(minutes{1}));
        CPPUNIT_ASSERT_EQUAL(0, settlements.count_unproven(seconds{30}));
        chain.uses.clear();
        CPPUNIT_ASSERT_EQUAL(1, look_after(minutes{10}));
        CPPUNIT_ASSERT_EQUAL(1, settlements.count_unproven(seconds{30}));
        CPPUNIT_ASSERT(state(id) == State::queued); // the job was promised to the buyer
        CPPUNIT_ASSERT_EQUAL(0, world.facilitator.settles.load());
        chain.pays(nonce(), k_real_tx);
        CPPUNIT_ASSERT_EQUAL(1, look_after(minutes{60}));
        CPPUNIT_ASSERT_EQUAL(0, settlements.count_unproven(seconds{30}));
        CPPUNIT_ASSERT_EQUAL(1, look_after(minutes{25}));
        CPPUNIT_ASSERT_EQUAL(0, look_after(minutes{120}));
    }

    void a_success_that_never_shows_stays_an_alarm()
    {
        const auto id = sell(pay::SettleDone{*value::TxHash::parse(support::k_tx_hash)});
        for (int i = 0; i < 10; ++i) look_after(minutes{20});
        CPPUNIT_ASSERT_EQUAL(1, settlements.count_unproven(seconds{30}));
        CPPUNIT_ASSERT(state(id) == State::queued); // the job was promised to the buyer
        CPPUNIT_ASSERT_EQUAL(0, world.facilitator.settles.load());
    }

    void looks_grow_rare()
    {
        sell_unknown();
        chain.uses[nonce()] = {AuthorizationUse::unused, {}};
        int looks = 0;
        for (int i = 0; i < 120; ++i) looks += look_after(seconds{1});
        CPPUNIT_ASSERT_EQUAL(looks, world.facilitator.settles.load());
        CPPUNIT_ASSERT(looks >= 6);
        CPPUNIT_ASSERT(looks <= 9);
    }

    void a_payment_that_cannot_be_read_holds_nobody_up()
    {
        const auto broken = sell_unknown();
        db::write(world.database, "test",
                  [&](db::Writer& writer) { writer.run("UPDATE payment SET payload = '{}'"); });
        world.payment = support::good_payment(world.wallet, world.terms, world.clock.now(), 2);
        const auto sound = sell_unknown();
        world.facilitator.settle_outcome = pay::SettleDone{k_real_tx};
        CPPUNIT_ASSERT_EQUAL(2, look());
        CPPUNIT_ASSERT(state(broken) == State::settling);
        CPPUNIT_ASSERT(state(sound) == State::queued);
    }

    void a_buyer_who_waits_comes_before_what_is_only_watched()
    {
        for (std::uint8_t number = 2; number < 5; ++number)
            sell_another(number, pay::SettleDone{k_real_tx});
        const auto waiting = sell_another(5, pay::SettleUnknown{"cut"});
        pass(minutes{1});
        const auto due = settlements.due(3);
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, due.size());
        CPPUNIT_ASSERT_EQUAL(waiting.text(), due.front().payment.job_id.text());
        CPPUNIT_ASSERT(due.back().payment.phase == Phase::settled);
    }

    void what_a_round_puts_off_is_one_write()
    {
        if (world.is_skipped_on_server("writes are counted in a file")) return;
        chain.refusal = chain::ReadRefusal::unreachable;
        for (std::uint8_t number = 2; number < 6; ++number)
            sell_another(number, pay::SettleDone{k_real_tx});
        pass(minutes{1});
        const std::uint32_t before = commits();
        CPPUNIT_ASSERT_EQUAL(4, look());
        CPPUNIT_ASSERT_EQUAL(before + 1, commits());
        CPPUNIT_ASSERT_EQUAL(0, look());
    }

    void a_wish_to_look_now_outlives_the_round_it_came_in()
    {
        chain.refusal = chain::ReadRefusal::unreachable;
        const auto wished = sell_another(2, pay::SettleDone{k_real_tx});
        sell_another(3, pay::SettleDone{k_real_tx});
        pass(minutes{1});
        int asked = 0;
        reconciler.round([&] { return ++asked != 2 || settlements.look_now(wished); });
        const auto due = settlements.due(10);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, due.size());
        CPPUNIT_ASSERT_EQUAL(wished.text(), due.front().payment.job_id.text());
        CPPUNIT_ASSERT_EQUAL(0, due.front().looks);
    }

    void while_the_chain_is_out_of_sight_only_what_was_not_heard_is_looked_at()
    {
        for (std::uint8_t number = 2; number < 30; ++number)
            sell_another(number, pay::SettleDone{k_real_tx});
        const auto waiting = sell_another(30, pay::SettleUnknown{"cut"});
        pass(minutes{2});
        chain.refusal = chain::ReadRefusal::unreachable;
        CPPUNIT_ASSERT_EQUAL(20, look());
        CPPUNIT_ASSERT_EQUAL(1, world.facilitator.settles.load());
        CPPUNIT_ASSERT_EQUAL(1, look_after(seconds{1}));
        CPPUNIT_ASSERT_EQUAL(2, world.facilitator.settles.load());
        chain.refusal.reset();
        chain.pays(nonce(), *value::TxHash::parse(support::k_tx_hash));
        CPPUNIT_ASSERT_EQUAL(20, look_after(seconds{1}));
        look_after(seconds{1});
        CPPUNIT_ASSERT(state(waiting) == State::queued);
    }

private:
    value::JobId sell_another(std::uint8_t number, const pay::SettleOutcome& outcome)
    {
        world.payment = support::good_payment(world.wallet, world.terms, world.clock.now(), number);
        return sell(outcome);
    }

    // Transactions that changed something, as SQLite counts them in the log's index (iChange).
    std::uint32_t commits()
    {
        std::ifstream index{world.database.path() + "-shm", std::ios::binary};
        std::uint32_t count = 0;
        index.seekg(8).read(reinterpret_cast<char*>(&count), sizeof count);
        CPPUNIT_ASSERT(index.good());
        return count;
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ReconcilerTest);

} // namespace
