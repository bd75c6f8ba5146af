// A rhythm that two series share is no relation; what is common beyond it is.
#include "base/concat.hpp"
#include "correlate/relation.hpp"
#include "support/series.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <cmath>
#include <numbers>
#include <random>

namespace {

using correlate::Relation;
using support::noise;

struct Pair {
    std::vector<double> a;
    std::vector<double> b;
    std::vector<std::int64_t> bins;
};

// What two pairs of series have in common.
struct Kind {
    std::size_t period = 7;
    std::size_t count = 140;
    double relation = 0; // of what is left without the season
    int missing = 0;     // one of so many days; 0: none
    bool wanders = false;
};

// A wave and a day that stands out, the second series an eighth of the rhythm late.
double season_at(std::size_t i, std::size_t period)
{
    const double angle =
        2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(period);
    return 2 * std::sin(angle) + (i % period == 2 ? 1.5 : 0);
}

Pair pair_of(const Kind& kind, std::uint64_t seed)
{
    auto a = noise(kind.count, 2 * seed);
    auto b = noise(kind.count, 2 * seed + 1);
    std::mt19937_64 random{seed};
    for (std::size_t i = 0; i < kind.count; ++i) b[i] += kind.relation * a[i];
    if (kind.wanders)
        for (std::size_t i = 1; i < kind.count; ++i) {
            a[i] += a[i - 1];
            b[i] += b[i - 1];
        }
    Pair out;
    for (std::size_t i = 0; i < kind.count; ++i) {
        if (kind.missing > 0 && random() % static_cast<std::uint64_t>(kind.missing) == 0) continue;
        out.a.push_back(a[i] + season_at(i, kind.period));
        out.b.push_back(b[i] + 3 * season_at(i + kind.period / 8, kind.period));
        out.bins.push_back(static_cast<std::int64_t>(i));
    }
    return out;
}

correlate::Numbers compared(const Pair& pair, std::size_t period)
{
    correlate::Terms terms;
    terms.bins = pair.bins;
    terms.periods = {period};
    return correlate::compare(pair.a, pair.b, terms);
}

// Of ten pairs, with the seeds 1 to 10.
int related(const Kind& kind)
{
    int out = 0;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const auto numbers = compared(pair_of(kind, seed), kind.period);
        const auto& season = numbers.season;
        CPPUNIT_ASSERT(season && season->period == kind.period && season->is_shared);
        if (numbers.judgement.relation != Relation::none) ++out;
    }
    return out;
}

class SeasonTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(SeasonTest);
    CPPUNIT_TEST(without_a_season_there_is_none);
    CPPUNIT_TEST(a_shared_season_is_no_relation);
    CPPUNIT_TEST(a_relation_beyond_the_season_is_found);
    CPPUNIT_TEST(a_season_and_nothing_else_is_no_relation);
    CPPUNIT_TEST(the_share_is_that_of_the_means);
    CPPUNIT_TEST(the_calendar_gives_the_periods);
    CPPUNIT_TEST_SUITE_END();

public:
    void without_a_season_there_is_none()
    {
        int seen = 0;
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            const Pair pair{noise(140, 300 + seed), noise(140, 400 + seed), {}};
            if (compared(pair, 7).season) ++seen;
        }
        CPPUNIT_ASSERT_MESSAGE(std::to_string(seen), seen <= 2);
        const Pair few{noise(13, 1), noise(13, 2), {}};
        CPPUNIT_ASSERT(!compared(few, 7).season); // less than twice
    }

    void a_shared_season_is_no_relation()
    {
        for (const Kind& kind : {Kind{}, Kind{.missing = 6}, Kind{.wanders = true},
                                 Kind{.missing = 6, .wanders = true},
                                 Kind{.period = 12, .count = 60}, Kind{.period = 24, .count = 240}})
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                base::concat(kind.period, " ", kind.missing, " ", kind.wanders), 0, related(kind));
    }

    void a_relation_beyond_the_season_is_found()
    {
        for (const Kind& kind : {Kind{.relation = 0.8}, Kind{.relation = -0.8, .missing = 6},
                                 Kind{.relation = 0.8, .wanders = true},
                                 Kind{.period = 12, .count = 60, .relation = 1}}) {
            const int found = related(kind);
            CPPUNIT_ASSERT_MESSAGE(std::to_string(found), found >= 8);
        }
        const auto numbers = compared(pair_of({.relation = 0.8}, 1), 7);
        CPPUNIT_ASSERT_EQUAL(std::ptrdiff_t{0}, numbers.judgement.shift);
        CPPUNIT_ASSERT(numbers.judgement.relation == Relation::positive);
    }

    void a_season_and_nothing_else_is_no_relation()
    {
        Pair pair;
        for (std::size_t i = 0; i < 70; ++i) {
            pair.a.push_back(season_at(i, 7));
            pair.b.push_back(season_at(i + 2, 7));
            pair.bins.push_back(static_cast<std::int64_t>(i));
        }
        const auto numbers = compared(pair, 7);
        CPPUNIT_ASSERT(numbers.judgement.relation == Relation::none);
        CPPUNIT_ASSERT(numbers.season->is_shared && numbers.season->a.share > 0.999);
    }

    // Three places with the means 1, 2, 6 and two values each, one below and one above.
    void the_share_is_that_of_the_means()
    {
        std::vector<double> values;
        std::vector<std::int64_t> bins;
        for (int round = 0; round < 6; ++round)
            for (const double mean : {1.0, 2.0, 6.0}) {
                values.push_back(mean + (round % 2 == 0 ? 0.5 : -0.5));
                bins.push_back(static_cast<std::int64_t>(bins.size()));
            }
        const auto fit = correlate::fit_season(values, correlate::places_of(bins, 3), 3);
        // Between: 6 (4 + 1 + 9), within: 18 / 4.
        CPPUNIT_ASSERT_DOUBLES_EQUAL(84 / 88.5, fit->share, 1e-12);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(84 / 2.0 / (4.5 / 15), fit->f, 1e-9);
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, fit->means);
        CPPUNIT_ASSERT(fit->p < 1e-6 && fit->information > 0);
    }

    void the_calendar_gives_the_periods()
    {
        const auto shown = [](std::string_view step) {
            std::string out;
            for (const auto period : correlate::calendar_periods(*value::Period::parse(step)))
                out += base::concat(out.empty() ? "" : " ", period);
            return out;
        };
        CPPUNIT_ASSERT_EQUAL(std::string{"7"}, shown("P1D"));
        CPPUNIT_ASSERT_EQUAL(std::string{"24 168"}, shown("PT1H"));
        CPPUNIT_ASSERT_EQUAL(std::string{"4 96 672"}, shown("PT15M"));
        CPPUNIT_ASSERT_EQUAL(std::string{"12"}, shown("P1M"));
        CPPUNIT_ASSERT_EQUAL(std::string{"4"}, shown("P3M"));
        CPPUNIT_ASSERT_EQUAL(std::string{"52"}, shown("P7D"));
        CPPUNIT_ASSERT_EQUAL(std::string{}, shown("P1Y"));
        CPPUNIT_ASSERT_EQUAL(std::string{}, shown("P5M"));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(SeasonTest);

} // namespace
