// Each minute counts once, however often it is said; an hour knows its jobs; what is old goes.
#include "store/history.hpp"

#include "support/temp_database.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

class StoreHistoryTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(StoreHistoryTest);
    CPPUNIT_TEST(nothing_is_on_record_at_first);
    CPPUNIT_TEST(a_minute_counts_once);
    CPPUNIT_TEST(an_hour_without_a_worker_is_missing);
    CPPUNIT_TEST(a_clock_that_was_set_back_counts_nothing_twice);
    CPPUNIT_TEST(an_hour_counts_what_ended_in_it);
    CPPUNIT_TEST(old_hours_are_dropped);
    CPPUNIT_TEST_SUITE_END();

    support::StoreWorld world;
    store::History history{world.at};

    void live_for(int count, bool is_well = true)
    {
        for (int i = 0; i < count; ++i) {
            history.live(is_well);
            world.clock.advance(minutes{1});
        }
    }

    // To where an hour begins.
    void to_next_hour()
    {
        const auto now = world.clock.now().time_since_epoch();
        world.clock.advance(
            std::chrono::duration_cast<seconds>(std::chrono::ceil<hours>(now) - now));
    }

public:
    void setUp() override { to_next_hour(); }

    void nothing_is_on_record_at_first() { CPPUNIT_ASSERT(history.hours(hours{24}).empty()); }

    void a_minute_counts_once()
    {
        history.live(true);
        world.clock.advance(seconds{59});
        history.live(false);
        world.clock.advance(seconds{1});
        history.live(false);
        const auto told = history.hours(hours{24});
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, told.size());
        CPPUNIT_ASSERT_EQUAL(2, told[0].minutes_up);
        CPPUNIT_ASSERT_EQUAL(1, told[0].minutes_well);
        CPPUNIT_ASSERT(!told[0].mean_time);
    }

    void an_hour_without_a_worker_is_missing()
    {
        live_for(60);
        world.clock.advance(hours{1});
        live_for(30, false);
        const auto told = history.hours(hours{24});
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, told.size());
        CPPUNIT_ASSERT(told[1].begin - told[0].begin == hours{2});
        CPPUNIT_ASSERT_EQUAL(60, told[0].minutes_well);
        CPPUNIT_ASSERT_EQUAL(30, told[1].minutes_up);
        CPPUNIT_ASSERT_EQUAL(0, told[1].minutes_well);
    }

    void a_clock_that_was_set_back_counts_nothing_twice()
    {
        live_for(20);
        world.clock.advance(-minutes{20});
        live_for(20);
        CPPUNIT_ASSERT_EQUAL(20, history.hours(hours{24}).at(0).minutes_up);
    }

    void an_hour_counts_what_ended_in_it()
    {
        history.live(true);
        world.beat();
        const auto job = world.start(support::reservation_order(1), support::k_worker).job;
        world.clock.advance(seconds{50});
        CPPUNIT_ASSERT(world.lanes.complete(job, support::k_worker, support::result_of("{}"),
                                            world.clock.now()));
        world.clock.advance(seconds{20});
        history.live(true);
        const auto told = history.hours(hours{24});
        CPPUNIT_ASSERT_EQUAL(1, told.at(0).jobs_complete);
        CPPUNIT_ASSERT_EQUAL(0, told.at(0).jobs_failed);
        CPPUNIT_ASSERT(told.at(0).mean_time == seconds{50});
    }

    void old_hours_are_dropped()
    {
        for (int i = 0; i < 60; ++i) {
            history.live(true);
            world.clock.advance(hours{1});
        }
        CPPUNIT_ASSERT(history.hours(hours{1000}).size() <= 50);
        CPPUNIT_ASSERT_EQUAL(std::size_t{24}, history.hours(hours{25}).size());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(StoreHistoryTest);

} // namespace
