// What the worker tells the others: heartbeat, alarms, observations, the length of lanes.
#include "job/store.hpp"

#include "support/temp_database.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using job::Store;
using std::chrono::seconds;
using support::reservation_order;

class StoreSignalsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(StoreSignalsTest);
    CPPUNIT_TEST(an_unknown_job_is_not_found);
    CPPUNIT_TEST(a_fresh_database_has_no_signals);
    CPPUNIT_TEST(the_last_heartbeat_counts);
    CPPUNIT_TEST(an_alarm_keeps_its_beginning);
    CPPUNIT_TEST(an_alarm_clears_once);
    CPPUNIT_TEST(the_last_observation_of_each_subject_counts);
    CPPUNIT_TEST(lanes_count_waiting_and_running_apart);
    CPPUNIT_TEST(no_statement_stays_open);
    CPPUNIT_TEST_SUITE_END();

    support::StoreWorld world;
    Store& jobs = world.jobs;

public:
    void an_unknown_job_is_not_found()
    {
        CPPUNIT_ASSERT(!jobs.find(value::JobId::make(world.clock.now()), Store::Artifact::fetch));
    }

    void a_fresh_database_has_no_signals()
    {
        const support::TempDir directory;
        support::StoreSession fresh{directory.path()};
        Store& store = fresh.jobs;
        CPPUNIT_ASSERT(!store.heartbeat());
        CPPUNIT_ASSERT(store.alarms().empty());
        CPPUNIT_ASSERT(!store.observation("facilitator"));
        CPPUNIT_ASSERT(store.lane_loads().empty());
        const auto refused = store.reserve(reservation_order(1));
        CPPUNIT_ASSERT(!refused && refused.error() == job::ReserveRefusal::worker_stale);
    }

    void the_last_heartbeat_counts()
    {
        world.clock.advance(seconds{5});
        const job::Heartbeat beat{world.clock.now(), world.clock.now() - seconds{3}, "1.2.3",
                                  "worker-9"};
        jobs.beat(beat);
        const auto read = jobs.heartbeat();
        CPPUNIT_ASSERT(read->at == beat.at);
        CPPUNIT_ASSERT(read->started == beat.started);
        CPPUNIT_ASSERT_EQUAL(beat.version, read->version);
        CPPUNIT_ASSERT_EQUAL(beat.worker, read->worker);
    }

    void an_alarm_keeps_its_beginning()
    {
        const auto began = world.clock.now();
        CPPUNIT_ASSERT(jobs.raise_alarm("wal_large", "70 MB"));
        world.clock.advance(seconds{5});
        CPPUNIT_ASSERT(!jobs.raise_alarm("wal_large", "80 MB"));
        CPPUNIT_ASSERT(jobs.raise_alarm("disk_full", ""));
        const auto alarms = jobs.alarms();
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, alarms.size());
        CPPUNIT_ASSERT_EQUAL(std::string{"disk_full"}, alarms[0].code);
        CPPUNIT_ASSERT(alarms[1].since == began);
        CPPUNIT_ASSERT_EQUAL(std::string{"80 MB"}, alarms[1].detail);
    }

    void an_alarm_clears_once()
    {
        CPPUNIT_ASSERT(!jobs.clear_alarm("wal_large"));
        jobs.raise_alarm("wal_large", "");
        CPPUNIT_ASSERT(jobs.clear_alarm("wal_large"));
        CPPUNIT_ASSERT(!jobs.clear_alarm("wal_large"));
        CPPUNIT_ASSERT(jobs.raise_alarm("wal_large", ""));
    }

    void the_last_observation_of_each_subject_counts()
    {
        jobs.observe({"facilitator", "ok", "", world.clock.now()});
        jobs.observe({"rpc", "ok", "", world.clock.now()});
        world.clock.advance(seconds{5});
        jobs.observe({"facilitator", "failing", "timeout", world.clock.now()});
        const auto read = jobs.observation("facilitator");
        CPPUNIT_ASSERT_EQUAL(std::string{"failing"}, read->status);
        CPPUNIT_ASSERT_EQUAL(std::string{"timeout"}, read->detail);
        CPPUNIT_ASSERT(read->at == world.clock.now());
        CPPUNIT_ASSERT_EQUAL(std::string{"ok"}, jobs.observation("rpc")->status);
    }

    void lanes_count_waiting_and_running_apart()
    {
        world.start(reservation_order(1), support::k_worker);
        world.queue(reservation_order(2));
        const auto sent = [this](const job::ReservationOrder& order) {
            const auto payment = jobs.reserve(order);
            return payment && jobs.mark_settle_sent(*payment, order);
        };
        CPPUNIT_ASSERT(sent(reservation_order(3)));
        auto other = reservation_order(4);
        other.lane = "forensics";
        CPPUNIT_ASSERT(sent(other));
        CPPUNIT_ASSERT(
            jobs.reserve(reservation_order(6))); // nobody knows yet whether it is paid for
        jobs.refuse(*jobs.reserve(reservation_order(5)), "invalid", "", Store::Counts::no);
        const auto loads = jobs.lane_loads();
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, loads.size());
        CPPUNIT_ASSERT_EQUAL(std::string{"analysis"}, loads[0].lane);
        CPPUNIT_ASSERT_EQUAL(2, loads[0].waiting);
        CPPUNIT_ASSERT_EQUAL(1, loads[0].running);
        CPPUNIT_ASSERT_EQUAL(1, loads[1].waiting);
        CPPUNIT_ASSERT_EQUAL(0, loads[1].running);
    }

    void no_statement_stays_open()
    {
        const auto claimed = world.start(reservation_order(1), support::k_worker);
        jobs.complete(claimed.job, support::k_worker, support::result_of("{}"), world.clock.now());
        jobs.find(claimed.job.id, Store::Artifact::fetch);
        jobs.find_payment(reservation_order(1).key);
        jobs.lost_claims("worker-2", seconds{60});
        jobs.lane_loads();
        jobs.alarms();
        CPPUNIT_ASSERT(!world.database.busy_statement());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(StoreSignalsTest);

} // namespace
