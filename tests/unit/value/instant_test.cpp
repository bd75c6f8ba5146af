// Moments and periods as buyers write them: what is read, what is refused, and the way back.
#include "value/instant.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <limits>

namespace {

using value::Instant;
using value::Period;

class InstantTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(InstantTest);
    CPPUNIT_TEST(garbage_is_no_moment);
    CPPUNIT_TEST(moments_are_read_in_utc);
    CPPUNIT_TEST(numbers_are_seconds_or_milliseconds);
    CPPUNIT_TEST(garbage_is_no_period);
    CPPUNIT_TEST(periods_are_read_and_written);
    CPPUNIT_TEST(a_month_is_one_of_the_calendar);
    CPPUNIT_TEST(nothing_leaves_the_years);
    CPPUNIT_TEST_SUITE_END();

    static std::string moment(std::string_view text)
    {
        const auto parsed = Instant::parse(text);
        return parsed ? parsed->text() : "none";
    }

    static std::string number(double given)
    {
        const auto instant = Instant::from_epoch(given);
        return instant ? instant->text() : "none";
    }

    static std::string period(std::string_view text)
    {
        const auto parsed = Period::parse(text);
        return parsed ? parsed->text() : "none";
    }

    static std::string after(std::string_view start, std::string_view step, std::int64_t count = 1)
    {
        const auto moved = Period::parse(step)->after(*Instant::parse(start), count);
        return moved ? moved->text() : "none";
    }

public:
    void garbage_is_no_moment()
    {
        for (const std::string_view text : {"",
                                            "2024",
                                            "2024-3-05",
                                            "2024-02-30",
                                            "2023-02-29",
                                            "2024-13-01",
                                            "0000-01-01",
                                            "2024-03-05T",
                                            "2024-03-05T12:30",
                                            "2024-03-05T12:30:00",
                                            "2024-03-05T24:00:00Z",
                                            "2024-03-05T12:60:00Z",
                                            "2024-03-05T12:30:61Z",
                                            "2024-03-05T12:30:00.Z",
                                            "2024-03-05T12:30:00+1:00",
                                            "2024-03-05T12:30:00+0100",
                                            "2024-03-05T12:30:00Zx",
                                            "2024-03-05 ",
                                            " 2024-03-05",
                                            "20240305",
                                            "+2024-03-05",
                                            "2024-03-05T12:30:00,5Z",
                                            "9999-12-31T23:59:59-01:00",
                                            "0001-01-01T00:00:00+01:00"})
            CPPUNIT_ASSERT_EQUAL_MESSAGE(std::string{text}, std::string{"none"}, moment(text));
    }

