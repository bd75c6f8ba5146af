// Whether scans are sold: what the table says, what a look at the network says, and who is told.
#include "work/vantage.hpp"

#include "base/fd.hpp"
#include "support/temp_database.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <algorithm>
#include <filesystem>

namespace {

using std::chrono::steady_clock;

class VantageTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(VantageTest);
    CPPUNIT_TEST(a_basket_that_is_not_there_stops_sales);
    CPPUNIT_TEST(a_basket_that_is_none_stops_sales);
    CPPUNIT_TEST(without_the_list_of_logs_nothing_is_sold);
    CPPUNIT_TEST(a_scanner_that_fails_stops_sales);
    CPPUNIT_TEST(after_an_offline_scan_a_look_decides);
    CPPUNIT_TEST(a_file_that_comes_back_is_seen_at_once);
    CPPUNIT_TEST(while_all_is_well_nobody_looks);
    CPPUNIT_TEST(an_old_rule_for_certificates_is_told_and_scans_are_sold);
    CPPUNIT_TEST(who_got_no_page_is_answered_by_a_look);
    CPPUNIT_TEST(what_was_seen_since_is_not_looked_at_again);
    CPPUNIT_TEST(a_look_that_says_nothing_takes_nothing_off_sale);
    CPPUNIT_TEST_SUITE_END();

    support::StoreWorld world;
    std::string basket = world.file("basket.json");
    std::string engine = world.file("engine");
    work::Vantage vantage{{.programs = {engine, engine}, .basket = basket, .test_period = {}},
                          world.clock};

    void look()
    {
        vantage.look(world.bulletin, [] { return true; });
    }

    // Prints `said` and notes its arguments.
    void engine_says(const std::string& said)
    {
        base::replace_file(engine, "#!/bin/sh\necho \"$*\" >> " + world.file("looks") + "\n" + said,
                           0700);
    }

