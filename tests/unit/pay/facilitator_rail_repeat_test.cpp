// The same payment again, before, while and after it is decided: one settlement, one job, one
// answer for everybody who may have it. Real SQLite, real threads, real wake-ups.
#include "pay/facilitator_rail.hpp"

#include "support/rail_world.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <latch>
#include <semaphore>
#include <thread>

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

class FacilitatorRailRepeatTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(FacilitatorRailRepeatTest);
    CPPUNIT_TEST(public_data_and_a_false_signature_learn_nothing);
    CPPUNIT_TEST(a_signature_of_another_length_must_be_the_stored_one);
    CPPUNIT_TEST(another_client_learns_no_job_of_what_may_be_in_a_block);
    CPPUNIT_TEST(a_settled_payment_is_spent_for_another_client);
    CPPUNIT_TEST(a_smart_wallet_of_one_owner_buys);
    CPPUNIT_TEST(false_signatures_are_not_asked_about_for_ever);
    CPPUNIT_TEST(another_request_is_reuse);
    CPPUNIT_TEST(a_repeat_gets_the_first_answer);
    CPPUNIT_TEST(a_repeat_outlives_terms_and_authorization);
    CPPUNIT_TEST(letter_case_and_form_of_v_do_not_matter);
    CPPUNIT_TEST(an_undecided_repeat_ends_with_pending);
    CPPUNIT_TEST(a_reservation_whose_owner_died_is_sold_after_release);
    CPPUNIT_TEST(a_waiting_repeat_gets_the_sale);
    CPPUNIT_TEST(a_repeat_without_a_place_is_told_to_come_again);
    CPPUNIT_TEST(nobody_waits_for_what_the_worker_decides);
    CPPUNIT_TEST(a_waiting_repeat_gets_the_refusal);
    CPPUNIT_TEST(a_waiting_repeat_gets_the_outage);
    CPPUNIT_TEST(twenty_at_once_settle_once);
    CPPUNIT_TEST(twenty_refused_at_once_leave_nothing_reserved);
    CPPUNIT_TEST_SUITE_END();

    support::RailWorld world;
    template <typename T> T expect(const pay::SaleOutcome& outcome)
    {
        CPPUNIT_ASSERT_MESSAGE(support::name_of(outcome), std::holds_alternative<T>(outcome));
        return std::get<T>(outcome);
    }
    pay::SaleOutcome sell_elsewhere(const std::string& body = support::RailWorld::k_body)
    {
        support::OtherProcess process{world.options, world.clock, world.waker};
        pay::FacilitatorRail rail{process.at, world.facilitator, world.watcher, world.places,
                                  world.settings};
        return world.sell(world.payment, body, rail);
    }
    // Sells once; before the facilitator's word is heard, a second request with the same payment
    // has begun to wait in another thread. Both answers.
    std::pair<pay::SaleOutcome, pay::SaleOutcome> sell_twice()
    {
        std::optional<pay::SaleOutcome> second;
        std::binary_semaphore waits{0};
        std::atomic<bool> asked{false};
        std::jthread waiter;
        world.client_gone = [&] {
            if (!asked.exchange(true)) waits.release();
            return false;
        };
        world.facilitator.during_verify = [&] {
            waiter = std::jthread{[&] { second = sell_elsewhere(); }};
            waits.acquire();
        };
        auto first = world.sell();
        waiter.join();
        return {first, *second};
    }

