// The p value of a test's statistic.
#pragma once

#include "verify/statistics/results.hpp"

#include <span>

namespace verify::statistics {

// The p of `value` in the place of the result's own: two-tailed for t, r and z, the upper tail for
// chi2 and Q. nullopt outside the domain. The degrees of freedom are positive.
std::optional<double> p_of(const TestResult& result, double value);

// The p over the rounding of a statistic, to seven digits.
struct PRange {
    Rational point;
    Interval within;
};
// By the name a formula gives it: p_t, p_f, p_chi2, p_z, p_r, with the degrees of freedom that it
// has. nullopt: no such test, or not with these numbers.
std::optional<PRange> p_of_named(std::string_view name, const Rational& statistic,
                                 const Interval& within, std::span<const Rational> freedom);

} // namespace verify::statistics
