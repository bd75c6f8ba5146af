// Alarms of the housekeeper about what is outside the books: the facilitator, the certificate.
#include "work/housekeeper.hpp"

#include "base/fd.hpp"
#include "support/temp_database.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using namespace std::chrono_literals;

class HousekeeperAlarmsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(HousekeeperAlarmsTest);
    CPPUNIT_TEST(a_facilitator_that_fails_for_two_minutes);
    CPPUNIT_TEST(a_failure_between_two_successes_is_none);
    CPPUNIT_TEST(a_certificate_that_ends_soon_or_has_ended);
    CPPUNIT_TEST(without_a_certificate_there_is_none);
    CPPUNIT_TEST_SUITE_END();

    support::StoreWorld world;
    work::HousekeepingPlan plan{
        .worker = "worker-a", .documents_digest = "d", .documents_digest_file = world.file("d")};
    std::vector<std::unique_ptr<work::Lane>> none;
    std::optional<work::Housekeeper> keeper;

    // What stands after a beat that is due.
    std::string alarms_after_a_beat()
    {
        keeper->beat_now();
        std::string out;
        for (const auto& each : world.bulletin.alarms()) out += each.code + ' ';
        return out;
    }
    std::string alarms_with_certificate(std::optional<base::Instant> end)
    {
        plan.certificate_end = [end] { return end; };
        keeper.emplace(world.at, plan, none);
        return alarms_after_a_beat();
    }
    void tell(const char* word)
    {
        world.bulletin.observe({"facilitator", word, "no answer", world.clock.now()});
    }

public:
    void setUp() override
    {
        base::replace_file(world.file("d"), "d", 0644);
        keeper.emplace(world.at, plan, none);
    }

    void a_facilitator_that_fails_for_two_minutes()
    {
        tell("failing");
        CPPUNIT_ASSERT_EQUAL(std::string{}, alarms_after_a_beat());
        world.clock.advance(119s);
        CPPUNIT_ASSERT_EQUAL(std::string{}, alarms_after_a_beat());
        world.clock.advance(1s);
        CPPUNIT_ASSERT_EQUAL(std::string{"facilitator_failing "}, alarms_after_a_beat());
        CPPUNIT_ASSERT_EQUAL(std::string{"no answer"}, world.bulletin.alarms().at(0).detail);
        plan.asks_facilitator = false; // the rail was switched off since
        CPPUNIT_ASSERT_EQUAL(std::string{}, alarms_after_a_beat());
        plan.asks_facilitator = true;
        tell("ok");
        CPPUNIT_ASSERT_EQUAL(std::string{}, alarms_after_a_beat());
    }

    void a_failure_between_two_successes_is_none()
    {
        for (int i = 0; i < 4; ++i) {
            tell("failing");
            CPPUNIT_ASSERT_EQUAL(std::string{}, alarms_after_a_beat());
            world.clock.advance(90s);
            tell("ok");
            CPPUNIT_ASSERT_EQUAL(std::string{}, alarms_after_a_beat());
        }
    }

    void a_certificate_that_ends_soon_or_has_ended()
    {
        const auto now = world.clock.now();
        for (const auto left : {-1h, 1h, 24h * 14 - 1h})
            CPPUNIT_ASSERT_EQUAL(std::string{"certificate_ends "},
                                 alarms_with_certificate(now + left));
        CPPUNIT_ASSERT_EQUAL(std::string{}, alarms_with_certificate(now + 24h * 14));
    }

    void without_a_certificate_there_is_none()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{}, alarms_with_certificate(std::nullopt));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(HousekeeperAlarmsTest);

} // namespace
