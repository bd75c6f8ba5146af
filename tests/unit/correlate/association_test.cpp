// Coefficients, tests and the lag scan against scipy and statsmodels: correlation_reference.py made
// the series and the numbers.
#include "base/concat.hpp"
#include "base/fd.hpp"
#include "base/json.hpp"
#include "correlate/lag_scan.hpp"
#include "correlate/precedence.hpp"
#include "correlate/stationarity.hpp"
#include "support/series.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <cmath>

namespace {

namespace json = base::json;
using support::noise;

class AssociationTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(AssociationTest);
    CPPUNIT_TEST(what_cannot_be_judged_has_no_coefficient);
    CPPUNIT_TEST(numbers_are_those_of_the_reference);
    CPPUNIT_TEST(coincidences_are_those_of_the_reference);
    CPPUNIT_TEST(shift_and_sign_are_found);
    CPPUNIT_TEST(two_random_walks_do_not_stand_out);
    CPPUNIT_TEST(the_same_seed_gives_the_same_scan);
    CPPUNIT_TEST_SUITE_END();

    static std::vector<double> numbers(const json_t* view)
    {
        std::vector<double> out;
        for (std::size_t i = 0; i < json_array_size(view); ++i)
            out.push_back(json_number_value(json_array_get(view, i)));
        return out;
    }

    static std::vector<double> numbers(const json_t* view, const char* name)
    {
        return numbers(json::array_member(view, name));
    }

    static json::Ref reference()
    {
        auto parsed = json::parse(
            base::read_file("tests/unit/correlate/correlation_reference.json", 1'000'000));
        CPPUNIT_ASSERT(parsed.has_value());
        return json::share(parsed->get());
    }

    // Coefficients to 1e-6, or a millionth of what is larger than 1.
    static void expect_value(const std::string& what, double wanted, double found)
    {
        const double allowed = 1e-6 * std::max(1.0, std::fabs(wanted));
        CPPUNIT_ASSERT_DOUBLES_EQUAL_MESSAGE(what, wanted, found, allowed);
    }

    // Significance to 0.1 %; below 1e-250 it is nothing.
    static void expect_p(const std::string& what, double wanted, double found)
    {
        CPPUNIT_ASSERT_DOUBLES_EQUAL_MESSAGE(what, wanted, found, 1e-3 * wanted + 1e-250);
    }

    static void expect_stationarity(const std::string& what, const std::vector<double>& series,
                                    const std::vector<double>& wanted)
    {
        const auto found = correlate::stationarity(series);
        CPPUNIT_ASSERT_MESSAGE(what, found.has_value());
        expect_value(what + " ADF", wanted[0], found->adf_statistic);
        expect_p(what + " ADF p", wanted[1], found->adf_p);
        expect_value(what + " KPSS", wanted[2], found->kpss_statistic);
    }

    static void expect_granger(const std::string& what, const std::vector<double>& cause,
                               const std::vector<double>& effect, const std::vector<double>& wanted)
    {
        const auto found = correlate::granger(cause, effect, 2);
        CPPUNIT_ASSERT_MESSAGE(what, found.has_value());
        expect_value(what + " F", wanted[0], found->f);
        expect_p(what + " p", wanted[1], found->p);
        CPPUNIT_ASSERT_EQUAL_MESSAGE(what, wanted[2], found->df_num);
        CPPUNIT_ASSERT_EQUAL_MESSAGE(what, wanted[3], found->df_denom);
    }

