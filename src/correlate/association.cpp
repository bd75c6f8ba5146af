#include "correlate/association.hpp"

#include "correlate/cross_products.hpp"

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace correlate {

namespace {

constexpr std::size_t k_fewest_points = 4;
constexpr double k_normal_975 = 1.959963984540054;

double mean_of(Series values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// The distances from the mean, in a unit of their own: coefficients do not depend on it, and sums
// of squares neither overflow nor vanish. The units are powers of two, so no digit is lost.
std::vector<double> centred(Series values)
{
    std::vector<double> out = in_own_unit(values).values;
    const double mean = mean_of(out);
    for (double& each : out) each -= mean;
    return in_own_unit(out).values;
}

double dot(Series a, Series b)
{
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

bool cannot_judge(Series a, Series b)
{
    return a.size() < k_fewest_points || is_constant(a) || is_constant(b);
}

double product_moment(Series a, Series b)
{
    const auto x = centred(a);
    const auto y = centred(b);
    // Each divided by itself: the product of two sums of squares could overflow.
    const double r = dot(x, y) / std::sqrt(dot(x, x)) / std::sqrt(dot(y, y));
    return std::clamp(r, -1.0, 1.0);
}

// What the ties of sorted values take out of the pairs and of the variance.
struct Ties {
    double pairs = 0;   // sum of c (c - 1) / 2
    double triples = 0; // sum of c (c - 1) (c - 2)
    double weight = 0;  // sum of c (c - 1) (2 c + 5)

    void add(double count)
    {
        pairs += count * (count - 1) / 2;
        triples += count * (count - 1) * (count - 2);
        weight += count * (count - 1) * (2 * count + 5);
    }
};

template <class Same> Ties ties_of(std::size_t count, Same same_as_before)
{
    Ties ties;
    std::size_t run = 1;
    for (std::size_t i = 1; i <= count; ++i) {
        if (i < count && same_as_before(i)) {
            ++run;
            continue;
        }
        ties.add(static_cast<double>(run));
        run = 1;
    }
    return ties;
}

// Sorts, and counts how many pairs stood in the wrong order.
std::uint64_t count_inversions(std::vector<double>& values)
{
    std::vector<double> other(values.size());
    std::uint64_t inversions = 0;
    for (std::size_t width = 1; width < values.size(); width *= 2) {
        for (std::size_t low = 0; low < values.size(); low += 2 * width) {
            const std::size_t middle = std::min(low + width, values.size());
            const std::size_t high = std::min(low + 2 * width, values.size());
            std::size_t left = low;
            std::size_t right = middle;
            for (std::size_t to = low; to < high; ++to) {
                const bool from_left =
                    left < middle && (right == high || values[left] <= values[right]);
                if (!from_left) inversions += middle - left;
                other[to] = from_left ? values[left++] : values[right++];
            }
        }
        values.swap(other);
    }
    return inversions;
}

} // namespace

bool is_constant(Series values)
{
    return std::all_of(values.begin(), values.end(),
                       [&](double each) { return each == values.front(); });
}

OwnUnit in_own_unit(Series values)
{
    double largest = 0;
    for (const double each : values) largest = std::max(largest, std::fabs(each));
    OwnUnit out;
    std::frexp(largest, &out.exponent);
    out.values.resize(values.size());
    std::transform(values.begin(), values.end(), out.values.begin(),
                   [&](double each) { return std::ldexp(each, -out.exponent); });
    return out;
}

double p_of_r(double r, double df)
{
    if (df <= 0) return 1;
    const double rest = (1 - r) * (1 + r);
    if (rest <= 0) return 0;
    const boost::math::students_t distribution{df};
    const double t = std::fabs(r) * std::sqrt(df / rest);
    return 2 * boost::math::cdf(boost::math::complement(distribution, t));
}

std::vector<double> standardized(Series values)
{
    auto out = centred(values);
    const double scale = std::sqrt(dot(out, out) / static_cast<double>(out.size()));
    for (double& each : out) each = scale > 0 ? each / scale : 0;
    return out;
}

std::optional<Pearson> pearson(Series a, Series b)
{
    if (cannot_judge(a, b)) return std::nullopt;
    const auto n = static_cast<double>(a.size());
    Pearson out;
    out.r = product_moment(a, b);
    out.p = p_of_r(out.r, n - 2);
    const double z = std::atanh(out.r);
    const double half = k_normal_975 / std::sqrt(n - 3);
    out.low = std::tanh(z - half);
    out.high = std::tanh(z + half);
    return out;
}

std::vector<double> mid_ranks(Series values)
{
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t left, std::size_t right) { return values[left] < values[right]; });
    std::vector<double> ranks(values.size());
    for (std::size_t first = 0; first < order.size();) {
        std::size_t end = first + 1;
        while (end < order.size() && values[order[end]] == values[order[first]]) ++end;
        const auto rank = static_cast<double>(first + 1 + end) / 2;
        for (; first < end; ++first) ranks[order[first]] = rank;
    }
    return ranks;
}

std::optional<Coefficient> spearman(Series a, Series b)
{
    if (cannot_judge(a, b)) return std::nullopt;
    const double rho = product_moment(mid_ranks(a), mid_ranks(b));
    return Coefficient{rho, p_of_r(rho, static_cast<double>(a.size()) - 2)};
}

std::optional<Coefficient> kendall(Series a, Series b)
{
    if (cannot_judge(a, b)) return std::nullopt;
    const std::size_t count = a.size();
    std::vector<std::pair<double, double>> pairs(count);
    for (std::size_t i = 0; i < count; ++i) pairs[i] = {a[i], b[i]};
    std::sort(pairs.begin(), pairs.end());
    const Ties both = ties_of(count, [&](std::size_t i) { return pairs[i] == pairs[i - 1]; });
    const Ties in_a =
        ties_of(count, [&](std::size_t i) { return pairs[i].first == pairs[i - 1].first; });
    std::vector<double> second(count);
    std::transform(pairs.begin(), pairs.end(), second.begin(),
                   [](const auto& pair) { return pair.second; });
    const auto discordant = static_cast<double>(count_inversions(second));
    const Ties in_b = ties_of(count, [&](std::size_t i) { return second[i] == second[i - 1]; });

    const auto n = static_cast<double>(count);
    const double all = n * (n - 1) / 2;
    const double difference = all - in_a.pairs - in_b.pairs + both.pairs - 2 * discordant;
    Coefficient out;
    out.value = std::clamp(difference / std::sqrt(all - in_a.pairs) / std::sqrt(all - in_b.pairs),
                           -1.0, 1.0);
    const double m = n * (n - 1);
    const double variance = (m * (2 * n + 5) - in_a.weight - in_b.weight) / 18 +
                            2 * in_a.pairs * in_b.pairs / m +
                            in_a.triples * in_b.triples / (9 * m * (n - 2));
    out.p = variance > 0 ? std::erfc(std::fabs(difference) / std::sqrt(2 * variance)) : 1;
    return out;
}

std::vector<double> autocorrelation(Series values, std::size_t count)
{
    std::vector<double> out(count, 0.0);
    if (values.empty()) return out;
    const auto x = centred(values);
    const double power = dot(x, x);
    if (power <= 0) return out;
    const std::size_t most = std::min(count, x.size() - 1);
    const auto products = CrossProducts{x, most}.with(x);
    for (std::size_t lag = 1; lag <= most; ++lag) out[lag - 1] = products[most + lag] / power;
    return out;
}

EffectiveSample effective_sample(Series a, Series b, double r)
{
    const auto n = static_cast<double>(a.size());
    EffectiveSample out;
    out.lags = a.size() / 5;
    const auto of_a = autocorrelation(a, out.lags);
    const auto of_b = autocorrelation(b, out.lags);
    double sum = 0;
    for (std::size_t lag = 1; lag <= out.lags; ++lag)
        sum += (n - static_cast<double>(lag)) / n * of_a[lag - 1] * of_b[lag - 1];
    const double share = 1 + 2 * sum; // of n in n*, inverted
    out.n = share <= 1 ? n : std::clamp(n / share, 3.0, n);
    out.p = p_of_r(r, out.n - 2);
    return out;
}

} // namespace correlate
