// How two aligned series go together: three coefficients with their significance, and how many
// independent observations they are worth.
//
// All functions take two series of equal length without gaps. They are deterministic and keep no
// state. `p` is two-sided.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace correlate {

using Series = std::span<const double>;

bool is_constant(Series values);

struct Coefficient {
    double value = 0; // -1 to 1
    double p = 1;
};

struct Pearson {
    double r = 0;
    double p = 1;    // Student's t with n - 2 degrees of freedom
    double low = -1; // 95 % by Fisher's z
    double high = 1;
};

// The values divided by 2^exponent, so that the largest is at least a half and below one. What is
// 2^1074 times smaller than that becomes zero.
struct OwnUnit {
    std::vector<double> values;
    int exponent = 0;
};
OwnUnit in_own_unit(Series values);

// nullopt: fewer than four points, or one of the two is constant.
std::optional<Pearson> pearson(Series a, Series b);

// Pearson's r of the mid-ranks, significance by t as for r.
std::optional<Coefficient> spearman(Series a, Series b);

// Kendall's tau-b; asymptotic significance with the variance corrected for ties. n log n (Knight
// 1966).
std::optional<Coefficient> kendall(Series a, Series b);

// The values with mean 0 and variance 1, so that sums over parts of it keep their digits; zeros
// when all values are the same. Not empty.
std::vector<double> standardized(Series values);

// Ranks from 1; what is equal shares the mean of its ranks.
std::vector<double> mid_ranks(Series values);

// r(1) ... r(count): the biased autocorrelation.
std::vector<double> autocorrelation(Series values, std::size_t count);

// What the coefficient is worth when neighbours in time resemble each other.
struct EffectiveSample {
    double n = 0; // 3 to the number of points
    double p = 1; // of r, with n - 2 degrees of freedom
    std::size_t lags = 0;
};

// Bretherton et al. 1999, J. Climate 12, with the products of both autocorrelations up to a fifth
// of the length.
EffectiveSample effective_sample(Series a, Series b, double r);

// Two-sided significance of r with `df` degrees of freedom, which need not be whole.
double p_of_r(double r, double df);

} // namespace correlate
