// One paid request from its header to its answer: refusals in their order, then every outcome of
// verify and settle. Real SQLite, scripted facilitator.
#include "pay/facilitator_rail.hpp"

#include "support/rail_world.hpp"

#include "db/transaction.hpp"
#include "pay/facilitator_answer.hpp"
#include "store/settlements.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using catalog::ProblemCode;
using job::State;
using std::chrono::milliseconds;
using std::chrono::seconds;

class FacilitatorRailTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(FacilitatorRailTest);
    CPPUNIT_TEST(refusals_come_in_their_order_and_ask_nobody);
    CPPUNIT_TEST(a_full_disk_is_an_answer_before_anything_is_sent);
    CPPUNIT_TEST(an_invalid_payment_is_402_with_the_facilitators_word);
    CPPUNIT_TEST(an_authorization_used_before_is_refused);
    CPPUNIT_TEST(an_authorization_used_since_its_refusal_is_for_the_chain_to_judge);
    CPPUNIT_TEST(a_refusal_after_the_worker_has_sent_it_is_no_answer);
    CPPUNIT_TEST(refused_payments_run_out);
    CPPUNIT_TEST(an_unreachable_facilitator_leaves_the_payment_good);
    CPPUNIT_TEST(a_lease_lost_during_verify_settles_nothing);
    CPPUNIT_TEST(a_reservation_taken_over_during_verify_settles_once);
    CPPUNIT_TEST(too_little_time_for_a_settlement_sends_none);
    CPPUNIT_TEST(calls_share_the_inline_budget);
    CPPUNIT_TEST(a_refused_settlement_is_402_and_may_be_tried_again);
    CPPUNIT_TEST(an_unknown_settlement_is_pending_and_never_402);
    CPPUNIT_TEST(an_unknown_settlement_is_not_sent_again);
    CPPUNIT_TEST(a_settled_payment_whose_record_fails_is_no_refusal);
    CPPUNIT_TEST(a_settled_payment_decided_against_is_no_refusal);
    CPPUNIT_TEST(a_refusal_decided_against_is_the_decision);
    CPPUNIT_TEST(a_settled_payment_queues_the_job);
    CPPUNIT_TEST(settle_asks_whoever_verified);
    CPPUNIT_TEST(what_was_heard_of_the_facilitator_is_kept);
    CPPUNIT_TEST(a_v_that_no_token_takes_is_named);
    CPPUNIT_TEST_SUITE_END();

    support::RailWorld world;

    template <typename T> T expect(const pay::SaleOutcome& outcome)
    {
        CPPUNIT_ASSERT_MESSAGE(support::name_of(outcome), std::holds_alternative<T>(outcome));
        return std::get<T>(outcome);
    }
    void expect_busy(ProblemCode code)
    {
        CPPUNIT_ASSERT(expect<pay::Busy>(world.sell()).code == code);
    }
    std::string refused_response(const std::string& reason) const
    {
        return pay::settle_response_refused(world.payment.parsed(), world.terms, reason);
    }
    support::PaymentText another(unsigned number)
    {
        return support::good_payment(world.wallet, world.terms, world.clock.now(), number);
    }