    bool is_blind(steady_clock::time_point begun)
    {
        return vantage.is_blind(world.bulletin, begun, [] { return true; });
    }
    std::ptrdiff_t looks()
    {
        return std::ranges::count(base::read_file(world.file("looks"), 10'000), '\n');
    }

    void observe(const std::string& status)
    {
        world.bulletin.observe({"vantage", status, "", world.clock.now()});
    }

    std::string alarms()
    {
        std::string out;
        for (const auto& each : world.bulletin.alarms()) out += each.code + ' ';
        return out;
    }

public:
    void a_basket_that_is_not_there_stops_sales()
    {
        look();
        CPPUNIT_ASSERT(!world.bulletin.is_met(job::Need::vantage));
        CPPUNIT_ASSERT_EQUAL(std::string{"scanner_unfit "}, alarms());
        engine_says("echo '{\"online\":true}'");
        base::replace_file(basket, "{}", 0600);
        look();
        CPPUNIT_ASSERT(world.bulletin.is_met(job::Need::vantage));
        CPPUNIT_ASSERT_EQUAL(std::string{}, alarms());
        CPPUNIT_ASSERT_EQUAL("vantage_test --basket " + basket + "\n",
                             base::read_file(world.file("looks"), 1000));
    }

    void a_basket_that_is_none_stops_sales()
    {
        for (const char* text : {"", "[]", "{"}) {
            base::replace_file(basket, text, 0600);
            look();
            CPPUNIT_ASSERT(!world.bulletin.is_met(job::Need::vantage));
            CPPUNIT_ASSERT_EQUAL(std::string{"scanner_unfit "}, alarms());
        }
    }

    // Also when it goes while all is well; relative to the basket, or anywhere.
    void without_the_list_of_logs_nothing_is_sold()
    {
        engine_says("echo '{\"online\":true}'");
        for (const std::string& named : {std::string{"logs.json"}, world.file("logs.json")}) {
            base::replace_file(basket, R"({"ct_log_list_json":")" + named + R"("})", 0600);
            std::filesystem::remove(world.file("logs.json"));
            look();
            CPPUNIT_ASSERT(!world.bulletin.is_met(job::Need::vantage));
            CPPUNIT_ASSERT_EQUAL(std::string{"ct_log_list_missing "}, alarms());
            base::replace_file(world.file("logs.json"), "{}", 0600);
            look();
            CPPUNIT_ASSERT(world.bulletin.is_met(job::Need::vantage));
            CPPUNIT_ASSERT_EQUAL(std::string{}, alarms());
        }
    }

    void a_scanner_that_fails_stops_sales()
    {
        base::replace_file(basket, "{}", 0600);
        observe("offline");
        engine_says("exit 70");
        look();
        CPPUNIT_ASSERT(!world.bulletin.is_met(job::Need::vantage));
        CPPUNIT_ASSERT_EQUAL(std::string{"scanner_unfit "}, alarms());
    }

    void after_an_offline_scan_a_look_decides()
    {
        base::replace_file(basket, "{}", 0600);
        look();
        CPPUNIT_ASSERT(world.bulletin.is_met(job::Need::vantage));
        observe("offline"); // with the scan's result
        for (const char* said : {"echo '{\"online\":false}'", "echo '{}'"}) {
            engine_says(said);
            look();
            CPPUNIT_ASSERT(!world.bulletin.is_met(job::Need::vantage));
            CPPUNIT_ASSERT_EQUAL(std::string{"vantage_offline "}, alarms());
        }
        engine_says("echo '{\"online\":true}'");
        look();
        CPPUNIT_ASSERT(world.bulletin.is_met(job::Need::vantage));
        CPPUNIT_ASSERT_EQUAL(std::string{}, alarms());
    }

    // And not at the end of the pause between two looks at the network.
    void a_file_that_comes_back_is_seen_at_once()
    {
        work::Vantage patient{{.programs = {engine, engine}, .basket = basket}, world.clock};
        engine_says("echo '{\"online\":true}'");
        patient.look(world.bulletin, [] { return true; });
        base::replace_file(basket, R"({"ct_log_list_json":"logs.json"})", 0600);
        patient.look(world.bulletin, [] { return true; });
        CPPUNIT_ASSERT_EQUAL(std::string{"ct_log_list_missing "}, alarms());
        base::replace_file(world.file("logs.json"), "{}", 0600);
        patient.look(world.bulletin, [] { return true; });
        CPPUNIT_ASSERT(world.bulletin.is_met(job::Need::vantage));
    }

    void an_old_rule_for_certificates_is_told_and_scans_are_sold()
    {
        base::replace_file(basket, "{}", 0600);
        for (const auto& [now, told] : {std::pair{"2027-04-15T00:00:00Z", ""},
                                        {"2027-04-15T00:00:01Z", "ct_policy_old "},
                                        {"2028-01-01T00:00:00Z", "ct_policy_old "},
                                        {"2027-01-01T00:00:00Z", ""}}) {
            world.clock.set(*base::from_rfc3339(now));
            look();
            CPPUNIT_ASSERT_EQUAL_MESSAGE(now, std::string{told}, alarms());
            CPPUNIT_ASSERT(world.bulletin.is_met(job::Need::vantage));
        }
    }

    // However many dead pages are asked for: the network decides.
    void who_got_no_page_is_answered_by_a_look()
    {
        base::replace_file(basket, "{}", 0600);
        look();
        engine_says("echo '{\"online\":true}'");
        for (int job = 0; job < 3; ++job) CPPUNIT_ASSERT(!is_blind(steady_clock::now()));
        CPPUNIT_ASSERT(world.bulletin.is_met(job::Need::vantage));
        engine_says("echo '{\"online\":false}'");
        CPPUNIT_ASSERT(is_blind(steady_clock::now()));
        CPPUNIT_ASSERT(!world.bulletin.is_met(job::Need::vantage));
        CPPUNIT_ASSERT_EQUAL(std::string{"vantage_offline "}, alarms());
        // From then on it is known, until a look of the forensics lane succeeds.
        engine_says("exit 70");
        CPPUNIT_ASSERT(is_blind(steady_clock::now()));
        engine_says("echo '{\"online\":true}'");
        look();
        CPPUNIT_ASSERT(world.bulletin.is_met(job::Need::vantage));
        CPPUNIT_ASSERT_EQUAL(std::string{}, alarms());
    }

    void what_was_seen_since_is_not_looked_at_again()
    {
        base::replace_file(basket, "{}", 0600);
        const auto before = steady_clock::now();
        engine_says("echo '{\"online\":true}'");
        CPPUNIT_ASSERT(!is_blind(before));
        engine_says("echo '{\"online\":false}'");
        CPPUNIT_ASSERT(!is_blind(before)); // jobs of the same time share a look
        const auto later = steady_clock::now();
        vantage.note_sight(before); // began before, and says nothing of now
        vantage.note_sight(later);
        vantage.note_sight(before);
        CPPUNIT_ASSERT(!is_blind(later));
        CPPUNIT_ASSERT_EQUAL(std::ptrdiff_t{1}, looks());
        CPPUNIT_ASSERT(is_blind(steady_clock::now()));
        CPPUNIT_ASSERT_EQUAL(std::ptrdiff_t{2}, looks());
    }

    void a_look_that_says_nothing_takes_nothing_off_sale()
    {
        engine_says("echo '{\"online\":false}'");
        CPPUNIT_ASSERT(!is_blind(steady_clock::now())); // without a basket there is nothing to ask
        base::replace_file(basket, "{}", 0600);
        CPPUNIT_ASSERT(
            !vantage.is_blind(world.bulletin, steady_clock::now(), [] { return false; }));
        engine_says("exit 70");
        CPPUNIT_ASSERT(!is_blind(steady_clock::now()));
        CPPUNIT_ASSERT(world.bulletin.is_met(job::Need::vantage));
    }

    void while_all_is_well_nobody_looks()
    {
        base::replace_file(basket, "{}", 0600);
        engine_says("echo '{\"online\":false}'");
        for (int round = 0; round < 3; ++round) look();
        observe("ok");
        look();
        CPPUNIT_ASSERT(!std::filesystem::exists(world.file("looks")));
        CPPUNIT_ASSERT(world.bulletin.is_met(job::Need::vantage));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(VantageTest);

} // namespace
