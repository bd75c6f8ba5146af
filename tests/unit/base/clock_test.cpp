// Times as text: what is read is what is printed, and nothing else is a time.
#include "base/clock.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

class ClockTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ClockTest);
    CPPUNIT_TEST(garbage_is_no_time);
    CPPUNIT_TEST(what_was_printed_is_read);
    CPPUNIT_TEST(fractions_are_cut_to_milliseconds);
    CPPUNIT_TEST_SUITE_END();

public:
    void garbage_is_no_time()
    {
        for (const char* text :
             {"", "Z", "2026-11-21", "2026-11-21T08:49:50", "2026-11-21 08:49:50Z",
              "2026-11-21T08:49:50+00:00", "2026-11-21T08:49:50.Z", "2026-11-21T08:49:50.1",
              "2026-11-21T08:49:50.1234567890Z", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z",
              "2026-00-01T00:00:00Z", "2026-11-21T24:00:00Z", "2026-11-21T23:60:00Z",
              "2026-11-21T23:59:61Z", "1969-12-31T23:59:59Z", "+026-11-21T08:49:50Z",
              "2026-11-21T08:49:-1Z", "2026-11-21T08:49:50ZZ"})
            CPPUNIT_ASSERT_MESSAGE(text, !base::from_rfc3339(text));
    }

    void what_was_printed_is_read()
    {
        for (const char* text : {"1970-01-01T00:00:00.000Z", "2024-02-29T23:59:59.999Z",
                                 "2026-11-21T08:49:50.123Z", "9999-12-31T23:59:59.999Z"}) {
            const auto instant = base::from_rfc3339(text);
            CPPUNIT_ASSERT_MESSAGE(text, instant);
            CPPUNIT_ASSERT_EQUAL(std::string{text}, base::to_rfc3339(*instant));
        }
    }

    void fractions_are_cut_to_milliseconds()
    {
        const auto whole = *base::from_rfc3339("2026-11-21T08:49:50Z");
        CPPUNIT_ASSERT(base::from_rfc3339("2026-11-21T08:49:50.33Z") ==
                       whole + std::chrono::milliseconds{330});
        CPPUNIT_ASSERT(base::from_rfc3339("2026-11-21T08:49:50.1239Z") ==
                       whole + std::chrono::milliseconds{123});
        // A leap second.
        CPPUNIT_ASSERT(base::from_rfc3339("2016-12-31T23:59:60Z") ==
                       base::from_rfc3339("2017-01-01T00:00:00Z"));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ClockTest);

} // namespace
