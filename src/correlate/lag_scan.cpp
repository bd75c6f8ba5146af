#include "correlate/lag_scan.hpp"

#include "correlate/cross_products.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <random>

namespace correlate {

namespace {

constexpr std::size_t k_fewest_shifted_pairs = 8;
constexpr std::size_t k_lag_permutations = 999;
constexpr std::size_t k_long = 8192;
constexpr std::size_t k_permutations_of_long = 199;

// Sums and sums of squares of the first and of the last values.
class Sums {
public:
    explicit Sums(Series values) : m_sums(values.size() + 1), m_squares(values.size() + 1)
    {
        for (std::size_t i = 0; i < values.size(); ++i) {
            m_sums[i + 1] = m_sums[i] + values[i];
            m_squares[i + 1] = m_squares[i] + values[i] * values[i];
        }
    }

    [[nodiscard]] double sum(std::size_t from, std::size_t count) const
    {
        return m_sums[from + count] - m_sums[from];
    }
    // Sum of the squared distances from the mean of these values.
    [[nodiscard]] double spread(std::size_t from, std::size_t count) const
    {
        const double own = sum(from, count);
        return m_squares[from + count] - m_squares[from] - own * own / static_cast<double>(count);
    }

private:
    std::vector<double> m_sums;
    std::vector<double> m_squares;
};

std::vector<double> correlations(const std::vector<double>& products, const Sums& a, const Sums& b,
                                 std::size_t length)
{
    constexpr double k_constant = 1e-9; // of standardized values
    const std::size_t most = products.size() / 2;
    std::vector<double> out;
    for (std::size_t i = 0; i < products.size(); ++i) {
        const std::size_t shift = i >= most ? i - most : most - i;
        const std::size_t count = length - shift;
        const std::size_t from_a = i >= most ? 0 : shift;
        const std::size_t from_b = i >= most ? shift : 0;
        const double spread_a = a.spread(from_a, count);
        const double spread_b = b.spread(from_b, count);
        const double joint =
            products[i] - a.sum(from_a, count) * b.sum(from_b, count) / static_cast<double>(count);
        const bool constant = spread_a < k_constant || spread_b < k_constant;
        out.push_back(constant ? 0 : std::clamp(joint / std::sqrt(spread_a * spread_b), -1.0, 1.0));
    }
    return out;
}

double largest(const std::vector<double>& values)
{
    double out = 0;
    for (const double value : values) out = std::max(out, std::fabs(value));
    return out;
}

std::size_t e_fold(Series values)
{
    const auto acf = autocorrelation(values, values.size() / 4);
    const auto below = std::find_if(acf.begin(), acf.end(),
                                    [](double each) { return each < 1 / std::numbers::e; });
    return static_cast<std::size_t>(below - acf.begin()) + 1;
}

std::size_t block_length(Series a, Series b)
{
    const std::size_t fold = std::max(e_fold(a), e_fold(b));
    const double wanted = std::cbrt(static_cast<double>(a.size())) * static_cast<double>(fold);
    // At least four blocks, or there is nothing to permute.
    return std::min(static_cast<std::size_t>(std::ceil(wanted)), a.size() / 4);
}

class Permutations {
public:
    Permutations(Series values, std::size_t block, std::uint64_t seed)
        : m_values{values}, m_block{block}, m_random{seed},
          m_order((values.size() + block - 1) / block)
    {
        std::iota(m_order.begin(), m_order.end(), std::size_t{0});
    }

    // From a random place on, around the end.
    void next(std::vector<double>& out)
    {
        const std::size_t n = m_values.size();
        for (std::size_t i = m_order.size(); i-- > 1;)
            std::swap(m_order[i], m_order[m_random() % (i + 1)]);
        const std::size_t start = m_random() % n;
        out.clear();
        for (const std::size_t block : m_order) {
            const std::size_t end = std::min((block + 1) * m_block, n);
            for (std::size_t at = block * m_block; at < end; ++at)
                out.push_back(m_values[(start + at) % n]);
        }
    }

private:
    Series m_values;
    std::size_t m_block;
    std::mt19937_64 m_random;
    std::vector<std::size_t> m_order;
};

} // namespace

std::optional<LagScan> scan_lags(Series a, Series b, std::size_t max_lag, std::uint64_t seed,
                                 std::size_t lost)
{
    const std::size_t n = a.size();
    if (n < max_lag + k_fewest_shifted_pairs || !pearson(a, b)) return std::nullopt;
    const auto x = standardized(a);
    const auto y = standardized(b);
    const Sums sums_x{x};
    CrossProducts products{x, max_lag};

    LagScan out;
    out.max_lag = max_lag;
    out.block = block_length(x, y);
    out.permutations = n > k_long ? k_permutations_of_long : k_lag_permutations;
    out.r = correlations(products.with(y), sums_x, Sums{y}, n);
    // The shortest shift of equal ones, then the one at which a leads.
    for (std::size_t distance = 0; distance <= max_lag; ++distance)
        for (const std::size_t at : {max_lag + distance, max_lag - distance})
            if (std::fabs(out.r[at]) > std::fabs(out.best_r) + 1e-12) {
                out.best_r = out.r[at];
                out.best_lag =
                    static_cast<std::ptrdiff_t>(at) - static_cast<std::ptrdiff_t>(max_lag);
            }

    const double free = static_cast<double>(n - std::min(lost, n)) / static_cast<double>(n);
    const double seen = largest(out.r) * std::sqrt(free) - 1e-12;
    Permutations permutations{y, out.block, seed};
    std::vector<double> one;
    std::vector<double> other;
    std::size_t as_large = 0;
    for (std::size_t done = 0; done < out.permutations; done += 2) {
        permutations.next(one);
        permutations.next(other);
        const auto [of_one, of_other] = products.with_both(one, other);
        if (largest(correlations(of_one, sums_x, Sums{one}, n)) >= seen) ++as_large;
        if (done + 1 == out.permutations) break;
        if (largest(correlations(of_other, sums_x, Sums{other}, n)) >= seen) ++as_large;
    }
    out.p_family = static_cast<double>(as_large + 1) / static_cast<double>(out.permutations + 1);
    return out;
}

} // namespace correlate
