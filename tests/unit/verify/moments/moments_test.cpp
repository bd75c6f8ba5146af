// time.duration, date.interval, date.age and date.weekday over a few sentences.
#include "../cases.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using tests::Case;

class MomentsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(MomentsTest);
    CPPUNIT_TEST(wrong_clocks_are_found);
    CPPUNIT_TEST(right_clocks_are_left_alone);
    CPPUNIT_TEST(wrong_days_are_found);
    CPPUNIT_TEST(right_days_are_left_alone);
    CPPUNIT_TEST(wrong_years_are_found);
    CPPUNIT_TEST(wrong_spans_and_lives_are_found);
    CPPUNIT_TEST(right_spans_and_lives_are_left_alone);
    CPPUNIT_TEST(right_years_are_left_alone);
    CPPUNIT_TEST_SUITE_END();

public:
    void wrong_clocks_are_found()
    {
        constexpr Case k_rows[] = {
            {"The exam starts at 14:10. You have 95 minutes, so pens go down at 15:55.",
             "time.duration", "15:55", "\"15:45\""},
            {"Curtain up is at half past seven. The first act runs an hour and ten minutes, so the "
             "bar opens at twenty to ten.",
             "time.duration", "twenty to ten", "\"08:40\""},
            {"The call is at 3 pm in London. Delhi is four and a half hours ahead in summer, so it "
             "will be 6:30 pm there.",
             "time.duration", "6:30 pm", "\"19:30\""},
            {"The sleeper pulled out at 22:15 and pulled in at 06:50 the next day. We were so many "
             "hours on board, which makes 9 h 35 min.",
             "time.duration", "9 h 35 min", "\"8 h 35 min\""},
            {"She clocks in at 8:30 and clocks out at 17:00; the lunch break of 45 minutes is "
             "unpaid. Hours worked: 8 h 30 min.",
             "time.duration", "8 h 30 min", "\"7 h 45 min\""},
            {"The night bus was due at 11.52 p.m. It came 20 minutes late, at 12.12 p.m. by the "
             "church clock.",
             "time.duration", "12.12 p.m.", "\"00:12\""},
            // One clock, one measured length and the other clock are all that is told.
            {"We lit the kiln at 7:20 a.m. and fired it for exactly 2 hours 30 minutes. At 10:10 "
             "a.m. the first tiles came out.",
             "time.duration", "10:10 a.m.", "\"09:50\""},
            {"Ferry M2 leaves Strand at 08:25 and reaches Holm at 10:40 (same time zone). "
             "Crossing: "
             "3 h 15 min.",
             "time.duration", "3 h 15 min", "\"2 h 15 min\""},
            {"Moonrise 19:12, moonset 23:40 (both local time); it is up for 4 h 58 min.",
             "time.duration", "4 h 58 min", "\"4 h 28 min\""},
            {"Drops given at 07:15. The eye needs 6 hours between doses, so the next not before "
             "12:15.",
             "time.duration", "12:15", "\"13:15\""},
            {"We set off at 6:10 and were at the hut at 11:55, so 6 h 45 with the rest stops.",
             "time.duration", "6 h 45", "\"5 h 45 min\""},
            // A span and its length, whatever the miss.
            {"The pool is heated 06:20-08:50 (3 h 20 min).", "time.duration", "3 h 20 min",
             "\"2 h 30 min\""},
            {"The tide turned, the race began at 10:05 and was over by 11:50, all of 2 h 25 min.",
             "time.duration", "2 h 25 min", "\"1 h 45 min\""},
            {"The hall is ours from 3 pm to 4:45 pm, that is an hour and a quarter.",
             "time.duration", "an hour and a quarter", "\"1 h 45 min\""},
            {"Wiring 1 h 40 min plus testing 2 h 35 min makes 4 h 25 min.", "time.duration",
             "4 h 25 min", "\"4 h 15 min\""},
            // One length in two units.
            {"The varnish dries in 84 hours, that is three full days.", "time.duration",
             "three full days", "\"84 h\""},
            {"Simmer it for 150 minutes, or 2 hours 50 minutes.", "time.duration",
             "2 hours 50 minutes", "\"2 h 30 min\""},
        };
        tests::expect_all(k_rows);
    }

    void right_clocks_are_left_alone()
    {
        constexpr Case k_rows[] = {
            {"The exam starts at 14:10. You have 95 minutes, so pens go down at 15:45."},
            {"Curtain up is at half past seven. The first act runs an hour and ten minutes, so the "
             "bar opens at twenty to nine."},
            {"The call is at 3 pm in London. Delhi is four and a half hours ahead in summer, so it "
             "will be 7:30 pm there."},
            {"The sleeper pulled out at 22:15 and pulled in at 06:50 the next day. We were so many "
             "hours on board, which makes 8 h 35 min."},
            {"She clocks in at 8:30 and clocks out at 17:00; the lunch break of 45 minutes is "
             "unpaid. Hours worked: 7 h 45 min."},
            {"The night bus was due at 11.52 p.m. It came 20 minutes late, at 12.12 a.m. by the "
             "church clock."},
            {"She rowed the first half in 1:12:20 and the second half in 1:15:31. Her time for the "
             "whole was 2:27:51."},
            {"The lecture begins at about 9:00 and takes 90 minutes, so we meet at 11:30 for lunch "
             "at the station, an hour later than last time."},
            {"You land at 16:05 after \"only two and a half hours\"; you left at 13:25."},
            {"The doors open from ten to eleven for those who booked, at nine for members."},
            {"We lit the kiln at 7:20 a.m. and fired it for exactly 2 hours 30 minutes. At 9:50 "
             "a.m. "
             "the first tiles came out."},
            {"Ferry M2 leaves Strand at 08:25 and reaches Holm at 10:40 (same time zone). "
             "Crossing: "
             "2 h 15 min."},
            {"The plane leaves at 08:25 and lands at 10:40 local time. Flying time: 3 h 15 min."},
            {"Drops given at 07:15. The eye needs 6 hours between doses, so the next not before "
             "14:00."},
            {"We set off at 6:10 and were at the hut at 11:55, so 5 h 45 with the rest stops."},
            {"The train was 2 h 45 late; 14 of us missed the boat at 9:30."},
            {"Ito won in 1:04:12. Bauer came home in 1:04:49, 37 seconds behind."},
            {"Ito won in 1:04:12. Bauer came home in 1:04:49, 20 minutes after the juniors."},
            {"The museum opens at 9:00 and closes at 18:00, so take 20 minutes for the tower."},
            {"The bread proved for 40 minutes, so at 5:20 pm it went in; we had begun at 4:10 pm."},
            {"The pool is heated 06:20-08:50 (2 h 30 min)."},
            {"The hall is ours from 3 pm to 4:45 pm, so we have an hour and three quarters."},
            {"The hall is ours from 3 pm to 4:20 pm, an hour and a bit."},
            {"The pool is heated from 6 to 8:30 pm with a break, two hours in all."},
            {"The varnish dries in 84 hours, that is three and a half days."},
            {"Simmer it for 150 minutes, or 30 minutes in the pressure cooker."},
            {"Simmer it for 150 minutes, or 90 minutes if the pot is small."},
            {"The climb took 2 h 40 min and the descent 1 h 35 min, 4 h 15 min in all."},
            {"They work 40 hours, i.e. five days of work."},
        };
        tests::expect_all(k_rows);
    }

    void wrong_days_are_found()
    {
        constexpr Case k_rows[] = {
            {"The guarantee is for 60 days. You bought the kettle on 2 April 2024, so it expires "
             "on "
             "11 June 2024.",
             "date.interval", "11 June 2024", "\"2024-06-01\""},
            {"You arrive on 3 August 2025 for seven nights. Departure is on 11 August.",
             "date.interval", "11 August", "\"2025-08-10\""},
            {"Notice was given on 15 January 2025 and the notice period is three months, so the "
             "tenancy ends on 15 May 2025.",
             "date.interval", "15 May 2025", "\"2025-04-15\""},
            {"The token rotates every 30 days. It was last issued on 2025-05-06. Unless renewed it "
             "expires 2025-06-15.",
             "date.interval", "2025-06-15", "\"2025-06-05\""},
            {"Sent: Tuesday, 3 June 2025\nDear all, the painters come three weeks from today, that "
             "is on 1 July.",
             "date.interval", "1 July", "\"2025-06-24\""},
        };
        tests::expect_all(k_rows);
    }

    void right_days_are_left_alone()
    {
        constexpr Case k_rows[] = {
            {"The guarantee is for 60 days. You bought the kettle on 2 April 2024, so it expires "
             "on "
             "1 June 2024."},
            {"The guarantee is for 60 days. You bought the kettle on 2 April 2024, so it expires "
             "on "
             "31 May 2024."},
            {"You arrive on 3 August 2025 for seven nights. Departure is on 10 August."},
            {"Notice was given on 15 January 2025 and the notice period is three months, so the "
             "tenancy ends on 30 April 2025."},
            {"Notice was given on 15 January 2025 and the notice period is three months, so the "
             "tenancy ends on 14 April 2025."},
            {"The order went out on 3 March 2025 and takes ten working days, so it is due on 17 "
             "March 2025."},
            {"The cast went on on Monday, 3 March 2025. It came off on Thursday the 20th of the "
             "same month."},
            {"The fair is always on the first Sunday of October 2025, that is on the 5th."},
            {"The policy runs for twelve months from 1 July 2024, so it ends on 30 June 2025."},
            {"Counting back 30 days before 14 March 2025, we get 12 February 2025."},
            {"60 days from 3 April 2025 is 2 June 2025."},
            {"60 days from 3 April 2025 is 2 June 2025, and by 22 June 2025 all must be paid."},
            {"The token rotates every 30 days. It was last issued on 2025-05-06. Unless renewed it "
             "expires 2025-06-05."},
            {"The token rotates every 30 days. It was first issued on 2025-05-06. The third one "
             "expires 2025-08-04."},
            {"Sent: Tuesday, 3 June 2025\nDear all, the painters come three weeks from today, that "
             "is on 24 June."},
            {"The course runs from Monday, 7 April 2025 to Thursday, 17 April 2025. Without the "
             "weekend this makes 9 working days."},
            {"The pilot runs from Monday, 7 April 2025 to Friday, 18 April 2025, both included. "
             "With "
             "weekends off and no holiday in between that is 10 working days."},
            {"The course runs from Monday, 7 April 2025 to Thursday, 17 April 2025. Saturdays "
             "included, this makes 10 working days."},
            {"The office is shut for the feast from Monday, 14 April 2025 to Friday, 25 April "
             "2025, "
             "which costs us 8 working days."},
        };
        tests::expect_all(k_rows);
    }

    void wrong_years_are_found()
    {
        constexpr Case k_rows[] = {
            {"The mill opened in 1881. It burned down in 1927, when it had stood for thirty-six "
             "years.",
             "date.interval", "thirty-six years", "\"46 years\""},
        };
        tests::expect_all(k_rows);
    }

    void wrong_spans_and_lives_are_found()
    {
        constexpr Case k_rows[] = {
            {"The rental period (1 June 2024 - 15 June 2024) is 24 days.", "date.interval", "24",
             "14"},
            {"The hall was shut 3 March \u2013 17 March 2024 (three weeks).", "date.interval",
             "three", "2"},
            {"Her tenure was 12 years, from 1990 to 1997.", "date.interval", "12", "7"},
            {"Anna Smith, born in 1900, died in 1980 at 75.", "date.age", "75", "80"},
            {"The painter (12 April 1870 \u2013 20 April 1925) lived to be 45.", "date.age", "45",
             "55"},
        };
        tests::expect_all(k_rows);
    }

    void right_spans_and_lives_are_left_alone()
    {
        constexpr Case k_rows[] = {
            {"The hall was shut 3\u201317 March 2024 (two weeks) and 3-5 May 2024 (three days)."},
            {"She lived in Oslo from 2001 to 2005, then two years in Bergen."},
            {"Start: 1 May 2024. End: 31 May 2024. Trial period: 14 days."},
            {"Shares went from 2010 to 1990 pence in a week, and the price was cut from 1990 to "
             "1850."},
            {"The museum opened in 1975 and was closed from 1960 until 1974 for building."},
            {"Opened in 1990, the Centenary Hall was sold in 2015."},
            {"Born in 1940, he married in 1965 a woman aged 19."},
            {"She was born in 1932; her son died in 1990, aged 30."},
            {"Mary Smith (1900-1980) published at the age of 25 her first book."},
        };
        tests::expect_all(k_rows);
    }

    void right_years_are_left_alone()
    {
        constexpr Case k_rows[] = {
            {"The mill opened in 1881. It burned down in 1927, when it had stood for forty-six "
             "years."},
            {"The mill opened in 1881. It burned down in 1927, when it had stood for forty-five "
             "years."},
            {"The choir was founded in 1964. In 2014 it sang at its 50th anniversary."},
            {"It was the first time since 2008, when she was photographed for her 18th birthday. "
             "The next came in 2016."},
            {"Founded in 1426, the school burnt down twice. It kept its five-hundredth anniversary "
             "in 1926 with a play."},
            {"The bridge was opened in 1931. Its seventy-fifth anniversary in 2006 was rained "
             "off."},
            {"The club was founded in 1911. Its centenary in 2011 was a feast."},
        };
        tests::expect_all(k_rows);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(MomentsTest);

} // namespace
