// date.*, time.duration, range.* and struct.count.
#include "../cases.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using tests::Case;

class CalendarTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(CalendarTest);
    CPPUNIT_TEST(wrong_dates_are_found);
    CPPUNIT_TEST(right_dates_are_left_alone);
    CPPUNIT_TEST(wrong_spans_are_found);
    CPPUNIT_TEST(right_spans_are_left_alone);
    CPPUNIT_TEST(impossible_values_are_found);
    CPPUNIT_TEST(possible_values_are_left_alone);
    CPPUNIT_TEST(wrong_counts_are_found);
    CPPUNIT_TEST(right_counts_are_left_alone);
    CPPUNIT_TEST_SUITE_END();

public:
    void wrong_dates_are_found()
    {
        constexpr Case k_rows[] = {
            {"We meet on Tuesday, 4 March 2024.", "date.weekday", "Tuesday", "\"Monday\""},
            {"We meet on Tuesday, March 4, 2024, at noon.", "date.weekday", "Tuesday",
             "\"Monday\""},
            {"The launch on 2024-03-05 (Monday) went well.", "date.weekday", "Monday",
             "\"Tuesday\""},
            {"July 20, 1969 was a Monday.", "date.weekday", "Monday", "\"Sunday\""},
            {"Am Dienstag, den 4. M\u00e4rz 2024, war es kalt.", "date.weekday", "Dienstag",
             "\"Monday\""},
            {"Sie hat am Freitag, dem 8. M\u00e4rz 2023, geheiratet.", "date.weekday", "Freitag",
             "\"Wednesday\""},
            {"Le lundi 6 mars 2024, il a plu.", "date.weekday", "lundi", "\"Wednesday\""},
            {"Due Mon. 5 March 2024.", "date.weekday", "Mon", "\"Tuesday\""},
            {"The lease ends on February 30, 2024.", "date.invalid", "February 30, 2024", ""},
            {"The lease ends on 31 April.", "date.invalid", "31 April", ""},
            {"Born on 29 February 2023, she is young.", "date.invalid", "29 February 2023", ""},
            {"Paid on 2023-02-29 in full.", "date.invalid", "2023-02-29", ""},
            {"Paid on 31/04/2019 in full.", "date.invalid", "31/04/2019", ""},
            {"He was born in 1950 and died in 2010 at the age of 62.", "date.age", "62", "60"},
            {"She was born on May 1, 1930 and died on April 30, 2000, aged 70.", "date.age", "70",
             "69"},
        };
        tests::expect_all(k_rows);
    }

    void right_dates_are_left_alone()
    {
        constexpr Case k_rows[] = {
            {"We meet on Monday, 4 March 2024, and on 2024-03-05 (Tuesday)."},
            {"On Monday, 03/04/2024 and Wednesday, 03/04/2024 both readings are fine."},
            {"On Friday, 15 October 1582 the calendar changed; Thursday, 4 October 1582 came "
             "before."},
            {"On Wednesday, 25 October 1917 (O.S.) it began; Thursday, 25 October 1917 fits the "
             "old style."},
            {"Release 31.04.2019-r7 and build 30.02.11 are out."},
            {"There is no February 30."},
            {"In April 31 people came; March 32 is not a day."},
            {"29 February 2024 was sunny, and so was February 29."},
            {"2000 was a leap year, but 1900 was not a leap year."},
            {"If 2100 is a leap year, the code is wrong."},
            {"He was born in 1950 and died in 2010 at the age of 59."},
            {"He was born in 1950 and died in 2010 at the age of 60."},
            {"It closed in 1985 and opened again in 1990."},
            {"Caesar was born in 100 BC and died in 44 BC."},
            {"Founded in 1990, it celebrated its 30th anniversary in 2020."},
            {"The sun rose on 31 May 2024, and I sat on a wall."},
            {"The week of Monday to 6 March 2024 was busy."},
            {"See RFC 2822, section 3.3: Date: Tue, 5 Mar 2024 10:00:00 +0000."},
            {"The May 35 movement and the 30 February of Sweden in 1712."},
            {"Sale ends Friday, April 5-7, 2024."},
            {"On Monday to Wednesday, 6 March 2024."},
            {"The meeting is on Friday (March 8, 2024); Support: Mon-Fri 9-5."},
            {"We protect you in two steps: (1) copyright, and (2) a licence."},
        };
        tests::expect_all(k_rows);
    }

    void wrong_spans_are_found()
    {
        constexpr Case k_rows[] = {
            {"The fair ran from March 1, 2024 to March 10, 2024 (14 days).", "date.interval", "14",
             "9"},
            {"The fair ran from 1 March to 10 March 2024, a period of 12 days.", "date.interval",
             "12", "9"},
            {"She was mayor from 1990 to 2005, a span of 20 years.", "date.interval", "20", "15"},
            {"He reigned for 12 years, from 1901 to 1910.", "date.interval", "12", "9"},
            {"It was built in 1990 and rebuilt 25 years later, in 2005.", "date.interval", "25",
             "15"},
            {"The meeting ran from 9:15 to 11:45, lasting 3 hours.", "time.duration", "3 hours",
             "\"2 h 30 min\""},
            {"Open 9:00 am to 5:00 pm (9 hours).", "time.duration", "9 hours", "\"8 h\""},
            {"The film starts at 20:10 and ends at 22:40, a running time of 2 hours 10 minutes.",
             "time.duration", "2 hours 10 minutes", "\"2 h 30 min\""},
            {"The shop is open from 8:00 to 16:00, a total of 9 hours.", "time.duration", "9 hours",
             "\"8 h\""},
            {"It takes 90 minutes (2 hours).", "time.duration", "2 hours", "\"1 h 30 min\""},
            {"It took 3 hours, or 240 minutes.", "time.duration", "240 minutes", "\"3 h\""},
        };
        tests::expect_all(k_rows);
    }

    void right_spans_are_left_alone()
    {
        constexpr Case k_rows[] = {
            {"The fair ran from March 1, 2024 to March 10, 2024 (10 days)."},
            {"The fair ran from March 1, 2024 to March 10, 2024 (9 days)."},
            {"From 1 March to 15 March 2024 (2 weeks) it was closed."},
            {"From 1 March to 29 March 2024 (20 working days) it was closed."},
            {"She was mayor from 1990 to 2005, a span of 15 years."},
            {"From 1990 to 2005, 20 years of age was the limit."},
            {"He served from May 2001 to June 2010 (nine years)."},
            {"Open 9:00 to 5:00 (8 hours)."},
            {"Open 22:00 to 6:00 (8 hours)."},
            {"Work is 9:00 to 17:30 with a 30 minute break (8 hours)."},
            {"The flight leaves at 10:00 and lands at 11:00, 2 hours later."},
            {"It takes 90 minutes (1.5 hours)."},
            {"It took about 3 hours, or 175 minutes."},
            {"The meeting ran from 9:15 to 11:45, lasting two and a half hours."},
            {"Between 2010 and 2015 sales doubled in 3 years."},
            {"From 2010 to 2015 (5 years) and from 2015 to 2020 (6 years inclusive)."},
        };
        tests::expect_all(k_rows);
    }

    void impossible_values_are_found()
    {
        constexpr Case k_rows[] = {
            {"The event has a probability of 1.2.", "range.probability", "1.2", ""},
            {"With a probability of 120% it will rain.", "range.probability", "120", ""},
            {"The probability of rain is 130%.", "range.probability", "130", ""},
            {"120% of respondents said yes.", "range.percent", "120", ""},
            {"The server has the IP address 192.168.300.1.", "range.ipv4", "192.168.300.1", ""},
        };
        tests::expect_all(k_rows);
    }

    void possible_values_are_left_alone()
    {
        constexpr Case k_rows[] = {
            {"The event has a probability of 0.2, or 1 in 5."},
            {"A probability of 2/3 and odds of 3 to 1."},
            {"Sales were 120% of the target, and 150% of normal."},
            {"The station lies at latitude 59.3 and longitude 181."},
            {"Version 4.12.300.1 needs firmware 1.2.300.4."},
            {"He ran it in 25:10; see Matthew 25:10."},
            {"The net change was -12 employees."},
            {"It is -5 degrees, between -10 and 5."},
            {"Give 110%!"},
            {"They won 11 of 10 points, as the joke goes."},
        };
        tests::expect_all(k_rows);
    }

    void wrong_counts_are_found()
    {
        constexpr Case k_rows[] = {
            {"We have three offices: Berlin, Paris, Rome and Oslo.", "struct.count", "three", "4"},
            {"Five people attended: Ann, Bob, Carl and Dora.", "struct.count", "Five", "4"},
            {"There are four colours: red, green and blue.", "struct.count", "four", "3"},
            {"The flag has two colours (red, white and blue).", "struct.count", "two", "3"},
            {"There are three steps:\n\n1. Wash\n2. Rinse\n3. Dry\n4. Fold\n", "struct.count",
             "three", "4"},
            {"We offer five services:\n- audit\n- tax\n- payroll\n\n# Next\n", "struct.count",
             "five", "3"},
        };
        tests::expect_all(k_rows);
    }

    void right_counts_are_left_alone()
    {
        constexpr Case k_rows[] = {
            {"We have three offices: Berlin, Paris and Rome."},
            {"We have three offices, such as: Berlin and Paris."},
            {"We have two offices: Portland, Oregon, and Austin, Texas."},
            {"We serve three dishes: fish and chips, soup, and salad."},
            {"There are three steps:\n\n1. Wash\n   - hot\n   - cold\n2. Rinse\n3. Dry\n"},
            {"There are three steps:\n\n- Wash\n\nthen\n\n- Rinse\n- Dry\n"},
            {"The first two options: red, green and blue."},
            {"Two people: Ann Lee, the chair, and Bob."},
            {"Call two times: once, twice and again."},
            {"At least two reasons: cost, time and risk."},
            {"2 cups: flour, sugar and salt."},
        };
        tests::expect_all(k_rows);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(CalendarTest);

} // namespace
