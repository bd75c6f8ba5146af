// A claim is held by one attempt of one worker, and only its holder changes the job. Real SQLite.
#include "store/reservations.hpp"

#include "base/fault.hpp"
#include "support/temp_database.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using job::State;
using std::chrono::minutes;
using std::chrono::seconds;
using support::k_lane;
using support::k_worker;
using support::reservation_order;
using support::result_of;

class ClaimTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ClaimTest);
    CPPUNIT_TEST(nothing_is_claimed_but_what_is_queued_in_the_lane);
    CPPUNIT_TEST(the_oldest_comes_first);
    CPPUNIT_TEST(a_further_attempt_goes_to_the_head_of_the_lane);
    CPPUNIT_TEST(who_has_fewer_jobs_running_comes_first);
    CPPUNIT_TEST(what_is_given_back_has_used_no_attempt);
    CPPUNIT_TEST(a_lost_claim_changes_nothing);
    CPPUNIT_TEST(an_earlier_attempt_of_the_same_worker_changes_nothing);
    CPPUNIT_TEST(a_lapsed_claim_is_lost_only_when_it_is_taken_away);
    CPPUNIT_TEST(lost_claims_are_the_lapsed_and_the_strangers);
    CPPUNIT_TEST(used_up_attempts_fail_the_job_with_one_credit);
    CPPUNIT_TEST(a_failed_job_stays_failed);
    CPPUNIT_TEST(a_wrong_hash_is_a_fault_and_stores_nothing);
    CPPUNIT_TEST(completion_keeps_the_very_bytes);
    CPPUNIT_TEST(an_anchored_result_leaves_an_outbox_row);
    CPPUNIT_TEST(progress_is_shown_until_the_next_attempt);
    CPPUNIT_TEST_SUITE_END();

    support::StoreWorld world;
    store::Reservations& reservations = world.reservations;
    store::Queue& lanes = world.lanes;
    store::Reading& reading = world.reading;

    void expect_powerless(const job::Job& job, std::string_view worker)
    {
        CPPUNIT_ASSERT(!lanes.extend_lease(job, worker, minutes{1}));
        CPPUNIT_ASSERT(!lanes.report_progress(job, worker, {"skeptic", 1, 2}));
        CPPUNIT_ASSERT(!lanes.complete(job, worker, result_of("{}"), world.clock.now()));
        CPPUNIT_ASSERT(!lanes.attempt_failed(job, worker, "crashed", 3));
    }

