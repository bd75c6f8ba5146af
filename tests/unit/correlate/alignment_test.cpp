// Streams of different clocks: frame, step, bins, and what is left out.
#include "base/concat.hpp"
#include "correlate/alignment.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <cmath>

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
    CPPUNIT_TEST(a_tiny_step_costs_no_more_than_the_points);
    CPPUNIT_TEST_SUITE_END();

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
        CPPUNIT_ASSERT_EQUAL(std::string{"2024-03-01T00:00:00Z P1D 3: 115/0 355/10 480/20"},
                             aligned(hourly, daily));
        CPPUNIT_ASSERT_EQUAL(std::string{"2024-03-01T00:00:00Z P1D 3: 230/0 470/10 480/20"},
                             aligned(hourly, daily, {}, Aggregate::last));
        CPPUNIT_ASSERT_EQUAL(std::string{"2024-03-01T00:00:00Z P1D 3: 2760/0 8520/10 480/20"},
                             aligned(hourly, daily, {}, Aggregate::sum));
        CPPUNIT_ASSERT_EQUAL(std::string{"2024-03-01T00:00:00Z P1D 3: 115/0 355/10 480/20"},
                             aligned(hourly, daily, {}, Aggregate::median));
    }

    void months_do_not_drift()
    {
        const auto found = correlate::align(
            {every("2020-01-31", "P1M", 60), every("2020-01-01", "P1M", 60)}, {}, Aggregate::mean);
        CPPUNIT_ASSERT_EQUAL(std::string{"P1M"}, found->step.text());
        CPPUNIT_ASSERT(found->gaps.empty());
        CPPUNIT_ASSERT_EQUAL(std::size_t{59}, found->a.size());
        CPPUNIT_ASSERT(!found->irregular_a && !found->irregular_b);
        CPPUNIT_ASSERT_EQUAL(
            std::string{"1990-01-01T00:00:00Z P3M 40: 0/0 10/10 20/20 30/30 40/40"},
            aligned(every("1990-01-01", "P3M", 40), every("1990-01-01", "P3M", 40)));
        CPPUNIT_ASSERT_EQUAL(
            std::string{"1900-07-01T00:00:00Z P1Y 99: 0/0 10/10 20/20 30/30 40/40"},
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
