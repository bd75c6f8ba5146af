// The buyer's own name for a purchase (payment-identifier): one of a payer's names buys once, with
// whatever authorization it comes. And prices whose transfer must be seen. Real SQLite.
#include "pay/facilitator_rail.hpp"

#include "support/rail_world.hpp"

#include "store/settlements.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <thread>

namespace {

using std::chrono::seconds;

constexpr const char* k_name = "order-0123456789-abc";
constexpr const char* k_other_body = R"({"payload":"two plus two is five"})";

class FacilitatorRailIdentifierTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(FacilitatorRailIdentifierTest);
    CPPUNIT_TEST(another_request_under_the_name_is_a_conflict);
    CPPUNIT_TEST(an_authorization_must_keep_its_name);
    CPPUNIT_TEST(an_unproven_signature_learns_nothing_of_the_name);
    CPPUNIT_TEST(an_old_signature_of_the_payer_learns_nothing_of_the_name);
    CPPUNIT_TEST(another_payer_may_use_the_same_name);
    CPPUNIT_TEST(a_new_authorization_under_the_name_is_neither_verified_nor_settled);
    CPPUNIT_TEST(twenty_authorizations_under_one_name_at_once_buy_one_job);
    CPPUNIT_TEST(a_name_whose_payment_was_refused_is_free_again);
    CPPUNIT_TEST(a_checked_price_is_sold_once_the_worker_has_seen_the_transfer);
    CPPUNIT_TEST(a_checked_price_that_nobody_sees_is_pending);
    CPPUNIT_TEST(a_crowd_of_checked_prices_does_not_hold_every_thread);
    CPPUNIT_TEST_SUITE_END();

    support::RailWorld world;

    template <typename T> T expect(const pay::SaleOutcome& outcome)
    {
        CPPUNIT_ASSERT_MESSAGE(support::name_of(outcome), std::holds_alternative<T>(outcome));
        return std::get<T>(outcome);
    }
    support::PaymentText named(unsigned number, const std::string& name = k_name)
    {
        auto payment = support::good_payment(world.wallet, world.terms, world.clock.now(), number);
        payment.identifier = name;
        return payment;
    }

public:
    void another_request_under_the_name_is_a_conflict()
    {
        expect<pay::Accepted>(world.sell(named(1), world.k_body, world.rail));
        expect<pay::IdentifierConflict>(world.sell(named(2), k_other_body, world.rail));
        CPPUNIT_ASSERT_EQUAL(1, world.facilitator.verifies.load());
    }

    void an_authorization_must_keep_its_name()
    {
        expect<pay::Accepted>(world.sell(named(1), world.k_body, world.rail));
        const auto unnamed =
            expect<pay::IdentifierConflict>(world.sell(named(1, ""), world.k_body, world.rail));
        CPPUNIT_ASSERT(unnamed.is_settled == true); // charged: it is not told to pay again
        expect<pay::IdentifierConflict>(
            world.sell(named(1, "another-name-0123456"), world.k_body, world.rail));
        expect<pay::Repeat>(world.sell(named(1), world.k_body, world.rail));
    }

    void an_unproven_signature_learns_nothing_of_the_name()
    {
        expect<pay::Accepted>(world.sell(named(1), world.k_body, world.rail));
        auto stranger = named(2);
        stranger.signature = "0x" + std::string(200, '1'); // as a smart wallet's: not proven
        expect<pay::IdentifierConflict>(world.sell(stranger, world.k_body, world.rail));
        CPPUNIT_ASSERT_EQUAL(1, world.facilitator.verifies.load());
    }

    // Public, and good once: for another service, or for this one long ago.
    void an_old_signature_of_the_payer_learns_nothing_of_the_name()
    {
        expect<pay::Accepted>(world.sell(named(1), world.k_body, world.rail));
        auto expired = named(2);
        expired.valid_before = "1000000000";
        auto elsewhere = named(3);
        elsewhere.to = "0x00000000000000000000000000000000000000cc";
        for (auto* each : {&expired, &elsewhere}) {
            each->sign(world.wallet, world.terms);
            expect<pay::PaymentRequiredAgain>(world.sell(*each, world.k_body, world.rail));
        }
        CPPUNIT_ASSERT_EQUAL(1, world.facilitator.verifies.load());
    }

    void another_payer_may_use_the_same_name()
    {
        expect<pay::Accepted>(world.sell(named(1), world.k_body, world.rail));
        const support::Wallet second{4};
        auto payment = support::good_payment(second, world.terms, world.clock.now(), 2);
        payment.identifier = k_name;
        expect<pay::Accepted>(world.sell(payment, world.k_body, world.rail));
    }

