// range.bounds: what must lie between two other values of the text, or above another one.
#include "../cases.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <string>

namespace {

class BoundsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(BoundsTest);
    CPPUNIT_TEST(a_centre_outside_of_its_range_is_found);
    CPPUNIT_TEST(a_centre_of_something_else_is_left_alone);
    CPPUNIT_TEST(members_of_a_range_lie_within);
    CPPUNIT_TEST(named_ends_keep_their_order);
    CPPUNIT_TEST(settings_keep_their_order);
    CPPUNIT_TEST(nothing_is_more_than_all);
    CPPUNIT_TEST(shares_follow_the_order_of_their_counts);
    CPPUNIT_TEST(hostile_texts_end);
    CPPUNIT_TEST_SUITE_END();

public:
    void a_centre_outside_of_its_range_is_found()
    {
        constexpr tests::Case k_rows[] = {
            {"Marks in the exam ran from 41 to 97, and the average was 102.", "range.bounds",
             "102"},
            {"Visitors' ages ranged from 8 to 71 (median 74).", "range.bounds", "74"},
            {"The median wait was 63 minutes (range 12 to 58 minutes).", "range.bounds", "63"},
            {"Prices range from $5 to $20. The average price is $35.", "range.bounds", "35"},
            {"The port accepts values from 1024 to 65535 (default 80800).", "range.bounds",
             "80800"},
            {"We plan for revenue between $372 million and $380 million; the midpoint of the "
             "range is $386 million.",
             "range.bounds", "386 million"},
            {"The queue is between 200 and 300 people, with a best guess of 350.", "range.bounds",
             "350"},
            {"Yields lay between 4.1 and 6.8 t/ha; mean yield was 7.2 t/ha.", "range.bounds",
             "7.2"},
            {"It was never warmer than 21 degrees and never colder than 16; the mean was 24 "
             "degrees.",
             "range.bounds", "24"},
            {"Walkers were 18 to 65 years old (mean age 71 years).", "range.bounds", "71"},
            {"Wait times of 5 to 20 minutes, 25 minutes on average, were reported.", "range.bounds",
             "25"},
            {"Die Werte lagen zwischen 12 und 30, im Mittel bei 34.", "range.bounds", "34"},
        };
        tests::expect_all(k_rows);
    }

    void a_centre_of_something_else_is_left_alone()
    {
        constexpr tests::Case k_rows[] = {
            {"Marks in the exam ran from 41 to 97, and the average was 72."},
            {"Ages ranged from 8 to 71. The average stay was 74 days."},
            {"Rents ran from 410 to 620 euros, against a national average of 700 euros."},
            {"The median was 63 minutes, and the control group had a median of 70 (60 to 80)."},
            {"The mean was 9.1 days (IQR 2 to 7)."},
            {"Prices range from $5 to $20. The average customer spends $35."},
            {"Pupils aged 5 to 12 took part. The mean age of their mothers was 41."},
            {"The timeout is a number from 1 to 60 (default 0, which switches it off)."},
            {"Between 3 and 5 pm we saw 12 cars on average."},
            {"Temperatures ran from 10.4 to 19.6, and the mean was about 20."},
            {"That would mean 900 more, in the range from 100 to 200."},
        };
        tests::expect_all(k_rows);
    }

    void members_of_a_range_lie_within()
    {
        constexpr tests::Case k_rows[] = {
            {"Values must lie between 6.5 and 8.0. The three samples gave 6.9, 7.4 and 8.6.",
             "range.bounds", "8.6"},
            {"It stayed between 20 and 22 degrees (20.4, 21.1, 23.5, 21.9).", "range.bounds",
             "23.5"},
            {"It stayed between 20 and 22 degrees (20.4, 21.1, 21.5, 21.9)."},
            {"Values must lie between 6.5 and 8.0. The three gave 6.9, 7.4 and 8.6, so one "
             "failed and lies outside."},
            {"It stayed between 20 and 22 degrees. We came back after 3, 21 and 40 days."},
        };
        tests::expect_all(k_rows);
    }

    void named_ends_keep_their_order()
    {
        constexpr tests::Case k_rows[] = {
            {"The lowest bid was 480,000 and the highest 455,000 euros.", "range.bounds",
             "480,000"},
            {"Latency: p50 45 ms, p95 180 ms, p99 140 ms.", "range.bounds", "180"},
            {"Net weight 12.5 kg, gross weight 11.9 kg.", "range.bounds", "12.5"},
            {"The youngest was 14 years old and the oldest 11.", "range.bounds", "14"},
            {"The diaries cover the years 1871 to 1859.", "range.bounds", "1871 to 1859"},
            {"The readings lay between 18.4 and 12.9, lowest first.", "range.bounds",
             "18.4 and 12.9"},
            {"The highest bid was 480,000 and the lowest 455,000 euros."},
            {"The minimum age is 18, the maximum group size 12."},
            {"Net price 12.50 euros, gross price 11.90 euros after the rebate."},
            {"The years 44 to 31 BC saw civil war."},
            {"Dates run back over the years 1871 to 1859."},
        };
        tests::expect_all(k_rows);
    }

    void settings_keep_their_order()
    {
        constexpr tests::Case k_rows[] = {
            {"```\npool:\n  minSize: 20\n  maxSize: 5\n```", "range.bounds", "20"},
            {"```\nport_max = 8000 # last\nport_min = 9000\n```", "range.bounds", "9000"},
            {"```\npool:\n  minSize: 2\n  maxSize: 5\n```"},
            {"```\nmin_age: 18\nmax_group: 12\n```"},
            {"```\nmin_idle: 18\nmax_idle: 0\n```"},
            {"```\nmin_wait: 500ms\nmax_wait: 2s\n```"},
        };
        tests::expect_all(k_rows);
    }

    void nothing_is_more_than_all()
    {
        constexpr tests::Case k_rows[] = {
            {"A card is drawn at random; P(red) = 1.5.", "range.probability", "1.5"},
            {"The polynomial has P(2) = 1.5."},
        };
        tests::expect_all(k_rows);
    }

    void shares_follow_the_order_of_their_counts()
    {
        constexpr tests::Case k_rows[] = {
            {"Asked why, 12 named the way, 9 their pay, 6 a boss and 3 something else. That's 40% "
             "the way, 30% pay, 25% a boss and 10% else.",
             "arith.share", "25"},
            {"The red team got 46 and the blue 34, which is 57.5% to 45.2%.", "arith.share",
             "45.2"},
            {"The red team got 46 and the blue 34, which is 57.5% to 42.5%."},
            {"The red team got 46 and the blue 34, with 57.5% and 61.2% of the halls full."},
        };
        tests::expect_all(k_rows);
    }

    void hostile_texts_end()
    {
        std::string ranges;
        std::string settings = "```\n";
        for (int i = 0; i < 400; ++i) {
            ranges += "between 3 and 4 mean 5 (3, 4, 9) lowest 7 highest 2 ";
            settings += "min_a: 9\nmax_a: 8\n";
        }
        tests::artifact_of(ranges);
        tests::artifact_of(settings);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(BoundsTest);

} // namespace
