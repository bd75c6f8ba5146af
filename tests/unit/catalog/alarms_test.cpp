// Every alarm has words for people, and one name.
#include "catalog/alarms.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <set>
#include <string>

namespace {

class AlarmsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(AlarmsTest);
    CPPUNIT_TEST(each_says_what_it_means_and_what_to_do);
    CPPUNIT_TEST_SUITE_END();

public:
    void each_says_what_it_means_and_what_to_do()
    {
        std::set<std::string_view> names;
        for (const auto& alarm : catalog::alarms()) {
            const std::string name{alarm.name};
            CPPUNIT_ASSERT_MESSAGE(name, names.insert(alarm.name).second);
            CPPUNIT_ASSERT_MESSAGE(name, !alarm.meaning.empty() && !alarm.remedy.empty());
            CPPUNIT_ASSERT_MESSAGE(name, !alarm.meaning.ends_with('.'));
            CPPUNIT_ASSERT_MESSAGE(name, &catalog::alarm_of(alarm.code) == &alarm);
            CPPUNIT_ASSERT_MESSAGE(name, catalog::find_alarm(alarm.name) == &alarm);
        }
        CPPUNIT_ASSERT(catalog::find_alarm("of_yesterday") == nullptr);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(AlarmsTest);

} // namespace
