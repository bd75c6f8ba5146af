// Whether scans are sold: what the table says, what a look at the network says, and who is told.
#include "work/vantage.hpp"

#include "base/fd.hpp"
#include "support/temp_database.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <filesystem>

namespace {

class VantageTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(VantageTest);
    CPPUNIT_TEST(a_basket_that_is_not_there_stops_sales);
    CPPUNIT_TEST(a_scanner_that_fails_stops_sales);
    CPPUNIT_TEST(after_an_offline_scan_a_look_decides);
    CPPUNIT_TEST(while_all_is_well_nobody_looks);
    CPPUNIT_TEST_SUITE_END();

    support::StoreWorld world;
    std::string basket = world.file("basket.json");
    std::string engine = world.file("engine");
    work::Vantage vantage{{.run_program = engine, .basket = basket, .test_period = {}},
                          world.clock};

    void look()
    {
        vantage.look(world.jobs, [] { return true; });
    }

    // Prints `said` and notes its arguments.
    void engine_says(const std::string& said)
    {
        base::replace_file(engine, "#!/bin/sh\necho \"$*\" >> " + world.file("looks") + "\n" + said,
                           0700);
    }

    void observe(const std::string& status)
    {
        world.jobs.observe({"vantage", status, "", world.clock.now()});
    }

    std::string alarms()
    {
        std::string out;
        for (const auto& each : world.jobs.alarms()) out += each.code + ' ';
        return out;
    }

public:
    void a_basket_that_is_not_there_stops_sales()
    {
        look();
        CPPUNIT_ASSERT(!world.jobs.is_vantage_fit());
        CPPUNIT_ASSERT_EQUAL(std::string{"scanner_unfit "}, alarms());
        engine_says("echo '{\"online\":true}'");
        base::replace_file(basket, "{}", 0600);
        look();
        CPPUNIT_ASSERT(world.jobs.is_vantage_fit());
        CPPUNIT_ASSERT_EQUAL(std::string{}, alarms());
        CPPUNIT_ASSERT_EQUAL("vantage_test --basket " + basket + "\n",
                             base::read_file(world.file("looks"), 1000));
    }

    void a_scanner_that_fails_stops_sales()
    {
        base::replace_file(basket, "{}", 0600);
        observe("offline");
        engine_says("exit 70");
        look();
        CPPUNIT_ASSERT(!world.jobs.is_vantage_fit());
        CPPUNIT_ASSERT_EQUAL(std::string{"scanner_unfit "}, alarms());
    }

    void after_an_offline_scan_a_look_decides()
    {
        base::replace_file(basket, "{}", 0600);
        look();
        CPPUNIT_ASSERT(world.jobs.is_vantage_fit());
        observe("offline"); // with the scan's result
        for (const char* said : {"echo '{\"online\":false}'", "echo '{}'"}) {
            engine_says(said);
            look();
            CPPUNIT_ASSERT(!world.jobs.is_vantage_fit());
            CPPUNIT_ASSERT_EQUAL(std::string{"vantage_offline "}, alarms());
        }
        engine_says("echo '{\"online\":true}'");
        look();
        CPPUNIT_ASSERT(world.jobs.is_vantage_fit());
        CPPUNIT_ASSERT_EQUAL(std::string{}, alarms());
    }

    void while_all_is_well_nobody_looks()
    {
        base::replace_file(basket, "{}", 0600);
        engine_says("echo '{\"online\":false}'");
        for (int round = 0; round < 3; ++round) look();
        observe("ok");
        look();
        CPPUNIT_ASSERT(!std::filesystem::exists(world.file("looks")));
        CPPUNIT_ASSERT(world.jobs.is_vantage_fit());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(VantageTest);

} // namespace