public:
    void nothing_is_claimed_but_what_is_queued_in_the_lane()
    {
        CPPUNIT_ASSERT(!lanes.claim_next({.lane = std::string{k_lane}}, k_worker, minutes{1}));
        CPPUNIT_ASSERT(reservations.reserve(reservation_order(1))); // settling
        const auto refused = reservations.reserve(reservation_order(2));
        reservations.refuse(*refused, "invalid", "", store::Reservations::Counts::no);
        auto elsewhere = reservation_order(3);
        elsewhere.goods.lane = "forensics";
        world.queue(elsewhere);
        CPPUNIT_ASSERT(!lanes.claim_next({.lane = std::string{k_lane}}, k_worker, minutes{1}));
        CPPUNIT_ASSERT(lanes.claim_next({.lane = "forensics"}, k_worker, minutes{1}));
        CPPUNIT_ASSERT(!lanes.claim_next({.lane = "forensics"}, k_worker, minutes{1}));
    }

    void the_oldest_comes_first()
    {
        const auto first = world.queue(reservation_order(1));
        world.clock.advance(std::chrono::milliseconds{1});
        const auto second = world.queue(reservation_order(2));
        const auto claimed = lanes.claim_next({.lane = std::string{k_lane}}, k_worker, minutes{1});
        CPPUNIT_ASSERT(claimed->job.id == first.job_id);
        CPPUNIT_ASSERT(claimed->job.state == State::running);
        CPPUNIT_ASSERT_EQUAL(1, claimed->job.attempt);
        CPPUNIT_ASSERT_EQUAL(std::string{reservation_order(1).request}, claimed->request);
        CPPUNIT_ASSERT(
            lanes.claim_next({.lane = std::string{k_lane}}, k_worker, minutes{1})->job.id ==
            second.job_id);
    }

    void a_further_attempt_goes_to_the_head_of_the_lane()
    {
        const auto failing = world.start(reservation_order(1), k_worker);
        world.queue(reservation_order(2));
        CPPUNIT_ASSERT(lanes.attempt_failed(failing.job, k_worker, "crashed", 3));
        const auto again = lanes.claim_next({.lane = std::string{k_lane}}, k_worker, minutes{1});
        CPPUNIT_ASSERT(again->job.id == failing.job.id);
        CPPUNIT_ASSERT_EQUAL(2, again->job.attempt);
        CPPUNIT_ASSERT_EQUAL(std::string{"crashed"}, again->job.error);
    }

    // Many jobs of one payer, or of many payers at one address, wait behind another's first.
    void who_has_fewer_jobs_running_comes_first()
    {
        const auto order_of = [](unsigned number, std::uint8_t payer, const char* client) {
            auto order = reservation_order(number);
            order.key.payer = value::EvmAddress{value::EvmAddress::Raw{payer}};
            order.buyer.client = client;
            return order;
        };
        const auto share = store::LaneShare{.lane = std::string{k_lane}, .is_in_turn = true};
        const auto claim = [&] { return lanes.claim_next(share, k_worker, minutes{1})->job.id; };
        const auto first = world.queue(order_of(1, 1, "192.0.2.1")).job_id;
        const auto of_same_payer = world.queue(order_of(2, 1, "192.0.2.2")).job_id;
        const auto of_same_client = world.queue(order_of(3, 3, "192.0.2.1")).job_id;
        const auto of_nobody = world.queue(order_of(4, 4, "192.0.2.4")).job_id;
        CPPUNIT_ASSERT(claim() == first);
        CPPUNIT_ASSERT(claim() == of_nobody);
        CPPUNIT_ASSERT(claim() == of_same_payer);
        CPPUNIT_ASSERT(claim() == of_same_client);
    }

    void what_is_given_back_has_used_no_attempt()
    {
        const auto claimed = world.start(reservation_order(1), k_worker);
        CPPUNIT_ASSERT(!lanes.give_back(claimed.job, "worker-2", "stopped"));
        CPPUNIT_ASSERT(lanes.give_back(claimed.job, k_worker, "stopped"));
        expect_powerless(claimed.job, k_worker);
        CPPUNIT_ASSERT_EQUAL(
            1,
            lanes.claim_next({.lane = std::string{k_lane}}, "worker-2", minutes{1})->job.attempt);
    }

    void a_lost_claim_changes_nothing()
    {
        const auto claimed = world.start(reservation_order(1), k_worker);
        expect_powerless(claimed.job, "worker-2");
        CPPUNIT_ASSERT(lanes.attempt_failed(claimed.job, k_worker, "killed", 3));
        expect_powerless(claimed.job, k_worker);
        CPPUNIT_ASSERT(world.state(claimed.job.id) == State::queued);
    }

    void an_earlier_attempt_of_the_same_worker_changes_nothing()
    {
        const auto first = world.start(reservation_order(1), k_worker);
        lanes.attempt_failed(first.job, k_worker, "lapsed", 3);
        const auto second = lanes.claim_next({.lane = std::string{k_lane}}, k_worker, minutes{1});
        expect_powerless(first.job, k_worker);
        CPPUNIT_ASSERT(lanes.complete(second->job, k_worker, result_of("{}"), world.clock.now()));
        expect_powerless(second->job, k_worker);
    }

    void a_lapsed_claim_is_lost_only_when_it_is_taken_away()
    {
        const auto claimed = world.start(reservation_order(1), k_worker);
        world.clock.advance(minutes{5});
        CPPUNIT_ASSERT(lanes.extend_lease(claimed.job, k_worker, minutes{1}));
        CPPUNIT_ASSERT(lanes.lost_claims(k_worker, minutes{1}).empty());
    }

    void lost_claims_are_the_lapsed_and_the_strangers()
    {
        const auto mine = world.start(reservation_order(1), k_worker);
        const auto dead = world.start(reservation_order(2), "worker-0");
        world.queue(reservation_order(3));
        auto lost = lanes.lost_claims(k_worker, minutes{1});
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, lost.size());
        CPPUNIT_ASSERT(lost[0].job.id == dead.job.id);
        CPPUNIT_ASSERT_EQUAL(std::string{"worker-0"}, lost[0].worker);
        CPPUNIT_ASSERT(lanes.attempt_failed(lost[0].job, lost[0].worker, "worker_lost", 3));

        world.clock.advance(minutes{1});
        lost = lanes.lost_claims(k_worker, minutes{1});
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, lost.size());
        CPPUNIT_ASSERT(lost[0].job.id == mine.job.id);
    }

    void used_up_attempts_fail_the_job_with_one_credit()
    {
        auto claimed = world.start(reservation_order(1), k_worker);
        CPPUNIT_ASSERT(lanes.attempt_failed(claimed.job, k_worker, "crashed", 2));
        CPPUNIT_ASSERT(
            reading.find(claimed.job.id, store::Reading::Artifact::leave)->credits.empty());
        claimed = *lanes.claim_next({.lane = std::string{k_lane}}, k_worker, minutes{1});
        world.clock.advance(seconds{1});
        CPPUNIT_ASSERT(lanes.attempt_failed(claimed.job, k_worker, "deadline", 2));

        const auto view = reading.find(claimed.job.id, store::Reading::Artifact::leave);
        CPPUNIT_ASSERT(view->job.state == State::failed);
        CPPUNIT_ASSERT_EQUAL(std::string{"deadline"}, view->job.error);
        CPPUNIT_ASSERT(view->job.completed == world.clock.now());
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, view->credits.size());
        const job::Credit& credit = view->credits[0];
        CPPUNIT_ASSERT_EQUAL(std::string{"job_failed"}, credit.reason);
        CPPUNIT_ASSERT_EQUAL(std::string{"open"}, credit.state);
        CPPUNIT_ASSERT_EQUAL(std::string{"v2"}, credit.rail);
        CPPUNIT_ASSERT_EQUAL(reservation_order(1).key.payer.text(), credit.payer);
        CPPUNIT_ASSERT(credit.value == reservation_order(1).goods.price);
        CPPUNIT_ASSERT_EQUAL(std::string{"0xabc"}, credit.tx_hash);
    }

    void a_failed_job_stays_failed()
    {
        const auto claimed = world.start(reservation_order(1), k_worker);
        CPPUNIT_ASSERT(lanes.attempt_failed(claimed.job, k_worker, "crashed", 1));
        expect_powerless(claimed.job, k_worker);
        CPPUNIT_ASSERT(!lanes.claim_next({.lane = std::string{k_lane}}, k_worker, minutes{1}));
        CPPUNIT_ASSERT_EQUAL(
            std::size_t{1},
            reading.find(claimed.job.id, store::Reading::Artifact::leave)->credits.size());
    }

    void a_wrong_hash_is_a_fault_and_stores_nothing()
    {
        const auto claimed = world.start(reservation_order(1), k_worker);
        auto result = result_of("{}");
        result.artifact = "{ }";
        CPPUNIT_ASSERT_THROW(lanes.complete(claimed.job, k_worker, result, world.clock.now()),
                             base::Fault);
        CPPUNIT_ASSERT(world.state(claimed.job.id) == State::running);
    }

    void completion_keeps_the_very_bytes()
    {
        const auto claimed = world.start(reservation_order(1), k_worker);
        const std::string artifact = "{\"a\":\"\xd0\xb6\",\"z\":" + std::string(200'000, '1') + "}";
        const auto completed = world.clock.now() - seconds{1};
        CPPUNIT_ASSERT(lanes.complete(claimed.job, k_worker, result_of(artifact), completed));
        const auto view = reading.find(claimed.job.id, store::Reading::Artifact::fetch);
        CPPUNIT_ASSERT(view->job.state == State::complete);
        CPPUNIT_ASSERT(view->job.completed == completed);
        CPPUNIT_ASSERT(view->result->artifact == artifact);
        CPPUNIT_ASSERT(view->result->hash == result_of(artifact).hash);
        CPPUNIT_ASSERT_EQUAL(std::string{"PASS"}, view->result->verdict);
        CPPUNIT_ASSERT_EQUAL(std::string{"off"}, view->result->anchor_status);
        const auto lean = reading.find(claimed.job.id, store::Reading::Artifact::leave);
        CPPUNIT_ASSERT(lean->result && lean->result->artifact.empty());
    }

    void an_anchored_result_leaves_an_outbox_row()
    {
        const auto claimed = world.start(reservation_order(1), k_worker);
        lanes.complete(claimed.job, k_worker, result_of("{}", "pending"), world.clock.now());
        const auto view = reading.find(claimed.job.id, store::Reading::Artifact::leave);
        CPPUNIT_ASSERT_EQUAL(std::string{"pending"}, view->result->anchor_status);
    }

    void progress_is_shown_until_the_next_attempt()
    {
        const auto claimed = world.start(reservation_order(1), k_worker);
        CPPUNIT_ASSERT(!claimed.job.progress);
        CPPUNIT_ASSERT(lanes.report_progress(claimed.job, k_worker, {"skeptic", 3, 7}));
        auto view = reading.find(claimed.job.id, store::Reading::Artifact::leave);
        CPPUNIT_ASSERT_EQUAL(std::string{"skeptic"}, view->job.progress->stage);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{3}, view->job.progress->done);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{7}, view->job.progress->total);
        lanes.attempt_failed(claimed.job, k_worker, "crashed", 3);
        CPPUNIT_ASSERT(
            !reading.find(claimed.job.id, store::Reading::Artifact::leave)->job.progress);
        CPPUNIT_ASSERT(
            !lanes.claim_next({.lane = std::string{k_lane}}, k_worker, minutes{1})->job.progress);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ClaimTest);

} // namespace