    void a_new_authorization_under_the_name_is_neither_verified_nor_settled()
    {
        const auto sold = expect<pay::Accepted>(world.sell(named(1), world.k_body, world.rail));
        const auto again = expect<pay::Repeat>(world.sell(named(2), world.k_body, world.rail));
        CPPUNIT_ASSERT_EQUAL(sold.job_id.text(), again.job_id.text());
        CPPUNIT_ASSERT_EQUAL(sold.payment_response, again.payment_response);
        CPPUNIT_ASSERT_EQUAL(1, world.facilitator.verifies.load());
        CPPUNIT_ASSERT_EQUAL(1, world.facilitator.settles.load());
    }

    void twenty_authorizations_under_one_name_at_once_buy_one_job()
    {
        std::atomic<int> accepted{0};
        std::atomic<int> repeated{0};
        {
            std::vector<std::jthread> buyers;
            for (unsigned number = 1; number <= 20; ++number)
                buyers.emplace_back([&, number] {
                    support::OtherProcess process{world.options, world.clock, world.waker};
                    pay::FacilitatorRail rail{process.at, world.facilitator, world.watcher,
                                              world.places, world.settings};
                    const auto answer = world.sell(named(number), world.k_body, rail);
                    if (std::holds_alternative<pay::Accepted>(answer)) ++accepted;
                    if (std::holds_alternative<pay::Repeat>(answer) ||
                        std::holds_alternative<pay::Pending>(answer))
                        ++repeated;
                });
        }
        CPPUNIT_ASSERT_EQUAL(1, accepted.load());
        CPPUNIT_ASSERT_EQUAL(19, repeated.load());
        CPPUNIT_ASSERT_EQUAL(1, world.facilitator.settles.load());
    }

    void a_name_whose_payment_was_refused_is_free_again()
    {
        world.facilitator.settle_outcome = pay::SettleRefused{"insufficient_funds"};
        expect<pay::PaymentRequiredAgain>(world.sell(named(1), world.k_body, world.rail));
        world.facilitator.settle_outcome =
            pay::SettleDone{*value::TxHash::parse(support::k_tx_hash)};
        expect<pay::Accepted>(world.sell(named(2), world.k_body, world.rail));
    }

    void a_checked_price_is_sold_once_the_worker_has_seen_the_transfer()
    {
        world.settings.receipt_check_from = world.terms.price;
        pay::FacilitatorRail careful{world.at, world.facilitator, world.watcher, world.places,
                                     world.settings};
        std::jthread worker{[&] {
            support::OtherProcess process{world.options, world.clock, world.waker};
            store::Settlements settlements{{process.database, world.clock, world.waker}};
            for (;;) {
                const auto due = settlements.due(1);
                if (!due.empty() && due[0].payment.phase == job::Phase::settled_unproven) {
                    settlements.prove(due[0], {support::k_tx_hash, 7, 1}, R"({"seen":true})");
                    return;
                }
                std::this_thread::yield();
            }
        }};
        const auto sold = expect<pay::Accepted>(world.sell(world.payment, world.k_body, careful));
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"seen":true})"}, sold.payment_response);
        CPPUNIT_ASSERT(world.state(sold.job_id) == job::State::queued);
    }

    void a_checked_price_that_nobody_sees_is_pending()
    {
        world.settings.receipt_check_from = world.terms.price;
        world.budget = std::chrono::milliseconds{6'000};
        pay::FacilitatorRail careful{world.at, world.facilitator, world.watcher, world.places,
                                     world.settings};
        const auto pending = expect<pay::Pending>(world.sell(world.payment, world.k_body, careful));
        CPPUNIT_ASSERT(world.state(pending.job_id) == job::State::settling);
        CPPUNIT_ASSERT(world.reservation(world.payment)->phase == job::Phase::settled_unproven);
    }

    void a_crowd_of_checked_prices_does_not_hold_every_thread()
    {
        world.settings.receipt_check_from = world.terms.price;
        std::vector<job::WaitingPlaces::Place> taken;
        for (int job = 0; job < world.places.bounds(job::Waiting::proof).all; ++job)
            taken.push_back(
                *world.places.try_take(job::Waiting::proof, "192.0.2.9", std::to_string(job)));
        pay::FacilitatorRail careful{world.at, world.facilitator, world.watcher, world.places,
                                     world.settings};
        const auto begin = std::chrono::steady_clock::now();
        expect<pay::Pending>(world.sell(world.payment, world.k_body, careful));
        // With a place of its own it waits 20 s.
        CPPUNIT_ASSERT(std::chrono::steady_clock::now() - begin < std::chrono::seconds{15});
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(FacilitatorRailIdentifierTest);

} // namespace