    void moments_are_read_in_utc()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"2024-03-05T00:00:00Z"}, moment("2024-03-05"));
        CPPUNIT_ASSERT_EQUAL(std::string{"2024-03-05T11:30:00.25Z"},
                             moment("2024-03-05T12:30:00.250+01:00"));
        CPPUNIT_ASSERT_EQUAL(std::string{"2024-03-01T04:59:59Z"},
                             moment("2024-02-29t23:59:59-05:00"));
        CPPUNIT_ASSERT_EQUAL(std::string{"2017-01-01T00:00:00Z"}, moment("2016-12-31T23:59:60Z"));
        CPPUNIT_ASSERT_EQUAL(std::string{"2024-03-05T12:30:00.123456Z"},
                             moment("2024-03-05 12:30:00.123456789z"));
        CPPUNIT_ASSERT_EQUAL(std::string{"0001-01-01T00:00:00Z"}, moment("0001-01-01"));
        CPPUNIT_ASSERT(*Instant::parse("1969-12-31T23:59:59.5Z") < *Instant::parse("1970-01-01"));
    }

    void numbers_are_seconds_or_milliseconds()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"1970-01-01T00:00:00Z"}, number(0));
        CPPUNIT_ASSERT_EQUAL(std::string{"1969-12-31T23:59:58.5Z"}, number(-1.5));
        CPPUNIT_ASSERT_EQUAL(std::string{"2024-03-05T12:30:00Z"}, number(1'709'641'800));
        CPPUNIT_ASSERT_EQUAL(std::string{"2024-03-05T12:30:00.25Z"}, number(1'709'641'800'250));
        for (const double given :
             {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
              1e300, -1e300, 1e15, -1e14})
            CPPUNIT_ASSERT_EQUAL(std::string{"none"}, number(given));
    }

    void garbage_is_no_period()
    {
        for (const std::string_view text :
             {"",       "P",       "PT",    "P1",           "1D",          "P1DT",        "P-1D",
              "-P1D",   "P1.5D",   "P1D1Y", "P1S",          "PT1D",        "P1M1M",       "PT1.S",
              "PT.5S",  "P1D ",    "p1d",   "P9999999999D", "P522122223D", "P999999999W", "P99999Y",
              "PT1H1H", "P1DT1H1D"})
            CPPUNIT_ASSERT_EQUAL_MESSAGE(std::string{text}, std::string{"none"}, period(text));
    }

    void periods_are_read_and_written()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"P1Y2M3DT4H5M6.7S"}, period("P1Y2M3DT4H5M6.7S"));
        CPPUNIT_ASSERT_EQUAL(std::string{"P14D"}, period("P2W"));
        CPPUNIT_ASSERT_EQUAL(std::string{"P1Y"}, period("P12M"));
        CPPUNIT_ASSERT_EQUAL(std::string{"P1D"}, period("PT24H"));
        CPPUNIT_ASSERT_EQUAL(std::string{"PT1H30M"}, period("PT90M"));
        CPPUNIT_ASSERT_EQUAL(std::string{"PT0.001S"}, period("PT0.001S"));
        CPPUNIT_ASSERT_EQUAL(std::string{"PT0S"}, period("P0D"));
        CPPUNIT_ASSERT(Period::parse("PT0S")->is_zero());
        CPPUNIT_ASSERT_EQUAL(3600.0, Period::parse("PT1H")->seconds());
        CPPUNIT_ASSERT_EQUAL(std::string{"P1Y6M"}, Period::parse("P3M")->times(6)->text());
        CPPUNIT_ASSERT(!Period::parse("P1Y")->times(10'000) && !Period::parse("P1D")->times(-1));
        CPPUNIT_ASSERT(Period::parse("PT36H") == Period::of_micros(129'600'000'000));
    }

    void a_month_is_one_of_the_calendar()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"2024-02-29T00:00:00Z"}, after("2024-01-31", "P1M"));
        CPPUNIT_ASSERT_EQUAL(std::string{"2024-03-31T00:00:00Z"}, after("2024-01-31", "P1M", 2));
        CPPUNIT_ASSERT_EQUAL(std::string{"2023-11-30T00:00:00Z"}, after("2024-01-31", "P1M", -2));
        CPPUNIT_ASSERT_EQUAL(std::string{"2025-02-28T00:00:00Z"}, after("2024-02-29", "P1Y"));
        CPPUNIT_ASSERT_EQUAL(std::string{"2024-03-01T18:00:00Z"}, after("2024-02-29", "P1DT18H"));
    }

    void nothing_leaves_the_years()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"none"}, after("9999-12-31", "P1D"));
        CPPUNIT_ASSERT_EQUAL(std::string{"none"}, after("9999-12-31", "P1M"));
        CPPUNIT_ASSERT_EQUAL(std::string{"none"}, after("0001-01-01", "PT1S", -1));
        CPPUNIT_ASSERT_EQUAL(std::string{"none"}, after("2024-01-01", "P9999Y",
                                                        std::numeric_limits<std::int64_t>::max()));
        CPPUNIT_ASSERT_EQUAL(std::string{"none"},
                             after("2024-01-01", "P3000000D", 3'999'999'999'999));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(InstantTest);

} // namespace
