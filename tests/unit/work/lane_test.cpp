// A paid job reaches its end once, whatever its engine does. Real store, real children.
#include "lane_case.hpp"

#include "base/json.hpp"
#include "base/log.hpp"
#include "support/captured_log.hpp"
#include "work/finish.hpp"
#include "work/housekeeper.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <algorithm>

namespace {

using namespace std::chrono_literals;
using job::State;

class LaneTest : public lane_test::LaneCase {
    CPPUNIT_TEST_SUITE(LaneTest);
    CPPUNIT_TEST(what_is_not_a_canonical_object_is_refused);
    CPPUNIT_TEST(who_got_nothing_for_their_sources_is_told_from_others);
    CPPUNIT_TEST(sealing_makes_every_hash_its_own);
    CPPUNIT_TEST(a_paid_job_becomes_complete);
    CPPUNIT_TEST(an_engine_that_crashes_twice_the_same_way_fails_the_job_with_a_credit);
    CPPUNIT_TEST(who_crashes_otherwise_or_for_want_of_memory_is_tried_again);
    CPPUNIT_TEST(a_stop_uses_no_attempt_up);
    CPPUNIT_TEST(what_a_run_writes_to_its_log_is_quoted);
    CPPUNIT_TEST(a_job_that_waits_for_pages_holds_no_place_of_others);
    CPPUNIT_TEST(a_refused_request_is_not_tried_again);
    CPPUNIT_TEST(an_artifact_that_is_no_json_is_a_failed_attempt);
    CPPUNIT_TEST(an_engine_is_told_how_long_it_may_take);
    CPPUNIT_TEST(a_job_of_a_dead_worker_is_taken_over);
    CPPUNIT_TEST(a_job_in_work_stays_where_it_is_when_the_clock_jumps);
    CPPUNIT_TEST(two_lanes_run_each_job_once);
    CPPUNIT_TEST(documents_of_another_table_raise_an_alarm);
    CPPUNIT_TEST(a_pool_of_another_configuration_raises_an_alarm);
    CPPUNIT_TEST(the_alarm_of_a_long_log_ends_with_the_long_log);
    CPPUNIT_TEST_SUITE_END();

    std::unique_ptr<work::Lane> start_lane(const std::string& worker = "worker-a",
                                           std::chrono::seconds scan_deadline = 0s)
    {
        return std::make_unique<work::Lane>(
            work::LanePlan{.share = {.lane = std::string{support::k_lane}},
                           .worker = worker,
                           .programs = {engine, engine},
                           .database = {.path = world.database.path()},
                           .scan_deadline = scan_deadline},
            clock, world.waker, watcher);
    }

public:
    void what_is_not_a_canonical_object_is_refused()
    {
        const job::Job job = world.start(support::reservation_order(1), support::k_worker).job;
        for (const char* printed : {"", "[]", "{", "{} {}", R"({"a":1,"a":2})"}) {
            const auto sealed = work::seal(printed, job, clock.now(), 1ms);
            CPPUNIT_ASSERT(!sealed && sealed.error() == work::ArtifactRefusal::not_json);
        }
        const auto inexact = work::seal(R"({"n":9007199254740993})", job, clock.now(), 1ms);
        CPPUNIT_ASSERT(!inexact && inexact.error() == work::ArtifactRefusal::not_canonical);
    }

    void who_got_nothing_for_their_sources_is_told_from_others()
    {
        job::Job job = world.start(support::reservation_order(1), support::k_worker).job;
        job.product = "synthesis";
        const auto are_unread = [&](const char* printed) {
            return work::seal(printed, job, clock.now(), 1ms)->are_sources_unread;
        };
        CPPUNIT_ASSERT(!are_unread(R"({})"));
        CPPUNIT_ASSERT(!are_unread(R"({"sources":[]})"));
        CPPUNIT_ASSERT(are_unread(R"({"sources":[{"status":"refused"}]})"));
        CPPUNIT_ASSERT(!are_unread(R"({"sources":[{"status":"refused"},{"status":"used"}]})"));
        // A correlation compared what its streams say it did, whatever became of the context.
        CPPUNIT_ASSERT(!are_unread(R"({"streams":{},"sources":[{"status":"refused"}]})"));
        CPPUNIT_ASSERT(are_unread(R"({"streams":null,"sources":[{"status":"used"}]})"));
        // A text is reviewed without them: that is what is delivered.
        for (const char* product : {"verify_standard", "verify_deep", "of an earlier release"}) {
            job.product = product;
            CPPUNIT_ASSERT(!are_unread(R"({"sources":[{"status":"refused"}]})"));
        }
    }

