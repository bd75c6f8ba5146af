// What is called a relation, and what is not.
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

std::vector<double> walk(std::size_t count, std::uint64_t seed)
{
    auto out = noise(count, seed);
    for (std::size_t i = 1; i < count; ++i) out[i] += out[i - 1];
    return out;
}

// k a + noise
std::vector<double> follower(const std::vector<double>& a, double k, double share,
                             std::uint64_t seed)
{
    auto out = noise(a.size(), seed);
    for (std::size_t i = 0; i < a.size(); ++i) out[i] = k * a[i] + share * out[i];
    return out;
}

class RelationTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(RelationTest);
    CPPUNIT_TEST(little_says_nothing);
    CPPUNIT_TEST(noise_is_no_relation);
    CPPUNIT_TEST(random_walks_are_no_relation);
    CPPUNIT_TEST(one_point_is_no_relation);
    CPPUNIT_TEST(common_trend_is_no_relation);
    CPPUNIT_TEST(a_relation_is_found_with_its_sign);
    CPPUNIT_TEST(a_relation_of_walks_is_found);
    CPPUNIT_TEST(a_relation_at_a_shift_is_found);
    CPPUNIT_TEST(a_lead_is_looked_for_at_its_lag);
    CPPUNIT_TEST(trend_and_season_are_seen);
    CPPUNIT_TEST(chance_opens_both_doors_no_more_than_alpha);
    CPPUNIT_TEST(the_p_of_a_shift_is_that_of_the_search);
    CPPUNIT_TEST(lines_and_parabolas_show_nothing);
    CPPUNIT_TEST(a_direction_that_taking_changes_made_is_marked);
    CPPUNIT_TEST_SUITE_END();

    static std::mt19937_64 seeded(std::uint64_t seed) { return std::mt19937_64{seed}; }

    static std::string judged(const std::vector<double>& a, const std::vector<double>& b,
                              const correlate::Terms& terms = {})
    {
        return std::string{name_of(correlate::compare(a, b, terms).judgement.relation)};
    }

