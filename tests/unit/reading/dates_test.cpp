// Days, months and years in words and digits, clock times, and the calendar.
#include "reading/dates.hpp"

#include "read_rows.hpp"
#include "reading/document.hpp"

#include <algorithm>
#include <utility>

namespace {

std::string padded(int number, std::size_t width)
{
    std::string out = std::to_string(number);
    return std::string(width - std::min(width, out.size()), '0') + out;
}

// "2024-03-05; ?-03-05 swap": as far as it is known.
std::string dates_of(std::string_view text)
{
    const reading::Document document{text};
    std::string out;
    for (const reading::Date& each : document.dates) {
        if (!out.empty()) out += "; ";
        out += each.year ? padded(*each.year, 4) : "?";
        if (each.month != 0) out += '-' + padded(each.month, 2);
        if (each.day != 0) out += '-' + padded(each.day, 2);
        if (each.may_swap) out += " swap";
        if (each.in_range) out += " range";
        if (each.before_christ) out += " BC";
    }
    return out;
}

std::string times_of(std::string_view text)
{
    const reading::Document document{text};
    std::string out;
    for (const reading::ClockTime& each : document.times) {
        if (!out.empty()) out += "; ";
        out += padded(each.minute / 60, 2) + ':' + padded(each.minute % 60, 2);
        if (each.meridiem) out += " said";
        if (each.with_seconds) out += " seconds";
    }
    return out;
}

class DatesTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(DatesTest);
    CPPUNIT_TEST(dates_in_words_are_read);
    CPPUNIT_TEST(dates_in_digits_are_read);
    CPPUNIT_TEST(dates_of_other_languages_are_read);
    CPPUNIT_TEST(what_is_no_date_is_left);
    CPPUNIT_TEST(what_is_not_dated_right_yet);
    CPPUNIT_TEST(clock_times_are_read);
    CPPUNIT_TEST(names_of_months_and_days_are_known);
    CPPUNIT_TEST(days_that_do_not_exist_are_none);
    CPPUNIT_TEST(the_calendar_knows_its_weekdays);
    CPPUNIT_TEST_SUITE_END();

public:
    void dates_in_words_are_read()
    {
        constexpr reading_test::ReadRow k_rows[] = {
            {"", ""},
            {"On 5 March 2024 it rained.", "2024-03-05"},
            {"On March 5, 2024 it rained.", "2024-03-05"},
            {"On March 5 2024 it rained.", "2024-03-05"},
            {"On March 5th, 2024, it rained.", "2024-03-05"},
            {"On the 5th of March 2024 it rained.", "2024-03-05"},
            {"On the 5th of March it rained.", "?-03-05"},
            {"On March 5 it rained.", "?-03-05"},
            {"On 5 March it rained.", "?-03-05"},
            {"On 5 Mar 2024 it rained.", "2024-03-05"},
            {"On Mar. 5, 2024 it rained.", "2024-03-05"},
            {"On Sept. 5, 2024 it rained.", "2024-09-05"},
            {"In March 2024 it rained.", "2024-03"},
            {"On March 5, '24, it rained.", "?-03-05"},
            {"On MARCH 5, 2024 it rained.", "2024-03-05"},
            {"It rained on May 5, 2024, and on June 6, 2024.", "2024-05-05; 2024-06-06"},
            {"On Tuesday, March 5, 2024, it rained.", "2024-03-05"},
            {"It rained from 3-5 March 2024.", "2024-03-05 range"},
            {"On 31 February 2024 it rained.", "2024-02-31"},
            {"From 5 March 2024 to 7 April 2024 it rained.", "2024-03-05; 2024-04-07"},
            {"On 15 March 44 BC he died.", "?-03-15 BC"},
        };
        reading_test::expect_rows(k_rows, dates_of);
    }

    void dates_in_digits_are_read()
    {
        constexpr reading_test::ReadRow k_rows[] = {
            {"On 2024-03-05 it rained.", "2024-03-05"},
            {"On 2024-03-05T09:15:00Z it rained.", "2024-03-05"},
            {"On 2024-02-30 it rained.", "2024-02-30"},
            {"On 5/3/2024 it rained.", "2024-03-05 swap"},
            {"On 25/3/2024 it rained.", "2024-03-25 swap"},
            {"On 3/25/2024 it rained.", "2024-25-03 swap"},
            {"Am 05.03.2024 regnete es.", "2024-03-05"},
            {"Am 25.3.2024 regnete es.", "2024-03-25"},
            {"On 5/5/2024 it rained.", "2024-05-05 swap"},
            {"On 25-03-2024 it rained.", "2024-03-25 swap"},
            {"It rained (2024-03-05).", "2024-03-05"},
            {"On 5/3/24 it rained.", ""},
            {"Am 05.03.24 regnete es.", ""},
            {"Am 31.04.2024 regnete es.", "2024-04-31"},
        };
        reading_test::expect_rows(k_rows, dates_of);
    }

    void dates_of_other_languages_are_read()
    {
        constexpr reading_test::ReadRow k_rows[] = {
            {"Am 5. M\u00e4rz 2024 regnete es.", "2024-03-05"},
            {"Le 5 mars 2024 il pleuvait.", "2024-03-05"},
            {"El 5 de marzo de 2024 llovi\u00f3.", "2024-03-05"},
            {"Il 5 marzo 2024 pioveva.", "2024-03-05"},
            {"Em 5 de mar\u00e7o de 2024 choveu.", "2024-03-05"},
            {"Op 5 maart 2024 regende het.", "2024-03-05"},
        };
        reading_test::expect_rows(k_rows, dates_of);
    }

