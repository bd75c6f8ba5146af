#include "correlate/stationarity.hpp"

#include "correlate/regression.hpp"

#include <array>
#include <cmath>
#include <numeric>

namespace correlate {

namespace {

constexpr std::size_t k_adf_lags = 2;

// MacKinnon 1994, table 3 and 4: one series, with a constant.
constexpr double k_tau_largest = 2.74;
constexpr double k_tau_smallest = -18.83;
constexpr double k_tau_parting = -1.61;
constexpr std::array k_left = {2.1659, 1.4412, 0.038269};
constexpr std::array k_right = {1.7339, 0.93202, -0.12745, -0.010368};

template <std::size_t N> double polynomial(const std::array<double, N>& coefficients, double x)
{
    double value = 0;
    for (std::size_t i = N; i-- > 0;) value = value * x + coefficients[i];
    return value;
}

double p_of_tau(double tau)
{
    if (tau > k_tau_largest) return 1;
    if (tau < k_tau_smallest) return 0;
    const double z = tau <= k_tau_parting ? polynomial(k_left, tau) : polynomial(k_right, tau);
    return std::erfc(-z / std::sqrt(2.0)) / 2;
}

// The t of the level before, in a regression of the differences on it, on the differences before,
// and on a constant.
std::optional<double> dickey_fuller(Series values)
{
    const auto steps = differences(values);
    const auto rows = static_cast<Eigen::Index>(steps.size() - k_adf_lags);
    Eigen::MatrixXd design(rows, static_cast<Eigen::Index>(k_adf_lags) + 2);
    Eigen::VectorXd response(rows);
    for (Eigen::Index row = 0; row < rows; ++row) {
        const std::size_t at = static_cast<std::size_t>(row) + k_adf_lags;
        response(row) = steps[at];
        design(row, 0) = values[at];
        for (std::size_t lag = 1; lag <= k_adf_lags; ++lag)
            design(row, static_cast<Eigen::Index>(lag)) = steps[at - lag];
        design(row, static_cast<Eigen::Index>(k_adf_lags) + 1) = 1;
    }
    const auto fit = least_squares(design, response);
    if (!fit || fit->residual_squares <= 0) return std::nullopt;
    return fit->t_first;
}

std::optional<double> kpss(Series values)
{
    const auto n = static_cast<double>(values.size());
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
    const auto lags = static_cast<std::size_t>(4 * std::pow(n / 100, 0.25));
    double partial = 0;
    double squares_of_partials = 0;
    double long_run = 0;
    for (const double value : values) {
        partial += value - mean;
        squares_of_partials += partial * partial;
        long_run += (value - mean) * (value - mean);
    }
    for (std::size_t lag = 1; lag <= lags; ++lag) {
        double product = 0;
        for (std::size_t i = lag; i < values.size(); ++i)
            product += (values[i] - mean) * (values[i - lag] - mean);
        long_run += 2 * product * (1 - static_cast<double>(lag) / static_cast<double>(lags + 1));
    }
    if (long_run <= 0) return std::nullopt;
    return squares_of_partials / n / long_run;
}

} // namespace

std::optional<Stationarity> stationarity(Series values)
{
    if (values.size() < k_fewest_for_stationarity) return std::nullopt;
    // Neither depends on the unit; a small change of a large level would be lost in the regression.
    const auto scaled = standardized(values);
    const auto tau = dickey_fuller(scaled);
    const auto level = kpss(scaled);
    if (!tau || !level) return std::nullopt;
    Stationarity out{*tau, p_of_tau(*tau), *level};
    out.returns = out.adf_p < 0.05;
    out.has_level = out.kpss_statistic < k_kpss_5_percent;
    return out;
}

std::vector<double> differences(Series values)
{
    std::vector<double> out;
    for (std::size_t i = 1; i < values.size(); ++i) out.push_back(values[i] - values[i - 1]);
    return out;
}

std::vector<double> without_trend(Series values)
{
    const double middle = (static_cast<double>(values.size()) - 1) / 2;
    const double mean =
        std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
    double products = 0;
    double squares = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto time = static_cast<double>(i) - middle;
        products += time * (values[i] - mean);
        squares += time * time;
    }
    const double slope = squares > 0 ? products / squares : 0;
    std::vector<double> out(values.begin(), values.end());
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] -= mean + slope * (static_cast<double>(i) - middle);
    return out;
}

} // namespace correlate
