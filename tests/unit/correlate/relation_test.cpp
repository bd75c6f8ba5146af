// What is called a relation, and what is not.
#include "base/concat.hpp"
#include "correlate/relation.hpp"
#include "support/series.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <cmath>
#include <numbers>

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
    CPPUNIT_TEST_SUITE_END();

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
};

CPPUNIT_TEST_SUITE_REGISTRATION(RelationTest);

} // namespace
