// Streams of different clocks: frame, step, bins, and what is left out.
#include "base/concat.hpp"
#include "correlate/alignment.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <cmath>
#include <random>

namespace {

using correlate::Aggregate;
using value::Instant;
using value::Period;

class AlignmentTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(AlignmentTest);
    CPPUNIT_TEST(nothing_in_common_is_no_alignment);
    CPPUNIT_TEST(equal_clocks_join_one_to_one);
    CPPUNIT_TEST(the_order_of_the_points_does_not_matter);
    CPPUNIT_TEST(the_slower_stream_sets_the_step);
    CPPUNIT_TEST(months_do_not_drift);
    CPPUNIT_TEST(the_frame_is_the_buyers);
    CPPUNIT_TEST(gaps_are_told_and_not_filled);
    CPPUNIT_TEST(where_in_its_step_a_stamp_stands_is_no_lag);
    CPPUNIT_TEST(zones_and_summer_time_are_no_lag);
    CPPUNIT_TEST(periods_that_begin_elsewhere_are_no_lag);
    CPPUNIT_TEST(a_trembling_clock_keeps_its_step);
    CPPUNIT_TEST(streams_of_which_one_ends_earlier_stay_with_the_calendar);
    CPPUNIT_TEST(a_tiny_step_costs_no_more_than_the_points);
    CPPUNIT_TEST_SUITE_END();

    static std::mt19937_64 seeded(std::uint64_t seed) { return std::mt19937_64{seed}; }

    static request::Stream every(std::string_view start, std::string_view step, int count,
                                 double first = 0)
    {
        request::Stream out;
        for (int i = 0; i < count; ++i)
            out.points.push_back(
                {*Period::parse(step)->after(*Instant::parse(start), i), first + i});
        return out;
    }

    static std::string shown(const std::optional<correlate::Alignment>& found)
    {
        if (!found) return "none";
        std::string out =
            base::concat(found->start.text(), " ", found->step.text(), " ", found->a.size(), ":");
        for (std::size_t i = 0; i < std::min<std::size_t>(found->a.size(), 5); ++i)
            out += base::concat(" ", std::lround(found->a[i] * 10), "/",
                                std::lround(found->b[i] * 10));
        return out;
    }

    static std::string aligned(const request::Stream& a, const request::Stream& b,
                               const request::TimeFrame& frame = {},
                               Aggregate aggregate = Aggregate::mean)
    {
        return shown(correlate::align({a, b}, frame, aggregate));
    }

    static constexpr std::int64_t k_day = 86'400'000'000;

    static request::Stream moved(request::Stream stream, std::int64_t seconds)
    {
        for (auto& point : stream.points)
            point.time = *Instant::from_micros(point.time.micros() + seconds * 1'000'000);
        return stream;
    }

    static void together(const std::string& name, const request::Stream& a,
                         const request::Stream& b, std::string_view step)
    {
        for (const auto& found : {correlate::align({a, b}, {}, Aggregate::mean),
                                  correlate::align({b, a}, {}, Aggregate::mean)}) {
            CPPUNIT_ASSERT_EQUAL_MESSAGE(name, std::string{step}, found->step.text());
            CPPUNIT_ASSERT_EQUAL_MESSAGE(name, a.points.size(), found->a.size());
            CPPUNIT_ASSERT_MESSAGE(name, found->a == found->b);
            CPPUNIT_ASSERT_MESSAGE(name, found->gaps.empty());
            CPPUNIT_ASSERT_EQUAL_MESSAGE(name, std::size_t{0}, found->dropped_a);
            CPPUNIT_ASSERT_MESSAGE(name, found->bins.front() == 0);
        }
    }

public:
    void nothing_in_common_is_no_alignment()
    {
        const auto march = every("2024-03-01", "P1D", 10);
        CPPUNIT_ASSERT_EQUAL(std::string{"none"}, aligned(march, every("2025-03-01", "P1D", 10)));
        CPPUNIT_ASSERT_EQUAL(std::string{"none"}, aligned(march, {}));
        CPPUNIT_ASSERT_EQUAL(std::string{"none"}, aligned(march, every("2024-03-02", "P1D", 1)));
        request::Stream events;
        events.of_events = true;
        events.events.resize(3, {*Instant::parse("2024-03-02"), 1});
        CPPUNIT_ASSERT_EQUAL(std::string{"none"}, aligned(march, events));
        // A frame that neither reaches: an alignment of nothing.
        request::TimeFrame later;
        later.start = Instant::parse("2030-01-01");
        later.end = Instant::parse("2030-02-01");
        CPPUNIT_ASSERT_EQUAL(std::string{"2030-01-01T00:00:00Z P1D 0:"},
                             aligned(march, march, later));
    }