    void what_is_no_date_is_left()
    {
        constexpr reading_test::ReadRow k_rows[] = {
            {"It has 2024 parts.", ""},     {"Use version 1.2.3 now.", ""},
            {"We may 5 times try.", ""},    {"They march 5 miles.", ""},
            {"The ratio is 5/3 here.", ""}, {"Call 555-123-4567 now.", ""},
        };
        reading_test::expect_rows(k_rows, dates_of);
    }

    void what_is_not_dated_right_yet()
    {
        constexpr reading_test::ReadRow k_not_yet[] = {
            {"In March of 2024 it rained.", ""},
            {"In 2024 it rained.", ""},
            {"In 2024-03 it rained.", ""},
            {"On 2024/03/05 it rained.", ""},
            {"On the fifth of March 2024 it rained.", "2024-03"},
            {"On 5-Mar-2024 it rained.", ""},
            {"Le 1er mars 2024 il pleuvait.", ""},
        };
        reading_test::expect_rows(k_not_yet, dates_of);
    }

    void clock_times_are_read()
    {
        constexpr reading_test::ReadRow k_rows[] = {
            {"It opens at 9:15 here.", "09:15"},
            {"It opens at 17:05:30 here.", "17:05 seconds"},
            {"It opens at 9:15 am here.", "09:15 said"},
            {"It opens at 9:15 p.m. here.", "21:15 said"},
            {"It opens at 9:15pm here.", "21:15 said"},
            {"It opens at 9 am here.", "09:00 said"},
            {"It opens at 9am here.", "09:00 said"},
            {"It opens at 12 pm here.", "12:00 said"},
            {"It opens at 12 am here.", "00:00 said"},
            {"It opens at noon here.", "12:00 said"},
            {"It opens at midnight here.", "00:00 said"},
            {"It closes at 24:00 here.", "24:00"},
            {"It is open from 9:15 to 17:05.", "09:15; 17:05"},
            {"The score was 99:15 here.", ""},
        };
        reading_test::expect_rows(k_rows, times_of);
    }

    void names_of_months_and_days_are_known()
    {
        for (const auto& [name, month] :
             {std::pair{"january", 1}, std::pair{"jan", 1}, std::pair{"m\u00e4rz", 3},
              std::pair{"f\u00e9vrier", 2}, std::pair{"agosto", 8}, std::pair{"dezember", 12},
              std::pair{"sept", 9}, std::pair{"mei", 5}})
            CPPUNIT_ASSERT_MESSAGE(name, reading::month_name(name) == month);
        for (const char* name : {"", "monday", "March", "marches", "j"})
            CPPUNIT_ASSERT_MESSAGE(name, !reading::month_name(name));
        for (const auto& [name, weekday] :
             {std::pair{"sunday", 0}, std::pair{"sat", 6}, std::pair{"montag", 1},
              std::pair{"mardi", 2}, std::pair{"mi\u00e9rcoles", 3}, std::pair{"zaterdag", 6}})
            CPPUNIT_ASSERT_MESSAGE(name, reading::weekday_name(name) == weekday);
        for (const char* name : {"", "march", "Sunday", "day"})
            CPPUNIT_ASSERT_MESSAGE(name, !reading::weekday_name(name));
        CPPUNIT_ASSERT_EQUAL(std::string_view{"Tuesday"}, reading::english_weekday(2));
        CPPUNIT_ASSERT_EQUAL(std::string_view{"March"}, reading::english_month(3));
    }

    void days_that_do_not_exist_are_none()
    {
        CPPUNIT_ASSERT(reading::gregorian(2024, 2, 29));
        CPPUNIT_ASSERT(reading::gregorian(2000, 2, 29));
        CPPUNIT_ASSERT(!reading::gregorian(2023, 2, 29));
        CPPUNIT_ASSERT(!reading::gregorian(1900, 2, 29));
        CPPUNIT_ASSERT(reading::julian(1900, 2, 29));
        CPPUNIT_ASSERT(!reading::gregorian(2024, 4, 31));
        CPPUNIT_ASSERT(!reading::gregorian(2024, 13, 1));
        CPPUNIT_ASSERT(!reading::gregorian(2024, 0, 1));
        CPPUNIT_ASSERT(!reading::gregorian(2024, 1, 0));
        CPPUNIT_ASSERT(!reading::gregorian(2024, 1, 32));
    }

    // Rome's last day of the old calendar, a Thursday, and the next one, a Friday.
    void the_calendar_knows_its_weekdays()
    {
        const auto old_day = *reading::julian(1582, 10, 4);
        const auto new_day = *reading::gregorian(1582, 10, 15);
        CPPUNIT_ASSERT(new_day - old_day == std::chrono::days{1});
        CPPUNIT_ASSERT_EQUAL(4, reading::weekday_of(old_day));
        CPPUNIT_ASSERT_EQUAL(5, reading::weekday_of(new_day));
        CPPUNIT_ASSERT_EQUAL(2, reading::weekday_of(*reading::gregorian(2024, 3, 5)));
        CPPUNIT_ASSERT_EQUAL(std::string{"2024-03-05"},
                             reading::iso_text(*reading::gregorian(2024, 3, 5)));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(DatesTest);

} // namespace