    void sealing_makes_every_hash_its_own()
    {
        const auto order = support::reservation_order(1);
        const job::Job one = world.start(order, support::k_worker).job;
        const job::Job two = world.start(support::reservation_order(2), support::k_worker).job;
        const auto first =
            work::seal(R"({"verdict":"PASS","a":1})", one, base::instant_from_ms(1), 7ms);
        const auto second =
            work::seal(R"({"verdict":"PASS","a":1})", two, base::instant_from_ms(1), 7ms);
        CPPUNIT_ASSERT(first && second && first->hash != second->hash);
        CPPUNIT_ASSERT_EQUAL(std::string{"PASS"}, first->verdict);
        CPPUNIT_ASSERT_EQUAL(R"({"a":1,"completed_at":"1970-01-01T00:00:00.001Z","job_id":")" +
                                 one.id.text() + R"(","product":")" + one.product +
                                 R"(","usage":{"ms":7},"verdict":"PASS"})",
                             first->artifact);
        CPPUNIT_ASSERT(first->hash.bytes() == base::sha256(base::bytes_of(first->artifact)));
    }

    void a_paid_job_becomes_complete()
    {
        write_engine(R"(echo '{"verdict":"PASS"}')");
        const auto lane = start_lane();
        const auto id = world.queue(support::reservation_order(1)).job_id;
        const auto view = wait_until(id, State::complete);
        CPPUNIT_ASSERT(view.credits.empty());
        CPPUNIT_ASSERT_EQUAL(std::string{"PASS"}, view.result->verdict);
        CPPUNIT_ASSERT(view.result->hash.bytes() ==
                       base::sha256(base::bytes_of(view.result->artifact)));
    }

    void an_engine_that_crashes_twice_the_same_way_fails_the_job_with_a_credit()
    {
        write_engine("echo run >> " + directory.file("runs") + "; kill -ABRT $$");
        const auto lane = start_lane();
        const auto id = world.queue(support::reservation_order(1)).job_id;
        const auto view = wait_until(id, State::failed);
        CPPUNIT_ASSERT_EQUAL(std::string{"run\nrun\n"},
                             base::read_file(directory.file("runs"), 100));
        CPPUNIT_ASSERT_EQUAL(std::string{"engine_crashed"}, view.job.error);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, view.credits.size());
        CPPUNIT_ASSERT_EQUAL(std::string{"job_failed"}, view.credits[0].reason);
        CPPUNIT_ASSERT(view.credits[0].value == view.job.price);
    }

    void who_crashes_otherwise_or_for_want_of_memory_is_tried_again()
    {
        const auto runs_of = [this](unsigned number, const std::string& ends) {
            const std::string runs = directory.file("runs" + std::to_string(number));
            write_engine("echo run >> " + runs + "; n=$(wc -l < " + runs + "); " + ends);
            const auto lane = start_lane();
            const auto id = world.queue(support::reservation_order(number)).job_id;
            wait_until(id, State::failed);
            return base::read_file(runs, 100);
        };
        CPPUNIT_ASSERT_EQUAL(std::string{"run\nrun\nrun\n"}, runs_of(1, "exit $((70 + n))"));
        CPPUNIT_ASSERT_EQUAL(std::string{"run\nrun\nrun\n"}, runs_of(2, "kill -9 $$"));
        CPPUNIT_ASSERT_EQUAL(std::string{"run\nrun\n"}, runs_of(3, "exit 70"));
    }

    void a_stop_uses_no_attempt_up()
    {
        write_engine("sleep 60");
        const auto id = world.queue(support::reservation_order(1)).job_id;
        for (int i = 0; i < 4; ++i) {
            const auto lane = start_lane("worker-" + std::to_string(i));
            CPPUNIT_ASSERT_EQUAL(1, wait_until(id, State::running).job.attempt);
            lane->stop_claiming();
            lane->kill_child();
            wait_until(id, State::queued);
        }
    }

    // Its own words, and bounded.
    void what_a_run_writes_to_its_log_is_quoted()
    {
        base::log::set_level(base::log::Level::warning);
        const support::CapturedLog log{directory.file("log")};
        write_engine(R"(echo '<3>event=job_finished job_id=forged' >&2
head -c 1000000 /dev/zero >&2; echo '{"verdict":"PASS"}')");
        const auto lane = start_lane();
        wait_until(world.queue(support::reservation_order(1)).job_id, State::complete);
        base::log::set_level(base::log::Level::error);
        CPPUNIT_ASSERT(log.text().find("event=run_said product=verify_basic line=\"<3>event=") !=
                       std::string::npos);
        CPPUNIT_ASSERT(log.text().size() < 10'000);
    }

    // All that may be fetching waits for servers, and those who fetch nothing go on.
    void a_job_that_waits_for_pages_holds_no_place_of_others()
    {
        base::replace_file(engine,
                           "#!/bin/bash\ncase $1 in fetch) until [ -e " + directory.file("go") +
                               R"( ]; do sleep 0.02; done
               echo '{"pages":[{"status":"unreachable","reason":"not_in_time"}]}' ;;
               synthesis) cat <&4 ;; *) echo '{"verdict":"PASS"}' ;; esac)",
                           0700);
        work::Places analysing{1};
        work::Places reading{1};
        work::LanePlan plan{.share = {.lane = std::string{support::k_lane}},
                            .worker = "worker-a",
                            .programs = {engine, engine},
                            .database = {.path = world.database.path()},
                            .analysing = &analysing};
        work::Lane plain{plan, clock, world.waker, watcher};
        plan.share = {.lane = "pages", .is_in_turn = true};
        plan.reading = &reading;
        work::Lane fetching{plan, clock, world.waker, watcher};
        auto order = support::reservation_order(1);
        order.goods.product = "synthesis";
        order.goods.lane = "pages";
        order.request = R"({"query":"?","sources":["https://a.example"]})";
        const auto slow = world.queue(order).job_id;
        wait_until(slow, State::running);
        wait_until(world.queue(support::reservation_order(2)).job_id, State::complete);
        CPPUNIT_ASSERT(world.state(slow) == State::running);
        base::replace_file(directory.file("go"), "", 0644);
        const auto artifact = base::json::parse(wait_until(slow, State::complete).result->artifact);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1},
                             json_array_size(base::json::array_member(artifact->get(), "pages")));
        CPPUNIT_ASSERT(base::json::integer_member(
            base::json::object_member(artifact->get(), "usage"), "fetch_ms"));
    }

    void a_refused_request_is_not_tried_again()
    {
        write_engine("exit 3");
        const auto lane = start_lane();
        const auto id = world.queue(support::reservation_order(1)).job_id;
        const auto view = wait_until(id, State::failed);
        CPPUNIT_ASSERT_EQUAL(1, view.job.attempt);
        CPPUNIT_ASSERT_EQUAL(std::string{"request_refused"}, view.job.error);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, view.credits.size());
    }

    void an_artifact_that_is_no_json_is_a_failed_attempt()
    {
        write_engine("echo sorry");
        const auto lane = start_lane();
        const auto id = world.queue(support::reservation_order(1)).job_id;
        CPPUNIT_ASSERT_EQUAL(std::string{"invalid_artifact"},
                             wait_until(id, State::failed).job.error);
    }

    // A scan: what the operator has configured. Others: their share of the sla.
    void an_engine_is_told_how_long_it_may_take()
    {
        base::replace_file(engine, "#!/bin/bash\ncat >/dev/null\ncat <&4\n", 0700);
        const auto told = [this](unsigned n, std::chrono::seconds scan_deadline) {
            const auto id = world.queue(support::reservation_order(n)).job_id;
            const auto lane = start_lane("worker-a", scan_deadline);
            const auto view = wait_until(id, State::complete);
            const auto artifact = base::json::parse(view.result->artifact);
            return base::json::integer_member(artifact->get(), "deadline_ms");
        };
        const auto share =
            std::chrono::milliseconds{300'000} / work::attempts_allowed(support::k_lane);
        CPPUNIT_ASSERT(told(1, 0s) == share.count());
        CPPUNIT_ASSERT(told(2, 12s) == 12'000);
    }

    void a_job_of_a_dead_worker_is_taken_over()
    {
        write_engine(R"(echo '{"verdict":"PASS"}')");
        const auto id = world.start(support::reservation_order(1), "worker-dead").job.id;
        const work::HousekeepingPlan plan{.worker = "worker-a",
                                          .documents_digest = "d",
                                          .documents_digest_file = directory.file("d")};
        const std::vector<std::unique_ptr<work::Lane>> none;
        work::Housekeeper housekeeper{{world.database, clock, world.waker}, plan, none};
        CPPUNIT_ASSERT(housekeeper.round());
        CPPUNIT_ASSERT(world.state(id) == State::queued);
        const auto lane = start_lane();
        CPPUNIT_ASSERT_EQUAL(2, wait_until(id, State::complete).job.attempt);
    }

    void a_job_in_work_stays_where_it_is_when_the_clock_jumps()
    {
        write_engine("until [ -e " + directory.file("go") +
                     R"( ]; do sleep 0.02; done; echo '{"verdict":"PASS"}')");
        const work::HousekeepingPlan plan{.worker = "worker-a",
                                          .documents_digest = "d",
                                          .documents_digest_file = directory.file("d")};
        std::vector<std::unique_ptr<work::Lane>> lanes;
        lanes.push_back(start_lane());
        const auto id = world.queue(support::reservation_order(1)).job_id;
        wait_until(id, State::running);
        for (const auto jump : {1h, -1h}) {
            support::FakeClock wrong;
            wrong.set(clock.now() + jump);
            work::Housekeeper housekeeper{{world.database, wrong, world.waker}, plan, lanes};
            CPPUNIT_ASSERT(housekeeper.round());
            CPPUNIT_ASSERT(world.state(id) == State::running);
        }
        base::replace_file(directory.file("go"), "", 0644);
        CPPUNIT_ASSERT_EQUAL(1, wait_until(id, State::complete).job.attempt);
    }

    void two_lanes_run_each_job_once()
    {
        write_engine("echo run >> " + directory.file("runs") + R"(; echo '{"verdict":"PASS"}')");
        std::vector<value::JobId> ids;
        for (unsigned i = 1; i <= 12; ++i)
            ids.push_back(world.queue(support::reservation_order(i)).job_id);
        const auto one = start_lane();
        const auto two = start_lane();
        for (const auto& id : ids) wait_until(id, State::complete);
        const std::string runs = base::read_file(directory.file("runs"), 1000);
        CPPUNIT_ASSERT_EQUAL(std::ptrdiff_t{12}, std::count(runs.begin(), runs.end(), '\n'));
    }

    void the_alarm_of_a_long_log_ends_with_the_long_log()
    {
        base::replace_file(directory.file("d"), "d", 0644);
        const work::HousekeepingPlan plan{.worker = "worker-a",
                                          .documents_digest = "d",
                                          .documents_digest_file = directory.file("d")};
        const std::vector<std::unique_ptr<work::Lane>> none;
        world.bulletin.raise_alarm("wal_large", "of an earlier worker");
        work::Housekeeper{{world.database, clock, world.waker}, plan, none}.round();
        CPPUNIT_ASSERT(world.bulletin.alarms().empty());
    }

    void documents_of_another_table_raise_an_alarm()
    {
        const work::HousekeepingPlan plan{.worker = "worker-a",
                                          .documents_digest = "0xnew",
                                          .documents_digest_file = directory.file("d")};
        const std::vector<std::unique_ptr<work::Lane>> none;
        work::Housekeeper{{world.database, clock, world.waker}, plan, none}.round();
        CPPUNIT_ASSERT_EQUAL(std::string{"documents_stale"}, world.bulletin.alarms().at(0).code);
        base::replace_file(directory.file("d"), "0xnew\n", 0644);
        work::Housekeeper{{world.database, clock, world.waker}, plan, none}.round();
        CPPUNIT_ASSERT(world.bulletin.alarms().empty());
    }

    // It tells the worker for as long as it lives; the word of one that is gone grows old.
    void a_pool_of_another_configuration_raises_an_alarm()
    {
        base::replace_file(directory.file("d"), "0xnew", 0644);
        const work::HousekeepingPlan plan{.worker = "worker-a",
                                          .documents_digest = "0xnew",
                                          .documents_digest_file = directory.file("d")};
        const std::vector<std::unique_ptr<work::Lane>> none;
        const store::Access at{world.database, clock, world.waker};
        const auto alarms = [&] {
            work::Housekeeper{at, plan, none}.round();
            return world.bulletin.alarms().size();
        };
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, alarms());
        CPPUNIT_ASSERT_EQUAL(std::string{"0xnew"},
                             world.bulletin.observation(store::k_documents)->status);
        const auto tell = [&](const char* digest, std::chrono::seconds ago = 0s) {
            world.bulletin.observe(
                {std::string{store::k_other_pool}, digest, "slow", clock.now() - ago});
        };
        tell("0xold");
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, alarms());
        CPPUNIT_ASSERT_EQUAL(std::string{"restart_needed"}, world.bulletin.alarms().at(0).code);
        tell("0xnew"); // of an earlier worker
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, alarms());
        tell("0xold");
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, alarms());
        tell("0xold", store::k_pool_word_stands);
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, alarms());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(LaneTest);

} // namespace