public:
    void little_says_nothing()
    {
        const auto seven = noise(7, 1);
        CPPUNIT_ASSERT_EQUAL(std::string{"inconclusive"}, judged({}, {}));
        CPPUNIT_ASSERT_EQUAL(std::string{"inconclusive"}, judged(seven, seven));
        const std::vector<double> constant(50, 3.5);
        CPPUNIT_ASSERT_EQUAL(std::string{"inconclusive"}, judged(constant, noise(50, 2)));
        CPPUNIT_ASSERT_EQUAL(std::string{"inconclusive"}, judged(noise(50, 2), constant));
        CPPUNIT_ASSERT(!correlate::compare(constant, constant, {}).pearson);
    }

    void noise_is_no_relation()
    {
        int related = 0;
        constexpr int k_pairs = 60;
        for (std::uint64_t i = 0; i < k_pairs; ++i)
            if (judged(noise(120, 500 + 2 * i), noise(120, 501 + 2 * i)) != "none") ++related;
        // At 5 %, at the best of 21 shifts, and only where the rest agrees.
        CPPUNIT_ASSERT_MESSAGE(std::to_string(related), related <= k_pairs / 8);
    }

    void random_walks_are_no_relation()
    {
        int related = 0;
        constexpr int k_pairs = 60;
        for (std::uint64_t i = 0; i < k_pairs; ++i)
            if (judged(walk(200, 900 + 2 * i), walk(200, 901 + 2 * i)) != "none") ++related;
        CPPUNIT_ASSERT_MESSAGE(std::to_string(related), related <= k_pairs / 8);
    }

    void one_point_is_no_relation()
    {
        auto a = noise(60, 3);
        auto b = noise(60, 4);
        a[17] = b[17] = 25;
        const auto numbers = correlate::compare(a, b, {});
        CPPUNIT_ASSERT(numbers.pearson->p < 0.001);
        CPPUNIT_ASSERT(!numbers.judgement.survives);
        CPPUNIT_ASSERT(numbers.judgement.relation == Relation::none);
    }

    void common_trend_is_no_relation()
    {
        auto a = noise(150, 5);
        auto b = noise(150, 6);
        for (std::size_t i = 0; i < a.size(); ++i) {
            a[i] += 0.1 * static_cast<double>(i);
            b[i] += 0.2 * static_cast<double>(i);
        }
        const auto numbers = correlate::compare(a, b, {});
        CPPUNIT_ASSERT(numbers.pearson->r > 0.9);
        CPPUNIT_ASSERT(numbers.a.has_trend && numbers.b.has_trend);
        CPPUNIT_ASSERT(numbers.judgement.judged == correlate::Detrend::diff);
        CPPUNIT_ASSERT(numbers.judgement.relation == Relation::none);
    }

    void a_relation_is_found_with_its_sign()
    {
        const auto a = noise(100, 7);
        CPPUNIT_ASSERT_EQUAL(std::string{"positive"}, judged(a, follower(a, 0.8, 0.6, 8)));
        CPPUNIT_ASSERT_EQUAL(std::string{"negative"}, judged(a, follower(a, -0.8, 0.6, 9)));
        const auto numbers = correlate::compare(a, follower(a, 0.8, 0.6, 8), {});
        CPPUNIT_ASSERT_EQUAL(std::ptrdiff_t{0}, numbers.judgement.shift);
        CPPUNIT_ASSERT_EQUAL(std::size_t{10}, numbers.lags->max_lag);
    }

    void a_relation_of_walks_is_found()
    {
        const auto a = walk(200, 10);
        const auto b = follower(a, 1.5, 0.4, 11);
        const auto numbers = correlate::compare(a, b, {});
        CPPUNIT_ASSERT(numbers.judgement.judged == correlate::Detrend::diff);
        CPPUNIT_ASSERT(numbers.judgement.relation == Relation::positive);
    }

    void a_relation_at_a_shift_is_found()
    {
        const auto source = noise(200, 12);
        for (const int shift : {-6, -2, 3, 8}) {
            std::vector<double> a;
            std::vector<double> b;
            const auto other = noise(200, 13);
            for (int t = 10; t < 190; ++t) {
                a.push_back(source[static_cast<std::size_t>(t)]);
                b.push_back(-source[static_cast<std::size_t>(t - shift)] +
                            0.5 * other[static_cast<std::size_t>(t)]);
            }
            const auto numbers = correlate::compare(a, b, {});
            CPPUNIT_ASSERT_EQUAL(std::ptrdiff_t{shift}, numbers.judgement.shift);
            CPPUNIT_ASSERT(numbers.judgement.relation == Relation::negative);
            // What came before helps to tell what comes next, the other way round it does not.
            if (shift == -2)
                CPPUNIT_ASSERT(numbers.b_to_a->test.p < 1e-6 && numbers.a_to_b->test.p > 0.001);
        }
        // A buyer who looks no farther than one step sees none.
        correlate::Terms near;
        near.max_lag = 1;
        CPPUNIT_ASSERT_EQUAL(std::string{"none"}, judged(noise(200, 14), noise(200, 15), near));
    }

    // Three and nine steps: at a lag of two nothing would be found.
    void a_lead_is_looked_for_at_its_lag()
    {
        for (const std::size_t lead : {1U, 3U, 9U})
            for (std::uint64_t seed = 60; seed < 65; ++seed) {
                const auto source = noise(210, seed);
                std::vector<double> a(source.begin() + 10, source.end());
                auto b = noise(200, seed + 100);
                for (std::size_t t = 0; t < b.size(); ++t)
                    b[t] = 0.7 * source[t + 10 - lead] + 0.7 * b[t];
                const auto numbers = correlate::compare(a, b, {});
                CPPUNIT_ASSERT(numbers.a_to_b->test.lag >= lead);
                CPPUNIT_ASSERT(numbers.a_to_b->test.p < 1e-6);
                CPPUNIT_ASSERT_EQUAL(std::size_t{1}, numbers.b_to_a->test.lag);
                if (lead == 3) CPPUNIT_ASSERT(correlate::granger(a, b, 2)->p > 0.001);
            }
        // Without a lead the shortest past is enough; too short for any, none.
        const auto none = correlate::compare(noise(200, 70), noise(200, 71), {});
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, none.a_to_b->test.lag);
        CPPUNIT_ASSERT(!none.a_to_b->by_scan);
        CPPUNIT_ASSERT(!correlate::preferred_lag(noise(13, 1), noise(13, 2), 4));
        CPPUNIT_ASSERT(!correlate::preferred_lag(noise(13, 1), noise(13, 2), 0));
        CPPUNIT_ASSERT(!correlate::compare(noise(19, 1), noise(19, 2), {}).a_to_b);
    }

    void trend_and_season_are_seen()
    {
        auto seasonal = noise(144, 16);
        for (std::size_t i = 0; i < seasonal.size(); ++i)
            seasonal[i] =
                0.3 * seasonal[i] + std::sin(2 * std::numbers::pi * static_cast<double>(i) / 12);
        const auto numbers = correlate::compare(seasonal, noise(144, 17), {});
        CPPUNIT_ASSERT_EQUAL(std::size_t{12}, numbers.a.season);
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, numbers.b.season);
        CPPUNIT_ASSERT(!numbers.a.has_trend && !numbers.b.has_trend);
        CPPUNIT_ASSERT(numbers.a.first_autocorrelation > 0.5);
    }

    // Of noise, walks, weeks and trends in all combinations. false_relations.py has more of them.
    void chance_opens_both_doors_no_more_than_alpha()
    {
        auto random = seeded(20261129);
        const auto unrelated = [&](std::size_t count) {
            const auto kind = random() % 4;
            const auto slope = static_cast<double>(random() % 21) / 100 - 0.1;
            auto out = kind == 1 ? walk(count, random()) : noise(count, random());
            for (std::size_t i = 0; i < count; ++i) {
                const auto time = static_cast<double>(i);
                if (kind == 2) out[i] += 2 * std::sin(2 * std::numbers::pi * time / 7);
                if (kind == 3) out[i] += slope * time;
            }
            return out;
        };
        correlate::Terms terms;
        terms.periods = {7};
        int related = 0;
        int shifted = 0;
        constexpr int k_pairs = 300;
        for (int i = 0; i < k_pairs; ++i) {
            const std::size_t count = 60 + random() % 120;
            const auto a = unrelated(count);
            const auto b = unrelated(count);
            terms.seed = random();
            const auto judgement = correlate::compare(a, b, terms).judgement;
            if (judgement.relation == Relation::none) continue;
            ++related;
            if (judgement.shift != 0) ++shifted;
        }
        // Two standard deviations above 5 %, and of the second door above 2.5 %.
        CPPUNIT_ASSERT_MESSAGE(std::to_string(related), related <= 22);
        CPPUNIT_ASSERT_MESSAGE(std::to_string(shifted), shifted <= 13);
    }

    void the_p_of_a_shift_is_that_of_the_search()
    {
        const auto source = noise(130, 80);
        const std::vector<double> a(source.begin() + 10, source.end());
        const auto lagging = [&](double share) {
            auto out = noise(120, 81);
            for (std::size_t t = 0; t < out.size(); ++t) out[t] = source[t + 6] + share * out[t];
            return out;
        };
        // So clear that no permutation comes near: as many p as there are shifts.
        const auto clear = correlate::compare(a, lagging(0.3), {}).judgement;
        CPPUNIT_ASSERT_EQUAL(std::ptrdiff_t{4}, clear.shift);
        const double of_one = correlate::p_of_r(clear.r, clear.effective.n - 2);
        CPPUNIT_ASSERT(clear.effective.p > of_one && clear.effective.p < 100 * of_one);
        correlate::Terms strict;
        strict.alpha = 0.001;
        CPPUNIT_ASSERT_EQUAL(std::string{"positive"}, judged(a, lagging(0.3), strict));
        // What one shift alone would show is not enough for the best of 21.
        const auto weak = lagging(4.6);
        const auto found = correlate::compare(a, weak, {});
        const double at_its_shift = found.lags->r[10 + 4];
        CPPUNIT_ASSERT(correlate::p_of_r(at_its_shift, 110) < 0.05);
        CPPUNIT_ASSERT(found.judgement.relation == Relation::none);
        CPPUNIT_ASSERT_EQUAL(std::ptrdiff_t{0}, found.judgement.shift);
        CPPUNIT_ASSERT_EQUAL(0.025, found.judgement.bar);
    }

    void lines_and_parabolas_show_nothing()
    {
        const auto curve = [](double square, double slope, double level, std::size_t count) {
            std::vector<double> out;
            for (std::size_t i = 0; i < count; ++i) {
                const auto time = static_cast<double>(i);
                out.push_back(square * time * time + slope * time + level);
            }
            return out;
        };
        // Tenths are no binary numbers: their differences are not quite equal.
        const std::vector<std::vector<double>> trends = {
            curve(0, 2, 1, 200), curve(0, -0.1, 1e6, 200), curve(0, 1e-3, 0, 200),
            curve(1, 0, 0, 200), curve(0.1, -3, 7, 200)};
        for (const auto& trend : trends) {
            CPPUNIT_ASSERT_EQUAL(std::string{"inconclusive"}, judged(trend, noise(200, 90)));
            CPPUNIT_ASSERT_EQUAL(std::string{"inconclusive"}, judged(noise(200, 90), trend));
            for (const auto& other : trends) {
                const auto numbers = correlate::compare(trend, other, {});
                CPPUNIT_ASSERT(numbers.judgement.relation == Relation::inconclusive);
                CPPUNIT_ASSERT(numbers.pearson && numbers.kendall && numbers.lags);
                CPPUNIT_ASSERT(!numbers.a_to_b);
            }
        }
        // Ten of a line are no relation either, nor a line with days that are missing.
        CPPUNIT_ASSERT_EQUAL(std::string{"inconclusive"},
                             judged(curve(0, 1, 0, 10), curve(0, -3, 5, 10)));
        std::vector<std::int64_t> bins;
        std::vector<double> holed;
        for (std::int64_t bin = 0; bin < 90; ++bin) {
            if (bin % 7 > 4) continue;
            bins.push_back(bin);
            holed.push_back(0.3 * static_cast<double>(bin));
        }
        correlate::Terms terms;
        terms.bins = bins;
        CPPUNIT_ASSERT_EQUAL(std::string{"inconclusive"},
                             judged(holed, noise(holed.size(), 91), terms));
        // A line with a little noise is none, nor is what the buyer wants judged as it is.
        const auto nearly = follower(trends[0], 1, 0.01, 92);
        CPPUNIT_ASSERT_EQUAL(std::string{"none"}, judged(nearly, noise(200, 93)));
        terms = {};
        terms.detrend = correlate::Detrend::none;
        CPPUNIT_ASSERT_EQUAL(std::string{"negative"}, judged(trends[0], trends[1], terms));
    }

    // b follows a, beside a trend of its own: of the changes of noise each predicts the other.
    void a_direction_that_taking_changes_made_is_marked()
    {
        int marked = 0;
        for (std::uint64_t seed = 0; seed < 10; ++seed) {
            const auto source = noise(201, 700 + seed);
            const std::vector<double> a(source.begin() + 1, source.end());
            auto b = noise(200, 800 + seed);
            for (std::size_t t = 0; t < b.size(); ++t)
                b[t] = source[t] + 0.3 * b[t] + 0.02 * static_cast<double>(t);
            const auto numbers = correlate::compare(a, b, {});
            CPPUNIT_ASSERT(numbers.judgement.judged == correlate::Detrend::diff);
            CPPUNIT_ASSERT(!numbers.a_to_b->by_changes_only);
            if (numbers.b_to_a->by_changes_only) ++marked;
        }
        CPPUNIT_ASSERT_MESSAGE(std::to_string(marked), marked >= 7);
        CPPUNIT_ASSERT(
            !correlate::compare(noise(200, 94), noise(200, 95), {}).a_to_b->by_changes_only);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(RelationTest);

} // namespace