    static void expect_set(const json_t* set_view)
    {
        const std::string name{*json::text_member(set_view, "name")};
        const auto a = numbers(set_view, "a");
        const auto b = numbers(set_view, "b");

        const auto wanted = numbers(set_view, "pearson");
        const auto pearson = correlate::pearson(a, b);
        CPPUNIT_ASSERT_MESSAGE(name, pearson.has_value());
        expect_value(name + " r", wanted[0], pearson->r);
        expect_p(name + " p", wanted[1], pearson->p);
        expect_value(name + " low", wanted[2], pearson->low);
        expect_value(name + " high", wanted[3], pearson->high);

        const auto spearman = correlate::spearman(a, b);
        expect_value(name + " rho", numbers(set_view, "spearman")[0], spearman->value);
        expect_p(name + " p of rho", numbers(set_view, "spearman")[1], spearman->p);
        const auto kendall = correlate::kendall(a, b);
        expect_value(name + " tau", numbers(set_view, "kendall")[0], kendall->value);
        expect_p(name + " p of tau", numbers(set_view, "kendall")[1], kendall->p);

        const auto effective = correlate::effective_sample(a, b, pearson->r);
        expect_value(name + " n", numbers(set_view, "effective")[0], effective.n);
        expect_p(name + " p of n", numbers(set_view, "effective")[1], effective.p);

        if (json::member(set_view, "lags") == nullptr) return;
        expect_stationarity(name + " a", a, numbers(set_view, "stationarity_a"));
        expect_stationarity(name + " b", b, numbers(set_view, "stationarity_b"));
        const auto lags = numbers(set_view, "lags");
        const auto scan = correlate::scan_lags(a, b, lags.size() / 2, 1);
        CPPUNIT_ASSERT_MESSAGE(name, scan.has_value());
        for (std::size_t i = 0; i < lags.size(); ++i)
            expect_value(base::concat(name, " lag ", i), lags[i], scan->r[i]);
        const json_t* granger_view = json::array_member(set_view, "granger");
        if (granger_view == nullptr) return;
        expect_granger(name + " a before b", a, b, numbers(json_array_get(granger_view, 0)));
        expect_granger(name + " b before a", b, a, numbers(json_array_get(granger_view, 1)));
    }

