// The same request of the same payer under a new authorization: which purchase stands in for it,
// and when it is sold again. Real SQLite.
#include "pay/facilitator_rail.hpp"

#include "support/rail_world.hpp"
#include "support/retention.hpp"

#include "db/transaction.hpp"
#include "store/ledger.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <atomic>
#include <thread>

namespace {

using std::chrono::minutes;
using std::chrono::seconds;

constexpr const char* k_another_body = R"({"payload":"two plus two is five"})";
constexpr std::string_view k_artifact = R"({"a":1})";

class SameRequestTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(SameRequestTest);
    CPPUNIT_TEST(a_lost_answer_is_had_again_under_a_new_authorization);
    CPPUNIT_TEST(what_is_undecided_is_pending_for_the_new_authorization);
    CPPUNIT_TEST(a_new_authorization_waits_for_no_decision);
    CPPUNIT_TEST(after_the_window_it_is_sold_again);
    CPPUNIT_TEST(a_scan_is_sold_again_a_minute_after_it_is_complete);
    CPPUNIT_TEST(a_name_of_its_own_buys_it_again);
    CPPUNIT_TEST(another_payer_or_request_is_another_purchase);
    CPPUNIT_TEST(what_came_to_nothing_stands_in_for_nothing);
    CPPUNIT_TEST(an_authorization_that_could_not_buy_learns_nothing);
    CPPUNIT_TEST(one_that_the_chain_shows_as_used_learns_nothing);
    CPPUNIT_TEST(twenty_authorizations_at_once_buy_one_job);
    CPPUNIT_TEST_SUITE_END();

    support::RailWorld world;

    template <typename T> T expect(const pay::SaleOutcome& outcome)
    {
        CPPUNIT_ASSERT_MESSAGE(support::name_of(outcome), std::holds_alternative<T>(outcome));
        return std::get<T>(outcome);
    }
    support::PaymentText signed_anew(unsigned number)
    {
        return support::good_payment(world.wallet, world.terms, world.clock.now(), number);
    }
    pay::SaleOutcome sell(unsigned number)
    {
        return world.sell(signed_anew(number), world.k_body, world.rail);
    }
    store::ClaimedJob claim()
    {
        auto claimed = world.lanes.claim_next({.lane = std::string{support::k_lane}},
                                              support::k_worker, seconds{60});
        CPPUNIT_ASSERT(claimed);
        return *std::move(claimed);
    }
    void complete()
    {
        CPPUNIT_ASSERT(world.lanes.complete(claim().job, support::k_worker,
                                            support::result_of(k_artifact), world.clock.now()));
    }
    void fail()
    {
        for (int attempt = 0; attempt < 2; ++attempt)
            world.lanes.attempt_failed(claim().job, support::k_worker, "engine_crashed", 2);
    }
    void expect_one_sale()
    {
        CPPUNIT_ASSERT_EQUAL(1, world.facilitator.verifies.load());
        CPPUNIT_ASSERT_EQUAL(1, world.facilitator.settles.load());
        auto rows = world.database.query("SELECT count(*) FROM payment");
        rows.step();
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, rows.integer(0));
    }