    void equal_clocks_join_one_to_one()
    {
        const auto found =
            correlate::align({every("2024-03-01", "P1D", 10), every("2024-03-03", "P1D", 10, 100)},
                             {}, Aggregate::mean);
        CPPUNIT_ASSERT_EQUAL(
            std::string{"2024-03-03T00:00:00Z P1D 8: 20/1000 30/1010 40/1020 50/1030 60/1040"},
            shown(found));
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, found->dropped_a);
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, found->dropped_b);
        CPPUNIT_ASSERT(found->gaps.empty() && !found->irregular_a && found->merged_a == 0);
    }

    void the_order_of_the_points_does_not_matter()
    {
        auto a = every("2024-03-01", "PT1H", 24);
        const auto b = every("2024-03-01", "PT1H", 24, 5);
        const auto wanted = aligned(a, b);
        std::reverse(a.points.begin(), a.points.end());
        CPPUNIT_ASSERT_EQUAL(wanted, aligned(a, b));
        a.points.push_back({*Instant::parse("2024-03-01"), 4}); // beside 0: their mean
        const auto found = correlate::align({a, b}, {}, Aggregate::mean);
        CPPUNIT_ASSERT_EQUAL(2.0, found->a.front());
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, found->merged_a);
    }

    void the_slower_stream_sets_the_step()
    {
        const auto hourly = every("2024-03-01", "PT1H", 72);
        const auto daily = every("2024-03-01", "P1D", 3);
        CPPUNIT_ASSERT_EQUAL(std::string{"2024-03-01T00:00:00Z P1D 3: 115/0 355/10 595/20"},
                             aligned(hourly, daily));
        CPPUNIT_ASSERT_EQUAL(std::string{"2024-03-01T00:00:00Z P1D 3: 230/0 470/10 710/20"},
                             aligned(hourly, daily, {}, Aggregate::last));
        CPPUNIT_ASSERT_EQUAL(std::string{"2024-03-01T00:00:00Z P1D 3: 2760/0 8520/10 14280/20"},
                             aligned(hourly, daily, {}, Aggregate::sum));
        CPPUNIT_ASSERT_EQUAL(std::string{"2024-03-01T00:00:00Z P1D 3: 115/0 355/10 595/20"},
                             aligned(hourly, daily, {}, Aggregate::median));
    }

    void months_do_not_drift()
    {
        const auto found = correlate::align(
            {every("2020-01-31", "P1M", 60), every("2020-01-01", "P1M", 60)}, {}, Aggregate::mean);
        CPPUNIT_ASSERT_EQUAL(std::string{"P1M"}, found->step.text());
        CPPUNIT_ASSERT(found->gaps.empty());
        CPPUNIT_ASSERT_EQUAL(std::size_t{60}, found->a.size());
        CPPUNIT_ASSERT(!found->irregular_a && !found->irregular_b);
        CPPUNIT_ASSERT_EQUAL(
            std::string{"1990-01-01T00:00:00Z P3M 40: 0/0 10/10 20/20 30/30 40/40"},
            aligned(every("1990-01-01", "P3M", 40), every("1990-01-01", "P3M", 40)));
        CPPUNIT_ASSERT_EQUAL(
            std::string{"1900-01-01T00:00:00Z P1Y 99: 0/0 10/10 20/20 30/30 40/40"},
            aligned(every("1900-07-01", "P1Y", 99), every("1900-07-01", "P1Y", 99)));
        CPPUNIT_ASSERT_EQUAL(
            std::string{"1790-01-01T00:00:00Z P10Y 24: 0/0 10/10 20/20 30/30 40/40"},
            aligned(every("1790-01-01", "P10Y", 24), every("1790-01-01", "P10Y", 24)));
        // Four weeks are no month.
        CPPUNIT_ASSERT_EQUAL(
            std::string{"2024-01-01T00:00:00Z P28D 30: 0/0 10/10 20/20 30/30 40/40"},
            aligned(every("2024-01-01", "P28D", 30), every("2024-01-01", "P28D", 30)));
    }

    void the_frame_is_the_buyers()
    {
        const auto a = every("2024-03-01", "P1D", 31);
        request::TimeFrame frame;
        frame.last = Period::parse("P7D");
        CPPUNIT_ASSERT_EQUAL(
            std::string{"2024-03-24T00:00:00Z P1D 8: 230/230 240/240 250/250 260/260 270/270"},
            aligned(a, a, frame));
        frame = {};
        frame.start = Instant::parse("2024-02-01");
        frame.end = Instant::parse("2024-03-04");
        frame.step = Period::parse("P2D");
        CPPUNIT_ASSERT_EQUAL(std::string{"2024-02-01T00:00:00Z P2D 3: 0/0 15/15 30/30"},
                             aligned(a, a, frame));
    }

    void gaps_are_told_and_not_filled()
    {
        auto a = every("2024-03-01", "P1D", 20);
        const auto b = a;
        a.points.erase(a.points.begin() + 5, a.points.begin() + 9);
        const auto found = correlate::align({a, b}, {}, Aggregate::mean);
        CPPUNIT_ASSERT_EQUAL(std::size_t{16}, found->a.size());
        CPPUNIT_ASSERT_EQUAL(std::size_t{4}, found->dropped_b);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, found->gaps.size());
        CPPUNIT_ASSERT_EQUAL(std::string{"2024-03-06T00:00:00Z"}, found->gaps[0].start.text());
        CPPUNIT_ASSERT_EQUAL(std::string{"2024-03-10T00:00:00Z"}, found->gaps[0].end.text());
        CPPUNIT_ASSERT_EQUAL(std::int64_t{4}, found->gaps[0].bins);
    }

    // Whatever the stamps: the k-th of the one with the k-th of the other, and none left over.
    void where_in_its_step_a_stamp_stands_is_no_lag()
    {
        together("dates, closes", every("2024-05-01", "P1D", 90),
                 every("2024-05-01T21:00:00Z", "P1D", 90), "P1D");
        together("dates, last seconds", every("2024-05-01", "P1D", 90),
                 every("2024-05-01T23:59:59Z", "P1D", 90), "P1D");
        together("month starts, ends", every("2015-01-01", "P1M", 96),
                 every("2015-01-31", "P1M", 96), "P1M");
        together("month middles, ends", every("2015-01-15", "P1M", 96),
                 every("2015-01-31T23:59:59Z", "P1M", 96), "P1M");
        together("quarter starts, ends", every("2005-01-01", "P3M", 60),
                 every("2005-03-31", "P3M", 60), "P3M");
        together("year starts, ends", every("1990-01-01", "P1Y", 30),
                 every("1990-12-31", "P1Y", 30), "P1Y");
        together("Mondays, Fridays", every("2024-01-01", "P7D", 60),
                 every("2024-01-05T21:00:00Z", "P7D", 60), "P7D");
        together("Mondays, Sundays", every("2024-01-01", "P7D", 60), every("2024-01-07", "P7D", 60),
                 "P7D");
        together("hours, five past", every("2024-05-01", "PT1H", 100),
                 every("2024-05-01T00:05:00Z", "PT1H", 100), "PT1H");
        together("hours, five to", every("2024-05-01", "PT1H", 100),
                 every("2024-05-01T00:55:00Z", "PT1H", 100), "PT1H");
        together("candles", every("2024-05-01", "PT15M", 100),
                 every("2024-05-01T00:14:59.999Z", "PT15M", 100), "PT15M");
        request::Stream last_workdays = every("2020-01-31", "P1M", 48);
        for (auto& point : last_workdays.points) {
            const std::int64_t weekday = (point.time.micros() / k_day + 3) % 7; // 0: Monday
            point.time = *Instant::from_micros(point.time.micros() -
                                               std::max<std::int64_t>(weekday - 4, 0) * k_day);
        }
        together("month starts, last workdays", every("2020-01-01", "P1M", 48), last_workdays,
                 "P1M");
    }

    void zones_and_summer_time_are_no_lag()
    {
        const auto dates = every("2024-01-01", "P1D", 200);
        for (const char* midnight :
             {"2024-01-01T00:00:00+05:30", "2024-01-01T00:00:00+09:00", "2024-01-01T00:00:00+13:00",
              "2024-01-01T00:00:00-05:00", "2024-01-01T16:00:00-05:00"})
            together(midnight, dates, every(midnight, "P1D", 200), "P1D");
        together("India's months", every("2020-01-01", "P1M", 48),
                 moved(every("2020-01-01", "P1M", 48), -19'800), "P1M");
        together("India's Mondays", every("2024-01-05", "P7D", 48),
                 every("2024-01-01T00:00:00+05:30", "P7D", 48), "P7D");
        // Midnights of London, Berlin and New York, from winter into summer.
        for (const std::int64_t west : {0, -1, 5}) {
            auto local = moved(dates, west * 3600);
            for (std::size_t i = 90; i < local.points.size(); ++i)
                local.points[i].time =
                    *Instant::from_micros(local.points[i].time.micros() - k_day / 24);
            together(base::concat("summer time, ", west), dates, local, "P1D");
        }
    }

    void periods_that_begin_elsewhere_are_no_lag()
    {
        together("fiscal years", every("2000-07-01", "P1Y", 20), every("2001-06-30", "P1Y", 20),
                 "P1Y");
        together("years from 6 April on", every("2000-04-06", "P1Y", 20),
                 every("2001-04-05", "P1Y", 20), "P1Y");
        together("fiscal quarters", every("2000-02-01", "P3M", 40), every("2000-04-30", "P3M", 40),
                 "P3M");
        together("weeks from Sunday on", every("2024-01-07", "P7D", 40),
                 every("2024-01-13", "P7D", 40), "P7D");
        together("months from the 15th on", every("2020-01-15", "P1M", 40),
                 every("2020-02-14", "P1M", 40), "P1M");
        together("four weeks", every("2024-01-01", "P28D", 30), every("2024-01-28", "P28D", 30),
                 "P28D");
        together("hours of India", every("2024-05-01T03:45:00Z", "PT1H", 90),
                 every("2024-05-01T04:44:59Z", "PT1H", 90), "PT1H");
    }

    void a_trembling_clock_keeps_its_step()
    {
        auto random = seeded(17);
        const auto trembling = [&](request::Stream stream, std::int64_t seconds) {
            for (auto& point : stream.points)
                point.time = *Instant::from_micros(
                    point.time.micros() +
                    (static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(2 * seconds)) -
                     seconds) *
                        1'000'000);
            return stream;
        };
        const auto hours = every("2024-05-01", "PT1H", 300);
        together("hours", hours, trembling(hours, 90), "PT1H");
        together("both", trembling(hours, 90), trembling(hours, 20), "PT1H");
        const auto days = every("2024-05-01", "P1D", 300);
        together("days", days, trembling(days, 1800), "P1D");
        together("closes", days, trembling(every("2024-05-01T20:00:00Z", "P1D", 300), 1800), "P1D");
        // What is missing in one is missing, and nothing else.
        auto holed = trembling(hours, 90);
        holed.points.erase(holed.points.begin() + 20, holed.points.begin() + 33);
        const auto found = correlate::align({hours, holed}, {}, Aggregate::mean);
        CPPUNIT_ASSERT_EQUAL(std::size_t{287}, found->a.size());
        CPPUNIT_ASSERT(found->a == found->b);
        // A step that is kept to the second is no trembling one.
        const auto odd = every("2024-05-01", "PT1H1S", 100);
        together("an hour and a second", odd, odd, "PT1H1S");
        // Two values a day stand in one day, wherever these are.
        const auto halves = every("2024-05-01", "PT18H", 40);
        CPPUNIT_ASSERT_EQUAL(std::size_t{30},
                             correlate::align({halves, days}, {}, Aggregate::mean)->a.size());
    }

    // The newest month is told at its start, but not yet at its end: both have sixty values.
    void streams_of_which_one_ends_earlier_stay_with_the_calendar()
    {
        const auto stays = [](const request::Stream& a, const request::Stream& b,
                              const char* wanted) {
            const auto found = correlate::align({a, b}, {}, Aggregate::mean);
            CPPUNIT_ASSERT_EQUAL(std::string{wanted}, found->start.text());
            CPPUNIT_ASSERT_EQUAL(std::size_t{59}, found->a.size());
            CPPUNIT_ASSERT_EQUAL(0.0, found->a.front());
            CPPUNIT_ASSERT_EQUAL(1.0, found->b.front());
        };
        stays(every("2020-01-01", "P1M", 60), every("2019-12-31", "P1M", 60),
              "2020-01-01T00:00:00Z");
        stays(every("2020-01-15", "P1M", 60), every("2019-12-31", "P1M", 60),
              "2020-01-01T00:00:00Z");
        stays(every("2020-01-01", "P1D", 60), every("2019-12-31T23:59:59Z", "P1D", 60),
              "2020-01-01T00:00:00Z");
        stays(every("2024-01-01", "P7D", 60), every("2023-12-31", "P7D", 60),
              "2024-01-01T00:00:00Z");
        stays(every("2024-01-01", "PT1H", 60), every("2023-12-31T23:05:00Z", "PT1H", 60),
              "2024-01-01T00:00:00Z");
    }

    void a_tiny_step_costs_no_more_than_the_points()
    {
        request::TimeFrame frame;
        frame.step = Period::parse("PT0.000001S");
        const auto a = every("2024-03-01", "P1D", 1000);
        const auto found = correlate::align({a, a}, frame, Aggregate::mean);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1000}, found->a.size());
        CPPUNIT_ASSERT_EQUAL(std::size_t{999}, found->gaps.size());
        // Far away in years, months and microseconds of the step.
        request::Stream wide;
        wide.points = {{*Instant::parse("0001-01-01"), 1}, {*Instant::parse("9999-12-31"), 2}};
        for (const std::string_view step : {"PT0.000001S", "P1M", "P9998Y"}) {
            frame.step = Period::parse(step);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                std::string{step}, std::size_t{2},
                correlate::align({wide, wide}, frame, Aggregate::mean)->a.size());
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(AlignmentTest);

} // namespace
