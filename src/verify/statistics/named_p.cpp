#include "verify/statistics/p_value.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace verify::statistics {

namespace {

struct NamedTest {
    std::string_view name;
    Statistic statistic;
    std::size_t freedom; // numbers of degrees of it
};
constexpr NamedTest k_named_tests[] = {{"p_t", Statistic::t, 1},
                                       {"p_f", Statistic::f, 2},
                                       {"p_chi2", Statistic::chi_squared, 1},
                                       {"p_z", Statistic::z, 0},
                                       {"p_r", Statistic::r, 1}};

constexpr long k_most_freedom = 1'000'000;
// Finer than any text prints, and the same on every machine.
constexpr long k_p_fineness = 10'000'000;

} // namespace

std::optional<PRange> p_of_named(std::string_view name, const Rational& statistic,
                                 const Interval& within, std::span<const Rational> freedom)
{
    const auto* test = std::ranges::find(k_named_tests, name, &NamedTest::name);
    const auto is_fit = [](const Rational& each) { return each > 0 && each <= k_most_freedom; };
    if (test == std::end(k_named_tests) || freedom.size() != test->freedom ||
        !std::ranges::all_of(freedom, is_fit))
        return std::nullopt;
    TestResult result;
    result.statistic = test->statistic;
    if (!freedom.empty()) result.df1 = freedom.front().get_d();
    if (freedom.size() > 1) result.df2 = freedom.back().get_d();
    std::array<Rational, 3> out{statistic, within.low, within.high};
    for (auto& each : out) {
        const auto p = p_of(result, each.get_d());
        if (!p || !std::isfinite(*p)) return std::nullopt;
        each = Rational{std::lround(*p * k_p_fineness), k_p_fineness};
        each.canonicalize();
    }
    return PRange{out[0], {std::min(out[1], out[2]), std::max(out[1], out[2])}};
}

} // namespace verify::statistics