public:
    void setUp() override { world.stands_in = {minutes{10}}; }

    void a_lost_answer_is_had_again_under_a_new_authorization()
    {
        const auto begun = world.clock.now();
        const auto sold = expect<pay::Accepted>(sell(1));
        world.clock.advance(seconds{12});
        const auto queued = expect<pay::Repeat>(sell(2));
        CPPUNIT_ASSERT(queued.job_id == sold.job_id);
        CPPUNIT_ASSERT_EQUAL(sold.payment_response, queued.payment_response);
        CPPUNIT_ASSERT(queued.earlier && queued.earlier->created == begun);
        CPPUNIT_ASSERT(!queued.earlier->until);
        complete();
        const auto done = expect<pay::Repeat>(sell(3));
        CPPUNIT_ASSERT(done.job_id == sold.job_id);
        CPPUNIT_ASSERT(done.earlier.value().until == world.clock.now() + minutes{10});
        // Who sends the first authorization again has an answer of its own.
        CPPUNIT_ASSERT(!expect<pay::Repeat>(sell(1)).earlier);
        expect_one_sale();
    }

    void what_is_undecided_is_pending_for_the_new_authorization()
    {
        world.facilitator.settle_outcome = pay::SettleUnknown{"facilitator 1: status 500"};
        const auto first = expect<pay::Pending>(sell(1));
        world.clock.advance(minutes{30});
        world.beat();
        const auto again = expect<pay::Pending>(sell(2));
        CPPUNIT_ASSERT(again.job_id == first.job_id);
        CPPUNIT_ASSERT(again.earlier && !again.earlier->until);
        expect_one_sale();
    }

    void a_new_authorization_waits_for_no_decision()
    {
        std::optional<pay::SaleOutcome> meanwhile;
        world.facilitator.during_verify = [&] {
            support::OtherProcess process{world.options, world.clock, world.waker};
            pay::FacilitatorRail rail{process.at, world.facilitator, world.watcher, world.places,
                                      world.settings};
            meanwhile = world.sell(signed_anew(2), world.k_body, rail);
        };
        world.client_gone = []() -> bool { throw base::Fault{"somebody waits"}; };
        world.facilitator.verify_outcome = pay::VerifyInvalid{"insufficient_funds"};
        expect<pay::PaymentRequiredAgain>(sell(1));
        CPPUNIT_ASSERT(expect<pay::Pending>(*meanwhile).earlier);
        // It was refused after all: the same header buys.
        world.facilitator.during_verify = [] {};
        world.facilitator.verify_outcome = pay::VerifyValid{};
        expect<pay::Accepted>(sell(2));
    }

    void after_the_window_it_is_sold_again()
    {
        const auto first = expect<pay::Accepted>(sell(1));
        complete();
        world.clock.advance(minutes{10} - seconds{1});
        world.beat();
        expect<pay::Repeat>(sell(2));
        world.clock.advance(seconds{1});
        const auto second = expect<pay::Accepted>(sell(3));
        CPPUNIT_ASSERT(second.job_id != first.job_id);
        // The newest stands in.
        CPPUNIT_ASSERT(expect<pay::Repeat>(sell(4)).job_id == second.job_id);
        // Unfinished, it does so as long as it takes.
        world.clock.advance(minutes{50});
        world.beat();
        CPPUNIT_ASSERT(expect<pay::Repeat>(sell(5)).job_id == second.job_id);
    }

    void a_scan_is_sold_again_a_minute_after_it_is_complete()
    {
        world.stands_in = {seconds{60}};
        expect<pay::Accepted>(sell(1));
        world.clock.advance(minutes{9});
        world.beat();
        expect<pay::Repeat>(sell(2));
        complete();
        world.clock.advance(seconds{59});
        const auto again = expect<pay::Repeat>(sell(3));
        CPPUNIT_ASSERT(again.earlier.value().until == world.clock.now() + seconds{1});
        world.clock.advance(seconds{1});
        world.beat();
        expect<pay::Accepted>(sell(4));
    }

    void a_name_of_its_own_buys_it_again()
    {
        const auto first = expect<pay::Accepted>(sell(1));
        auto named = signed_anew(2);
        named.identifier = "once-more-0123456789";
        const auto second = expect<pay::Accepted>(world.sell(named, world.k_body, world.rail));
        CPPUNIT_ASSERT(second.job_id != first.job_id);
        named = signed_anew(3);
        named.identifier = "once-more-0123456789";
        const auto again = expect<pay::Repeat>(world.sell(named, world.k_body, world.rail));
        CPPUNIT_ASSERT(again.job_id == second.job_id && !again.earlier);
        CPPUNIT_ASSERT(expect<pay::Repeat>(sell(4)).job_id == second.job_id);
    }

    void another_payer_or_request_is_another_purchase()
    {
        expect<pay::Accepted>(sell(1));
        expect<pay::Accepted>(world.sell(signed_anew(2), k_another_body, world.rail));
        const support::Wallet other{4};
        expect<pay::Accepted>(
            world.sell(support::good_payment(other, world.terms, world.clock.now(), 3),
                       world.k_body, world.rail));
        // A smart wallet, whose payer is not proven.
        auto unproven = signed_anew(4);
        unproven.signature = "0x" + std::string(200, '1');
        expect<pay::Accepted>(world.sell(unproven, world.k_body, world.rail));
    }

    void what_came_to_nothing_stands_in_for_nothing()
    {
        world.facilitator.settle_outcome = pay::SettleRefused{"insufficient_funds"};
        expect<pay::PaymentRequiredAgain>(sell(1));
        world.facilitator.settle_outcome =
            pay::SettleDone{*value::TxHash::parse(support::k_tx_hash)};
        const auto failed = expect<pay::Accepted>(sell(2));
        fail();
        const auto owed = expect<pay::Accepted>(sell(3));
        CPPUNIT_ASSERT(owed.job_id != failed.job_id);
        auto nothing_read = support::result_of(k_artifact);
        nothing_read.are_sources_unread = true;
        CPPUNIT_ASSERT(
            world.lanes.complete(claim().job, support::k_worker, nothing_read, world.clock.now()));
        const auto view = world.reading.find(owed.job_id, store::Reading::Artifact::leave);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, view->credits.size());
        const auto kept = expect<pay::Accepted>(sell(4));
        complete();
        world.stands_in.window = std::chrono::hours{24 * 700};
        CPPUNIT_ASSERT(expect<pay::Repeat>(sell(5)).job_id == kept.job_id);
        db::write(world.database, "test",
                  [](db::Writer& writer) { writer.run("UPDATE jobs SET kept = 'books'"); });
        expect<pay::Accepted>(sell(6));
    }

    void an_authorization_that_could_not_buy_learns_nothing()
    {
        expect<pay::Accepted>(sell(1));
        auto expired = signed_anew(2);
        expired.valid_before = "1000000000";
        auto elsewhere = signed_anew(3);
        elsewhere.to = "0x00000000000000000000000000000000000000cc";
        for (auto* each : {&expired, &elsewhere}) {
            each->sign(world.wallet, world.terms);
            expect<pay::PaymentRequiredAgain>(world.sell(*each, world.k_body, world.rail));
        }
        expect_one_sale();
        // What is another's may be an owner's of a smart wallet: a facilitator decides.
        auto forged = signed_anew(4);
        forged.sign(support::Wallet{9}, world.terms);
        world.facilitator.verify_outcome = pay::VerifyInvalid{"invalid_exact_evm_signature"};
        expect<pay::PaymentRequiredAgain>(world.sell(forged, world.k_body, world.rail));
        CPPUNIT_ASSERT_EQUAL(1, world.facilitator.settles.load());
    }

    // Another service settled it: a reader of the chain could present it.
    void one_that_the_chain_shows_as_used_learns_nothing()
    {
        expect<pay::Accepted>(sell(1));
        const auto used = signed_anew(2);
        store::Ledger ledger{world.at};
        const job::Transfer transfer{.network = world.terms.token.network,
                                     .tx_hash = "0x" + std::string(64, 'e'),
                                     .log_index = 1,
                                     .asset = world.terms.token.contract,
                                     .payer = world.wallet.address(),
                                     .value = world.terms.price,
                                     .nonce = used.parsed().authorization.nonce,
                                     .block_number = 7,
                                     .block_time_s = 1};
        ledger.record({.came = {transfer}},
                      [](const auto&) { return std::vector<store::ClaimAnswer>{}; });
        world.facilitator.verify_outcome =
            pay::VerifyInvalid{"invalid_exact_evm_nonce_already_used"};
        expect<pay::PaymentRequiredAgain>(world.sell(used, world.k_body, world.rail));
        CPPUNIT_ASSERT_EQUAL(2, world.facilitator.verifies.load());
    }

    void twenty_authorizations_at_once_buy_one_job()
    {
        std::atomic<int> accepted{0};
        std::atomic<int> answered{0};
        {
            std::vector<std::jthread> buyers;
            for (unsigned number = 1; number <= 20; ++number)
                buyers.emplace_back([&, number] {
                    support::OtherProcess process{world.options, world.clock, world.waker};
                    pay::FacilitatorRail rail{process.at, world.facilitator, world.watcher,
                                              world.places, world.settings};
                    const auto answer = world.sell(signed_anew(number), world.k_body, rail);
                    if (std::holds_alternative<pay::Accepted>(answer)) ++accepted;
                    const auto* pending = std::get_if<pay::Pending>(&answer);
                    const auto* repeat = std::get_if<pay::Repeat>(&answer);
                    if ((pending != nullptr && pending->earlier) ||
                        (repeat != nullptr && repeat->earlier))
                        ++answered;
                });
        }
        CPPUNIT_ASSERT_EQUAL(1, accepted.load());
        CPPUNIT_ASSERT_EQUAL(19, answered.load());
        expect_one_sale();
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(SameRequestTest);

} // namespace