public:
    // Everything is wrong at first; each step mends one thing, and the next refusal shows.
    void refusals_come_in_their_order_and_ask_nobody()
    {
        auto& payment = world.payment;
        payment.value = "1";
        payment.scheme = "upto";
        world.clock.advance(seconds{31}); // the worker's heartbeat is old
        world.lane_capacity = 0;
        world.settings.refusals_allowed = 0;
        pay::FacilitatorRail strict{world.at, world.facilitator, world.watcher, world.places,
                                    world.settings};
        const auto sell = [&] { return world.sell(payment, world.k_body, strict); };
        const auto expect_402 = [&](const char* word) {
            const auto answer = expect<pay::PaymentRequiredAgain>(sell());
            CPPUNIT_ASSERT_EQUAL(std::string{word}, answer.error);
            CPPUNIT_ASSERT(answer.payment_response.empty());
            CPPUNIT_ASSERT(!answer.detail.empty());
        };
        const auto expect_busy_with = [&](ProblemCode code) {
            const auto busy = expect<pay::Busy>(sell());
            CPPUNIT_ASSERT(busy.code == code);
            CPPUNIT_ASSERT(busy.retry_after > seconds{0});
        };

        payment.signature = "0x" + std::string(std::size_t{2} * 65, 'a'); // recovers to no address
        expect_402("invalid_exact_evm_signature");
        payment.sign(world.wallet, world.terms);
        expect_402("unsupported_scheme");
        payment.scheme = "exact";
        expect_402("invalid_exact_evm_payload_authorization_value_mismatch");
        payment = another(1);
        expect_busy_with(ProblemCode::worker_down);
        world.beat();
        expect_busy_with(ProblemCode::busy);
        world.lane_capacity = 1;
        expect_busy_with(ProblemCode::too_many_refusals);

        CPPUNIT_ASSERT_EQUAL(0, world.facilitator.verifies.load());
        CPPUNIT_ASSERT_EQUAL(0, world.facilitator.settles.load());
        CPPUNIT_ASSERT(!world.reservation(payment));
        expect<pay::Accepted>(world.sell());
    }

    void a_full_disk_is_an_answer_before_anything_is_sent()
    {
        if (world.is_skipped_on_server("a file is kept from growing")) return;
        {
            auto limit = world.database.query("PRAGMA max_page_count = 1");
            limit.step();
        }
        // Long enough to need a page that is not there.
        const std::string body(100'000, 'x');
        const auto busy = expect<pay::Busy>(world.sell(world.payment, body, world.rail));
        CPPUNIT_ASSERT(busy.code == ProblemCode::storage_full);
        CPPUNIT_ASSERT_EQUAL(0, world.facilitator.settles.load());
    }

    void an_invalid_payment_is_402_with_the_facilitators_word()
    {
        world.facilitator.verify_outcome = pay::VerifyInvalid{"insufficient_funds"};
        const auto answer = expect<pay::PaymentRequiredAgain>(world.sell());
        CPPUNIT_ASSERT_EQUAL(std::string{"insufficient_funds"}, answer.error);
        CPPUNIT_ASSERT_EQUAL(refused_response("insufficient_funds"), answer.payment_response);
        CPPUNIT_ASSERT_EQUAL(0, world.facilitator.settles.load());
        CPPUNIT_ASSERT(!world.reservation(world.payment));

        world.facilitator.verify_outcome = pay::VerifyValid{};
        expect<pay::Accepted>(world.sell());
    }

    // Shown to us for the first time after it was used: it has bought nothing here.
    void an_authorization_used_before_is_refused()
    {
        world.facilitator.verify_outcome =
            pay::VerifyInvalid{"invalid_exact_evm_nonce_already_used"};
        const auto answer = expect<pay::PaymentRequiredAgain>(world.sell());
        CPPUNIT_ASSERT_EQUAL(std::string{"invalid_exact_evm_nonce_already_used"}, answer.error);
        CPPUNIT_ASSERT_EQUAL(0, world.facilitator.settles.load());
    }

    void an_authorization_used_since_its_refusal_is_for_the_chain_to_judge()
    {
        world.facilitator.settle_outcome = pay::SettleRefused{"insufficient_funds"};
        expect<pay::PaymentRequiredAgain>(world.sell());
        world.facilitator.settles = 0;
        world.facilitator.verify_outcome =
            pay::VerifyInvalid{"invalid_exact_evm_nonce_already_used"};
        // Another request with what the settlement has made public.
        expect<pay::PaymentRequiredAgain>(
            world.sell(world.payment, R"({"payload":"another text"})", world.rail));
        world.client_gone = [] { return true; }; // asked while the worker's word is awaited
        const auto pending = expect<pay::Pending>(world.sell());
        CPPUNIT_ASSERT(world.state(pending.job_id) == State::settling);
        CPPUNIT_ASSERT(world.reservation(world.payment)->phase == job::Phase::settle_sent);
        CPPUNIT_ASSERT_EQUAL(0, world.facilitator.settles.load());
        store::Settlements settlements{world.at};
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, settlements.due(10).size());
    }

    // The clock was set ahead, and the worker has sent it meanwhile: what moved then does not show
    // in the answer to the first.
    void a_refusal_after_the_worker_has_sent_it_is_no_answer()
    {
        store::Settlements settlements{world.at};
        world.facilitator.settle_outcome = pay::SettleRefused{"insufficient_funds"};
        world.facilitator.during_settle = [&] {
            world.clock.advance(seconds{61});
            CPPUNIT_ASSERT(settlements.take_over(settlements.due(10).at(0)));
        };
        const auto pending = expect<pay::Pending>(world.sell());
        CPPUNIT_ASSERT(world.state(pending.job_id) == State::settling);
    }

    void refused_payments_run_out()
    {
        world.facilitator.verify_outcome = pay::VerifyInvalid{"insufficient_funds"};
        for (int i = 0; i < world.settings.refusals_allowed; ++i) {
            world.payment = another(static_cast<unsigned>(100 + i));
            expect<pay::PaymentRequiredAgain>(world.sell());
        }
        expect_busy(ProblemCode::too_many_refusals);
        world.client = "192.0.2.2";
        expect<pay::PaymentRequiredAgain>(world.sell());
        world.client = "192.0.2.1";
        world.clock.advance(std::chrono::minutes{10});
        world.beat();
        world.payment = another(2);
        expect<pay::PaymentRequiredAgain>(world.sell());
    }

    void an_unreachable_facilitator_leaves_the_payment_good()
    {
        world.facilitator.verify_outcome = pay::VerifyUnreachable{"facilitator 1: status 502"};
        for (int i = 0; i < world.settings.refusals_allowed + 1; ++i)
            CPPUNIT_ASSERT_EQUAL(std::string{"facilitator 1: status 502"},
                                 expect<pay::FacilitatorDown>(world.sell()).detail);
        CPPUNIT_ASSERT(!world.reservation(world.payment));
        world.facilitator.verify_outcome = pay::VerifyValid{};
        expect<pay::Accepted>(world.sell());
    }

    void a_lease_lost_during_verify_settles_nothing()
    {
        world.facilitator.during_verify = [this] { world.clock.advance(seconds{61}); };
        expect<pay::FacilitatorDown>(world.sell());
        CPPUNIT_ASSERT_EQUAL(0, world.facilitator.settles.load());
        CPPUNIT_ASSERT(!world.reservation(world.payment));
        CPPUNIT_ASSERT_EQUAL(0, world.sweeper.release_abandoned());
    }

    // The lease lapses, the sweeper releases, and a retry sells the same payment meanwhile.
    void a_reservation_taken_over_during_verify_settles_once()
    {
        std::optional<pay::SaleOutcome> second;
        world.facilitator.during_verify = [&] {
            if (world.facilitator.verifies > 1) return;
            world.clock.advance(seconds{61});
            world.beat();
            CPPUNIT_ASSERT_EQUAL(1, world.other.sweeper.release_abandoned());
            pay::FacilitatorRail rail{world.other.at, world.facilitator, world.watcher,
                                      world.places, world.settings};
            second = world.sell(world.payment, world.k_body, rail);
        };
        const auto first = expect<pay::Repeat>(world.sell());
        const auto sold = expect<pay::Accepted>(*second);
        CPPUNIT_ASSERT(first.job_id == sold.job_id);
        CPPUNIT_ASSERT_EQUAL(1, world.facilitator.settles.load());
        CPPUNIT_ASSERT(expect<pay::Repeat>(world.sell()).job_id == sold.job_id);
    }

    void too_little_time_for_a_settlement_sends_none()
    {
        world.budget = seconds{4};
        expect<pay::FacilitatorDown>(world.sell());
        CPPUNIT_ASSERT_EQUAL(0, world.facilitator.settles.load());
        CPPUNIT_ASSERT(!world.reservation(world.payment));
    }

    void calls_share_the_inline_budget()
    {
        expect<pay::Accepted>(world.sell());
        CPPUNIT_ASSERT(world.facilitator.settle_deadline.load() -
                           world.facilitator.verify_deadline.load() ==
                       seconds{20});
        CPPUNIT_ASSERT(world.facilitator.settle_deadline.load() <=
                       std::chrono::steady_clock::now() + world.budget);
    }

    void a_refused_settlement_is_402_and_may_be_tried_again()
    {
        world.facilitator.settle_outcome = pay::SettleRefused{"insufficient_funds"};
        const auto answer = expect<pay::PaymentRequiredAgain>(world.sell());
        CPPUNIT_ASSERT_EQUAL(std::string{"insufficient_funds"}, answer.error);
        CPPUNIT_ASSERT_EQUAL(refused_response("insufficient_funds"), answer.payment_response);
        world.facilitator.settle_outcome =
            pay::SettleDone{*value::TxHash::parse(support::k_tx_hash)};
        expect<pay::Accepted>(world.sell());
    }

    void an_unknown_settlement_is_pending_and_never_402()
    {
        world.facilitator.settle_outcome = pay::SettleUnknown{"facilitator 1: Timeout was reached"};
        const auto pending = expect<pay::Pending>(world.sell());
        CPPUNIT_ASSERT(world.state(pending.job_id) == State::settling);
        CPPUNIT_ASSERT(world.reservation(world.payment)->phase == job::Phase::settle_sent);
    }

    void an_unknown_settlement_is_not_sent_again()
    {
        world.facilitator.settle_outcome = pay::SettleUnknown{"facilitator 1: status 500"};
        const auto first = expect<pay::Pending>(world.sell());
        world.client_gone = [] { return true; }; // so that the repeat does not wait
        // Neither the sweeper nor the end of the authorization frees what may have been paid.
        for (const auto step : {seconds{0}, seconds{61}, seconds{86'400}}) {
            world.clock.advance(step);
            CPPUNIT_ASSERT_EQUAL(0, world.sweeper.release_abandoned());
            CPPUNIT_ASSERT(expect<pay::Pending>(world.sell()).job_id == first.job_id);
        }
        CPPUNIT_ASSERT_EQUAL(1, world.facilitator.settles.load());
        CPPUNIT_ASSERT_EQUAL(1, world.facilitator.verifies.load());
    }

    void a_settled_payment_whose_record_fails_is_no_refusal()
    {
        world.facilitator.during_settle = [this] {
            db::write(world.other.database, "test", [&](db::Writer& writer) {
                writer.run("ALTER TABLE jobs RENAME TO elsewhere");
            });
        };
        CPPUNIT_ASSERT_THROW(world.sell(), base::Fault);
        db::write(world.other.database, "test",
                  [&](db::Writer& writer) { writer.run("ALTER TABLE elsewhere RENAME TO jobs"); });
        world.client_gone = [] { return true; };
        expect<pay::Pending>(world.sell());
        CPPUNIT_ASSERT_EQUAL(1, world.facilitator.settles.load());
    }

    void a_settled_payment_decided_against_is_no_refusal()
    {
        world.facilitator.during_settle = [this] {
            world.other.reservations.refuse(*world.reservation(world.payment), "decided_unpaid", "",
                                            store::Reservations::Counts::no);
        };
        expect<pay::Pending>(world.sell());
    }

    void a_refusal_decided_against_is_the_decision()
    {
        world.facilitator.during_settle = [this] {
            world.other.reservations.mark_settled(*world.reservation(world.payment),
                                                  "{\"found\":true}", support::k_tx_hash);
        };
        for (const pay::SettleOutcome& late :
             {pay::SettleOutcome{pay::SettleRefused{"insufficient_funds"}},
              pay::SettleOutcome{pay::SettleDone{*value::TxHash::parse(support::k_tx_hash)}}}) {
            world.facilitator.settle_outcome = late;
            world.payment = another(static_cast<unsigned>(10 + late.index()));
            CPPUNIT_ASSERT_EQUAL(std::string{"{\"found\":true}"},
                                 expect<pay::Repeat>(world.sell()).payment_response);
        }
    }

    void a_settled_payment_queues_the_job()
    {
        const auto sold = expect<pay::Accepted>(world.sell());
        CPPUNIT_ASSERT(world.state(sold.job_id) == State::queued);
        CPPUNIT_ASSERT_EQUAL(pay::settle_response_done(world.payment.parsed(), world.terms,
                                                       *value::TxHash::parse(support::k_tx_hash)),
                             sold.payment_response);
        const auto stored = world.reservation(world.payment);
        CPPUNIT_ASSERT(stored->phase == job::Phase::settled);
        CPPUNIT_ASSERT_EQUAL(support::k_tx_hash, stored->tx_hash);
        CPPUNIT_ASSERT_EQUAL(sold.payment_response, stored->response);
        CPPUNIT_ASSERT(stored->value == world.terms.price);
        const auto claimed = world.lanes.claim_next({.lane = std::string{support::k_lane}},
                                                    support::k_worker, std::chrono::minutes{1});
        CPPUNIT_ASSERT_EQUAL(std::string{world.k_body}, claimed->request);
    }

    void settle_asks_whoever_verified()
    {
        world.facilitator.verify_outcome = pay::VerifyValid{.endpoint = 2};
        expect<pay::Accepted>(world.sell());
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, world.facilitator.settled_at.load());
    }

    void what_was_heard_of_the_facilitator_is_kept()
    {
        const auto heard = [this] { return *world.bulletin.observation("facilitator"); };
        const auto first = world.clock.now();
        expect<pay::Accepted>(world.sell());
        CPPUNIT_ASSERT_EQUAL(std::string{"ok"}, heard().status);
        world.clock.advance(seconds{9});
        world.payment = another(2);
        expect<pay::Accepted>(world.sell());
        CPPUNIT_ASSERT(heard().at == first);
        world.clock.advance(seconds{1});
        world.payment = another(3);
        expect<pay::Accepted>(world.sell());
        CPPUNIT_ASSERT(heard().at == world.clock.now());

        world.facilitator.settle_outcome = pay::SettleUnknown{"facilitator 1: status 500"};
        world.payment = another(4);
        expect<pay::Pending>(world.sell());
        CPPUNIT_ASSERT_EQUAL(std::string{"failing"}, heard().status);
        CPPUNIT_ASSERT_EQUAL(std::string{"facilitator 1: status 500"}, heard().detail);
    }

    void a_v_that_no_token_takes_is_named()
    {
        auto payment = world.payment;
        auto signature = *base::from_hex_0x(payment.signature);
        signature[64] = static_cast<std::uint8_t>(signature[64] - 27);
        payment.signature = base::to_hex_0x(signature);
        const auto refused = expect<pay::PaymentRequiredAgain>(world.sell(payment));
        CPPUNIT_ASSERT_EQUAL(std::string{"invalid_exact_evm_signature"}, refused.error);
        CPPUNIT_ASSERT(refused.detail.find("27 or 28") != std::string::npos);
        // A wallet's byte is its own affair: the facilitator is asked.
        payment.sign(support::Wallet{4}, world.terms);
        signature = *base::from_hex_0x(payment.signature);
        signature[64] = static_cast<std::uint8_t>(signature[64] - 27);
        payment.signature = base::to_hex_0x(signature);
        static_cast<void>(expect<pay::Accepted>(world.sell(payment)));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(FacilitatorRailTest);

} // namespace