public:
    void public_data_and_a_false_signature_learn_nothing()
    {
        expect<pay::Accepted>(world.sell());
        auto thief = world.payment;
        thief.sign(support::Wallet{9}, world.terms);
        const auto answer = expect<pay::PaymentRequiredAgain>(world.sell(thief));
        CPPUNIT_ASSERT_EQUAL(std::string{"invalid_exact_evm_signature"}, answer.error);
        CPPUNIT_ASSERT(answer.payment_response.empty());
        thief.signature = "0x" + std::string(130, '0');
        expect<pay::PaymentRequiredAgain>(world.sell(thief));
        // Nor with another length, which a plain key's signature never had.
        for (const std::size_t bytes : {1U, 64U, 66U, 500U}) {
            thief.signature = "0x" + std::string(2 * bytes, 'a');
            expect<pay::PaymentRequiredAgain>(world.sell(thief));
        }
        // Nor with the buyer's own signature cut or padded.
        for (const std::string& signature :
             {world.payment.signature + "00",
              world.payment.signature.substr(0, world.payment.signature.size() - 2)}) {
            thief.signature = signature;
            expect<pay::PaymentRequiredAgain>(world.sell(thief));
        }
        CPPUNIT_ASSERT_EQUAL(1, world.facilitator.verifies.load());
    }

    void a_signature_of_another_length_must_be_the_stored_one()
    {
        world.payment.signature = "0x" + std::string(2 * 200, 'a');
        const auto sold = expect<pay::Accepted>(world.sell());
        auto other = world.payment;
        other.signature.back() = 'b';
        expect<pay::PaymentRequiredAgain>(world.sell(other));
        CPPUNIT_ASSERT(expect<pay::Repeat>(world.sell()).job_id == sold.job_id);
        // Of kilobytes only the hash is kept.
        auto row = world.database.query("SELECT length(signature) FROM payment");
        CPPUNIT_ASSERT(row.step());
        CPPUNIT_ASSERT_EQUAL(std::int64_t{32}, row.integer(0));
        // A false signature is told so before it is told of another request.
        expect<pay::PaymentRequiredAgain>(world.sell(other, "{}", world.rail));
    }

    // Who reads the chain has payer, nonce and signature, and guesses the request.
    void another_client_learns_no_job_of_what_may_be_in_a_block()
    {
        world.facilitator.settle_outcome = pay::SettleUnknown{"facilitator 1: status 500"};
        CPPUNIT_ASSERT(expect<pay::Pending>(world.sell()).shows_job);
        world.client = "198.51.100.1";
        CPPUNIT_ASSERT(!expect<pay::Pending>(world.sell()).shows_job);
        // While the first call is at it, too: and that one holds no place.
        world.client = "192.0.2.1";
        world.payment = support::good_payment(world.wallet, world.terms, world.clock.now(), 2);
        std::optional<pay::SaleOutcome> strangers;
        world.facilitator.during_settle = [&] {
            world.client = "198.51.100.1";
            strangers = sell_elsewhere(world.body_of(world.payment));
            world.client = "192.0.2.1";
        };
        world.client_gone = []() -> bool { throw base::Fault{"a stranger waits"}; };
        world.sell();
        CPPUNIT_ASSERT(!expect<pay::Pending>(strangers.value()).shows_job);
    }

    void a_settled_payment_is_spent_for_another_client()
    {
        world.stands_in.window = std::chrono::minutes{10};
        const auto sold = expect<pay::Accepted>(world.sell());
        world.client = "198.51.100.1";
        CPPUNIT_ASSERT(expect<pay::Spent>(world.sell()).is_free_anew);
        // From where nothing stands in a new signature would be charged.
        const auto claimed = world.lanes.claim_next({.lane = std::string{support::k_lane}},
                                                    support::k_worker, seconds{60});
        CPPUNIT_ASSERT(world.lanes.complete(claimed->job, support::k_worker,
                                            support::result_of("{}"), world.clock.now()));
        CPPUNIT_ASSERT(expect<pay::Spent>(world.sell()).is_free_anew);
        world.clock.advance(std::chrono::minutes{10});
        CPPUNIT_ASSERT(!expect<pay::Spent>(world.sell()).is_free_anew);
        world.client = "192.0.2.1";
        CPPUNIT_ASSERT(expect<pay::Repeat>(world.sell()).job_id == sold.job_id);
    }

    // A Safe's signature by one owner has the length of a plain key's.
    void a_smart_wallet_of_one_owner_buys()
    {
        const support::Wallet owner{9};
        world.payment.sign(owner, world.terms);
        const auto sold = expect<pay::Accepted>(world.sell());
        CPPUNIT_ASSERT(expect<pay::Repeat>(world.sell()).job_id == sold.job_id);
        auto other = world.payment;
        other.sign(support::Wallet{8}, world.terms);
        expect<pay::PaymentRequiredAgain>(world.sell(other));
        // It proves nothing to us: the same request anew is another purchase.
        auto anew = support::good_payment(world.wallet, world.terms, world.clock.now(), 2);
        anew.sign(owner, world.terms);
        expect<pay::Accepted>(world.sell(anew, world.k_body, world.rail));
    }

    void false_signatures_are_not_asked_about_for_ever()
    {
        world.facilitator.verify_outcome = pay::VerifyInvalid{"invalid_exact_evm_signature"};
        const auto forged = [&](unsigned number) {
            auto payment =
                support::good_payment(world.wallet, world.terms, world.clock.now(), number);
            payment.sign(support::Wallet{9}, world.terms);
            return payment;
        };
        for (unsigned number = 1; number <= store::k_other_signers; ++number)
            expect<pay::PaymentRequiredAgain>(world.sell(forged(number)));
        CPPUNIT_ASSERT_EQUAL(store::k_other_signers, world.facilitator.verifies.load());
        CPPUNIT_ASSERT(std::holds_alternative<pay::Busy>(world.sell(forged(19))));
        // It is another client's budget, and one that comes back.
        world.client = "198.51.100.1";
        world.sell(forged(20));
        world.client = "192.0.2.1";
        world.clock.advance(std::chrono::minutes{10});
        world.beat();
        world.sell(forged(21));
        CPPUNIT_ASSERT_EQUAL(store::k_other_signers + 2, world.facilitator.verifies.load());
        world.facilitator.verify_outcome = pay::VerifyValid{};
        expect<pay::Accepted>(
            world.sell(support::good_payment(world.wallet, world.terms, world.clock.now(), 30)));
    }

    void another_request_is_reuse()
    {
        expect<pay::Accepted>(world.sell());
        expect<pay::Reused>(world.sell(world.payment, R"({"payload":"another"})", world.rail));
        // Also when the terms would refuse it by now.
        world.clock.advance(seconds{3'600});
        expect<pay::Reused>(world.sell(world.payment, R"({"payload":"another"})", world.rail));
        CPPUNIT_ASSERT_EQUAL(1, world.facilitator.verifies.load());
    }

    void a_repeat_gets_the_first_answer()
    {
        const auto sold = expect<pay::Accepted>(world.sell());
        for (int i = 0; i < 3; ++i) {
            const auto repeat = expect<pay::Repeat>(i == 0 ? sell_elsewhere() : world.sell());
            CPPUNIT_ASSERT(repeat.job_id == sold.job_id);
            CPPUNIT_ASSERT_EQUAL(sold.payment_response, repeat.payment_response);
        }
        CPPUNIT_ASSERT_EQUAL(1, world.facilitator.settles.load());
    }

    void a_repeat_outlives_terms_and_authorization()
    {
        const auto sold = expect<pay::Accepted>(world.sell());
        world.clock.advance(std::chrono::hours{72});
        world.terms.price = value::AtomicUsd::from_atoms(900'000);
        world.lane_capacity = 0;
        CPPUNIT_ASSERT(expect<pay::Repeat>(world.sell()).job_id == sold.job_id);
    }

    void letter_case_and_form_of_v_do_not_matter()
    {
        const auto sold = expect<pay::Accepted>(world.sell());
        auto same = world.payment;
        for (std::string* text : {&same.from, &same.to, &same.asset, &same.pay_to, &same.nonce})
            for (char& c : *text)
                if (c >= 'A' && c <= 'F') c = static_cast<char>(c - 'A' + 'a');
        auto signature = *base::from_hex_0x(same.signature);
        signature[64] = static_cast<std::uint8_t>(signature[64] - 27);
        same.signature = base::to_hex_0x(signature);
        CPPUNIT_ASSERT(expect<pay::Repeat>(world.sell(same)).job_id == sold.job_id);
    }

    void an_undecided_repeat_ends_with_pending()
    {
        world.facilitator.settle_outcome = pay::SettleUnknown{"facilitator 1: status 500"};
        const auto id = expect<pay::Pending>(world.sell()).job_id;
        world.budget = milliseconds{30};
        CPPUNIT_ASSERT(expect<pay::Pending>(world.sell()).job_id == id);
        world.budget = seconds{55};
        world.client_gone = [] { return true; };
        CPPUNIT_ASSERT(expect<pay::Pending>(world.sell()).job_id == id);
        world.client_gone = [] { return false; };
        world.watcher.stop();
        CPPUNIT_ASSERT(expect<pay::Pending>(world.sell()).job_id == id);
    }

    void a_reservation_whose_owner_died_is_sold_after_release()
    {
        // What the dead process left: a reservation whose owner will not go on.
        world.facilitator.during_verify = [] { throw base::Fault{"killed"}; };
        CPPUNIT_ASSERT_THROW(world.sell(), base::Fault);
        world.facilitator.during_verify = [] {};
        world.client_gone = [] { return true; };
        const auto left = expect<pay::Pending>(world.sell()).job_id;
        world.clock.advance(seconds{61});
        world.beat();
        CPPUNIT_ASSERT_EQUAL(1, world.sweeper.release_abandoned());
        CPPUNIT_ASSERT(expect<pay::Accepted>(world.sell()).job_id != left);
        CPPUNIT_ASSERT_EQUAL(1, world.facilitator.settles.load());
    }

    void a_waiting_repeat_gets_the_sale()
    {
        const auto [first, second] = sell_twice();
        const auto sold = expect<pay::Accepted>(first);
        const auto repeat = expect<pay::Repeat>(second);
        CPPUNIT_ASSERT(repeat.job_id == sold.job_id);
        CPPUNIT_ASSERT_EQUAL(sold.payment_response, repeat.payment_response);
    }

    // Of one payment one call waits, of all that come, and of a client one for any payment.
    void a_repeat_without_a_place_is_told_to_come_again()
    {
        for (const char* other : {"192.0.2.1", "198.51.100.1"}) {
            world.payment = support::good_payment(world.wallet, world.terms, world.clock.now(),
                                                  other[0] == '1' && other[2] == '2' ? 1 : 2);
            const std::string body = base::concat(R"({"payload":")", other, R"("})");
            world.facilitator.during_verify = [&] {
                const auto taken = world.places.try_take(
                    job::Waiting::repeat, other, world.reservation(world.payment)->job_id.text());
                const auto id = expect<pay::Pending>(sell_elsewhere(body)).job_id;
                CPPUNIT_ASSERT(id == world.reservation(world.payment)->job_id);
            };
            expect<pay::Accepted>(world.sell(world.payment, body, world.rail));
        }
    }

    void nobody_waits_for_what_the_worker_decides()
    {
        world.facilitator.settle_outcome = pay::SettleUnknown{"facilitator 1: status 500"};
        const auto id = expect<pay::Pending>(world.sell()).job_id;
        const auto begin = std::chrono::steady_clock::now();
        for (int i = 0; i < 3; ++i)
            CPPUNIT_ASSERT(expect<pay::Pending>(sell_elsewhere()).job_id == id);
        CPPUNIT_ASSERT(std::chrono::steady_clock::now() - begin < seconds{10}); // k_repeat_wait: 25
    }

    void a_waiting_repeat_gets_the_refusal()
    {
        world.facilitator.settle_outcome = pay::SettleRefused{"insufficient_funds"};
        const auto [first, second] = sell_twice();
        const auto refused = expect<pay::PaymentRequiredAgain>(first);
        const auto repeat = expect<pay::PaymentRequiredAgain>(second);
        CPPUNIT_ASSERT_EQUAL(refused.error, repeat.error);
        CPPUNIT_ASSERT_EQUAL(refused.payment_response, repeat.payment_response);
    }

    void a_waiting_repeat_gets_the_outage()
    {
        world.facilitator.verify_outcome = pay::VerifyUnreachable{"facilitator 1: status 502"};
        const auto [first, second] = sell_twice();
        expect<pay::FacilitatorDown>(first);
        expect<pay::FacilitatorDown>(second);
        CPPUNIT_ASSERT(!world.reservation(world.payment));
    }

    std::vector<pay::SaleOutcome> sell_twenty()
    {
        constexpr std::size_t k_buyers = 20;
        std::vector<std::optional<pay::SaleOutcome>> outcomes(k_buyers);
        std::latch start{k_buyers};
        {
            std::vector<std::jthread> buyers;
            for (auto& outcome : outcomes)
                buyers.emplace_back([&] {
                    start.arrive_and_wait();
                    outcome = sell_elsewhere();
                });
        }
        std::vector<pay::SaleOutcome> out;
        for (const auto& outcome : outcomes) out.push_back(*outcome);
        return out;
    }

    void twenty_at_once_settle_once()
    {
        const auto outcomes = sell_twenty();
        const auto stored = world.reservation(world.payment);
        int accepted = 0;
        for (const pay::SaleOutcome& outcome : outcomes) {
            if (const auto* sold = std::get_if<pay::Accepted>(&outcome)) {
                ++accepted;
                CPPUNIT_ASSERT(sold->job_id == stored->job_id);
                CPPUNIT_ASSERT_EQUAL(stored->response, sold->payment_response);
                continue;
            }
            if (const auto* pending = std::get_if<pay::Pending>(&outcome)) {
                CPPUNIT_ASSERT(pending->job_id == stored->job_id);
                continue;
            }
            const auto repeat = expect<pay::Repeat>(outcome);
            CPPUNIT_ASSERT(repeat.job_id == stored->job_id);
            CPPUNIT_ASSERT_EQUAL(stored->response, repeat.payment_response);
        }
        CPPUNIT_ASSERT_EQUAL(1, accepted);
        CPPUNIT_ASSERT_EQUAL(1, world.facilitator.verifies.load());
        CPPUNIT_ASSERT_EQUAL(1, world.facilitator.settles.load());
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, world.reading.lane_loads().size());
        CPPUNIT_ASSERT_EQUAL(1, world.reading.lane_loads()[0].waiting);
    }

    void twenty_refused_at_once_leave_nothing_reserved()
    {
        world.facilitator.verify_outcome = pay::VerifyInvalid{"insufficient_funds"};
        // One that wakes up after another request has taken the refused place hears that the first
        // call gave up, and may come again.
        for (const pay::SaleOutcome& outcome : sell_twenty())
            if (!std::holds_alternative<pay::Busy>(outcome) &&
                !std::holds_alternative<pay::Pending>(outcome) &&
                !std::holds_alternative<pay::FacilitatorDown>(outcome))
                CPPUNIT_ASSERT_EQUAL(std::string{"insufficient_funds"},
                                     expect<pay::PaymentRequiredAgain>(outcome).error);
        CPPUNIT_ASSERT_EQUAL(0, world.facilitator.settles.load());
        CPPUNIT_ASSERT(!world.reservation(world.payment));
        CPPUNIT_ASSERT(world.reading.lane_loads().empty());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(FacilitatorRailRepeatTest);

} // namespace
