// What the worker tells the others: heartbeat, alarms, observations, the length of lanes.
#include "store/reservations.hpp"

#include "support/temp_database.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

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
    store::Reservations& reservations = world.reservations;
    store::Queue& lanes = world.lanes;
    store::Bulletin& bulletin = world.bulletin;
    store::Reading& reading = world.reading;

public:
    void an_unknown_job_is_not_found()
    {
        CPPUNIT_ASSERT(
            !reading.find(value::JobId::make(world.clock.now()), store::Reading::Artifact::fetch));
    }

    void a_fresh_database_has_no_signals()
    {
        const support::TempDir directory;
        support::StoreSession fresh{directory.path()};
        CPPUNIT_ASSERT(!fresh.bulletin.heartbeat());
        CPPUNIT_ASSERT(fresh.bulletin.alarms().empty());
        CPPUNIT_ASSERT(!fresh.bulletin.observation("facilitator"));
        CPPUNIT_ASSERT(fresh.reading.lane_loads().empty());
        const auto refused = fresh.reservations.reserve(reservation_order(1));
        CPPUNIT_ASSERT(!refused && refused.error() == store::ReserveRefusal::worker_stale);
    }

    void the_last_heartbeat_counts()
    {
        world.clock.advance(seconds{5});
        const store::Heartbeat beat{world.clock.now(), world.clock.now() - seconds{3}, "1.2.3",
                                    "worker-9"};
        bulletin.beat(beat);
        const auto read = bulletin.heartbeat();
        CPPUNIT_ASSERT(read->at == beat.at);
        CPPUNIT_ASSERT(read->started == beat.started);
        CPPUNIT_ASSERT_EQUAL(beat.version, read->version);
        CPPUNIT_ASSERT_EQUAL(beat.worker, read->worker);
    }

    void an_alarm_keeps_its_beginning()
    {
        const auto began = world.clock.now();
        CPPUNIT_ASSERT(bulletin.raise_alarm("wal_large", "70 MB"));
        world.clock.advance(seconds{5});
        CPPUNIT_ASSERT(!bulletin.raise_alarm("wal_large", "80 MB"));
        CPPUNIT_ASSERT(bulletin.raise_alarm("disk_full", ""));
        const auto alarms = bulletin.alarms();
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, alarms.size());
        CPPUNIT_ASSERT_EQUAL(std::string{"disk_full"}, alarms[0].code);
        CPPUNIT_ASSERT(alarms[1].since == began);
        CPPUNIT_ASSERT_EQUAL(std::string{"80 MB"}, alarms[1].detail);
    }

    void an_alarm_clears_once()
    {
        CPPUNIT_ASSERT(!bulletin.clear_alarm("wal_large"));
        bulletin.raise_alarm("wal_large", "");
        CPPUNIT_ASSERT(bulletin.clear_alarm("wal_large"));
        CPPUNIT_ASSERT(!bulletin.clear_alarm("wal_large"));
        CPPUNIT_ASSERT(bulletin.raise_alarm("wal_large", ""));
    }

    void the_last_observation_of_each_subject_counts()
    {
        bulletin.observe({"facilitator", "ok", "", world.clock.now()});
        bulletin.observe({"rpc", "ok", "", world.clock.now()});
        world.clock.advance(seconds{5});
        bulletin.observe({"facilitator", "failing", "timeout", world.clock.now()});
        const auto read = bulletin.observation("facilitator");
        CPPUNIT_ASSERT_EQUAL(std::string{"failing"}, read->status);
        CPPUNIT_ASSERT_EQUAL(std::string{"timeout"}, read->detail);
        CPPUNIT_ASSERT(read->at == world.clock.now());
        CPPUNIT_ASSERT_EQUAL(std::string{"ok"}, bulletin.observation("rpc")->status);
    }

    void lanes_count_waiting_and_running_apart()
    {
        world.start(reservation_order(1), support::k_worker);
        world.queue(reservation_order(2));
        const auto sent = [this](const store::ReservationOrder& order) {
            const auto payment = reservations.reserve(order);
            return payment && reservations.mark_settle_sent(*payment, order);
        };
        CPPUNIT_ASSERT(sent(reservation_order(3)));
        auto other = reservation_order(4);
        other.goods.lane = "forensics";
        CPPUNIT_ASSERT(sent(other));
        CPPUNIT_ASSERT(reservations.reserve(reservation_order(6))); // not known yet to be paid for
        reservations.refuse(*reservations.reserve(reservation_order(5)), "invalid", "",
                            store::Reservations::Counts::no);
        const auto loads = reading.lane_loads();
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
        lanes.complete(claimed.job, support::k_worker, support::result_of("{}"), world.clock.now());
        reading.find(claimed.job.id, store::Reading::Artifact::fetch);
        reservations.find_payment(reservation_order(1).key);
        lanes.lost_claims("worker-2", seconds{60});
        reading.lane_loads();
        bulletin.alarms();
        CPPUNIT_ASSERT(!world.database.busy_statement());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(StoreSignalsTest);

} // namespace
