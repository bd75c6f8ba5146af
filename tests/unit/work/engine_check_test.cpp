// Whether analyses are sold and begun: a text of ours decides, at the start and after a crash.
#include "lane_case.hpp"

#include "work/engine_check.hpp"

#include <algorithm>
#include <thread>

namespace {

using std::chrono::seconds;

constexpr const char* k_artifact = "echo '{}'\n";
constexpr const char* k_crash = "kill -9 $$\n";

class EngineCheckTest : public lane_test::LaneCase {
    CPPUNIT_TEST_SUITE(EngineCheckTest);
    CPPUNIT_TEST(it_is_tried_once_while_all_is_well);
    CPPUNIT_TEST(an_engine_that_crashes_on_our_text_sells_nothing);
    CPPUNIT_TEST(an_engine_that_is_not_there_sells_nothing);
    CPPUNIT_TEST(a_text_that_crashes_the_engine_stops_no_sale);
    CPPUNIT_TEST(what_is_paid_waits_for_a_fit_engine);
    CPPUNIT_TEST_SUITE_END();

    work::EngineCheck check{{.programs = {engine, engine}, .test_period = seconds{0}}};

    // Each run is counted.
    void engine_does(const std::string& script)
    {
        write_engine("echo run >> " + directory.file("runs") + "\n" + script);
    }
    std::size_t runs() const
    {
        const std::string text = base::read_file(directory.file("runs"), 10'000);
        return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    }
    bool look()
    {
        return check.look(world.bulletin, clock, [] { return true; });
    }
    bool reserves(unsigned number, job::Need need = job::Need::nothing)
    {
        auto order = support::reservation_order(number);
        order.goods.need = need;
        const auto reserved = world.reservations.reserve(order);
        CPPUNIT_ASSERT(reserved || reserved.error() == store::ReserveRefusal::engine_unfit);
        return reserved.has_value();
    }
    std::string alarms()
    {
        std::string out;
        for (const auto& each : world.bulletin.alarms()) out += each.code + ' ';
        return out;
    }

public:
    void it_is_tried_once_while_all_is_well()
    {
        engine_does(k_artifact);
        for (int i = 0; i < 3; ++i) CPPUNIT_ASSERT(look());
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, runs());
        CPPUNIT_ASSERT_EQUAL(std::string{}, alarms());
        CPPUNIT_ASSERT(reserves(1));
    }

    void an_engine_that_crashes_on_our_text_sells_nothing()
    {
        CPPUNIT_ASSERT(reserves(1)); // no word of it yet
        engine_does(k_crash);
        CPPUNIT_ASSERT(!look());
        CPPUNIT_ASSERT(!reserves(2));
        CPPUNIT_ASSERT(reserves(3, job::Need::vantage));
        CPPUNIT_ASSERT_EQUAL(std::string{"engine_unfit "}, alarms());
        engine_does(k_artifact);
        CPPUNIT_ASSERT(look());
        CPPUNIT_ASSERT(reserves(2));
        CPPUNIT_ASSERT_EQUAL(std::string{}, alarms());
    }

    void an_engine_that_is_not_there_sells_nothing()
    {
        CPPUNIT_ASSERT(!look());
        CPPUNIT_ASSERT(!reserves(1));
        CPPUNIT_ASSERT_EQUAL(std::string{"engine_unfit "}, alarms());
    }

    void a_text_that_crashes_the_engine_stops_no_sale()
    {
        engine_does(k_artifact);
        CPPUNIT_ASSERT(look());
        check.note_crash();
        CPPUNIT_ASSERT(look() && look());
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, runs());
        CPPUNIT_ASSERT(reserves(1));
    }

    void what_is_paid_waits_for_a_fit_engine()
    {
        engine_does(k_crash);
        const auto paid = world.queue(support::reservation_order(1));
        work::Lane lane{{.share = {.lane = std::string{support::k_lane}},
                         .worker = std::string{support::k_worker},
                         .programs = {engine, engine},
                         .database = {.path = world.database.path()},
                         .engine = &check},
                        clock,
                        world.waker,
                        watcher};
        while (alarms().empty()) std::this_thread::sleep_for(std::chrono::milliseconds{10});
        CPPUNIT_ASSERT(world.state(paid.job_id) == job::State::queued);
        engine_does(k_artifact);
        const auto done = wait_until(paid.job_id, job::State::complete);
        CPPUNIT_ASSERT_EQUAL(1, done.job.attempt);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(EngineCheckTest);

} // namespace