    static std::vector<double> walk(std::size_t count, std::uint64_t seed)
    {
        auto out = noise(count, seed);
        for (std::size_t i = 1; i < count; ++i) out[i] += out[i - 1];
        return out;
    }

public:
    void what_cannot_be_judged_has_no_coefficient()
    {
        const std::vector<double> rising = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13};
        const std::vector<double> constant(rising.size(), 0.1);
        CPPUNIT_ASSERT(!correlate::pearson(rising, constant));
        CPPUNIT_ASSERT(!correlate::spearman(constant, rising));
        CPPUNIT_ASSERT(!correlate::kendall(constant, constant));
        CPPUNIT_ASSERT(!correlate::pearson({}, {}));
        CPPUNIT_ASSERT(!correlate::pearson(std::vector{1.0, 2.0, 3.0}, std::vector{1.0, 2.0, 4.0}));
        CPPUNIT_ASSERT(!correlate::stationarity(constant));
        CPPUNIT_ASSERT(!correlate::stationarity(std::vector{1.0, 2.0}));
        CPPUNIT_ASSERT(!correlate::granger(rising, rising, 2));
        CPPUNIT_ASSERT(!correlate::granger(rising, constant, 0));
        CPPUNIT_ASSERT(!correlate::scan_lags(rising, constant, 2, 1));
        CPPUNIT_ASSERT(!correlate::scan_lags(rising, rising, 6, 1));
        CPPUNIT_ASSERT(!correlate::preceded({}, rising, {1, 0, 10}));
        CPPUNIT_ASSERT(!correlate::followed(rising, rising, {1, 10, 10}));
        CPPUNIT_ASSERT_EQUAL(std::size_t{5}, correlate::autocorrelation({}, 5).size());
    }

    void numbers_are_those_of_the_reference()
    {
        const auto all = reference();
        const json_t* sets_view = json::array_member(all.get(), "sets");
        CPPUNIT_ASSERT(json_array_size(sets_view) >= 25);
        for (std::size_t i = 0; i < json_array_size(sets_view); ++i)
            expect_set(json_array_get(sets_view, i));
    }

    void coincidences_are_those_of_the_reference()
    {
        const auto all = reference();
        const json_t* rows_view = json::array_member(all.get(), "coincidences");
        CPPUNIT_ASSERT(json_array_size(rows_view) >= 6);
        for (std::size_t i = 0; i < json_array_size(rows_view); ++i) {
            const json_t* row_view = json_array_get(rows_view, i);
            const auto number = [&](const char* name) {
                return json_number_value(json::member(row_view, name));
            };
            const correlate::CoincidenceFrame frame{number("window"), number("lag"),
                                                    number("length")};
            const auto earlier = numbers(row_view, "earlier");
            const auto later = numbers(row_view, "later");
            const auto expect = [&](const char* name, const auto& found) {
                const auto wanted = numbers(row_view, name);
                CPPUNIT_ASSERT_EQUAL(wanted[0], static_cast<double>(found->hits));
                expect_p(base::concat(name, ' ', i), wanted[1], found->p);
            };
            expect("preceded", correlate::preceded(earlier, later, frame));
            expect("followed", correlate::followed(earlier, later, frame));
        }
    }

    void shift_and_sign_are_found()
    {
        const auto source = noise(240, 5);
        const auto other = noise(240, 6);
        for (const int shift : {-7, -1, 0, 1, 4, 9}) {
            for (const double sign : {1.0, -1.0}) {
                std::vector<double> a;
                std::vector<double> b;
                for (int t = 10; t < 220; ++t) {
                    a.push_back(source[static_cast<std::size_t>(t)]);
                    b.push_back(sign * source[static_cast<std::size_t>(t - shift)] +
                                0.5 * other[static_cast<std::size_t>(t)]);
                }
                const auto scan = correlate::scan_lags(a, b, 10, 1);
                const auto name = base::concat(shift, " x ", sign > 0 ? "+" : "-");
                CPPUNIT_ASSERT_EQUAL_MESSAGE(name, std::ptrdiff_t{shift}, scan->best_lag);
                CPPUNIT_ASSERT_MESSAGE(name, scan->best_r * sign > 0.7);
                CPPUNIT_ASSERT_MESSAGE(name, scan->p_family <= 0.001);
            }
        }
    }

    void two_random_walks_do_not_stand_out()
    {
        int plain = 0;
        int nonstationary = 0;
        int in_differences = 0;
        constexpr int k_pairs = 40;
        for (int i = 0; i < k_pairs; ++i) {
            const auto a = walk(200, 1000 + 2 * static_cast<std::uint64_t>(i));
            const auto b = walk(200, 1001 + 2 * static_cast<std::uint64_t>(i));
            plain += correlate::pearson(a, b)->p < 0.05 ? 1 : 0;
            nonstationary += correlate::stationarity(a)->is_stationary() &&
                                     correlate::stationarity(b)->is_stationary()
                                 ? 0
                                 : 1;
            const auto da = correlate::differences(a);
            const auto db = correlate::differences(b);
            in_differences += correlate::pearson(da, db)->p < 0.05 ? 1 : 0;
        }
        // Why the levels decide nothing: most pairs look related.
        CPPUNIT_ASSERT(plain > k_pairs / 2);
        CPPUNIT_ASSERT_EQUAL(k_pairs, nonstationary);
        CPPUNIT_ASSERT(in_differences <= k_pairs / 8);
    }

    void the_same_seed_gives_the_same_scan()
    {
        const auto a = noise(300, 8);
        const auto b = noise(300, 9);
        const auto first = correlate::scan_lags(a, b, 12, 77);
        const auto again = correlate::scan_lags(a, b, 12, 77);
        CPPUNIT_ASSERT_EQUAL(first->p_family, again->p_family);
        CPPUNIT_ASSERT_EQUAL(std::size_t{999}, first->permutations);
        CPPUNIT_ASSERT(first->p_family > 0.05);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(AssociationTest);

} // namespace
