#include "correlate/season.hpp"

#include "correlate/regression.hpp"

#include <Eigen/Dense>
#include <boost/math/distributions/fisher_f.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace correlate {

namespace {

constexpr std::size_t k_fewest_beyond = 8;

std::size_t place_of(std::int64_t bin, std::size_t period)
{
    const auto whole = static_cast<std::int64_t>(period);
    return static_cast<std::size_t>((bin % whole + whole) % whole);
}

double squares(Series values)
{
    return std::inner_product(values.begin(), values.end(), values.begin(), 0.0);
}

// The mean of all, and for each place but the first how far it lies from that of the first: what
// the rows add up to, with as many as the data can tell.
struct Means {
    Eigen::VectorXd values;
    std::size_t count = 0;
};

// Column 0 is the mean, column k place k; a row has at most three entries that are not 0.
std::vector<std::pair<Eigen::Index, double>> row_of(const Place& place)
{
    std::vector<std::pair<Eigen::Index, double>> out = {{0, 1.0}};
    if (place.now > 0) out.emplace_back(static_cast<Eigen::Index>(place.now), 1.0);
    if (place.before.value_or(0) > 0)
        out.emplace_back(static_cast<Eigen::Index>(*place.before), -1.0);
    return out;
}

Means means_of(Series values, std::span<const Place> places, std::size_t period)
{
    const auto size = static_cast<Eigen::Index>(period);
    Eigen::MatrixXd products = Eigen::MatrixXd::Zero(size, size);
    Eigen::VectorXd sums = Eigen::VectorXd::Zero(size);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto row = row_of(places[i]);
        for (const auto& [at, sign] : row) {
            sums(at) += sign * values[i];
            for (const auto& [other, other_sign] : row) products(at, other) += sign * other_sign;
        }
    }
    const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> decomposition{products};
    return {decomposition.solve(sums), static_cast<std::size_t>(decomposition.rank())};
}

// `left`: squares that remain of `all` when `count` numbers more than a mean were fitted.
struct Variance {
    double f = 0;
    double p = 1;
};

Variance analysed(double all, double left, double count, double df_left)
{
    Variance out;
    out.f = std::max(0.0, all - left) / count / (left / df_left);
    const boost::math::fisher_f distribution{count, df_left};
    out.p = boost::math::cdf(boost::math::complement(distribution, out.f));
    return out;
}

double p_of_wave(Series values, std::span<const Place> places, std::size_t period, double all)
{
    constexpr Eigen::Index k_waves = 2;
    const auto angle = [&](std::size_t place, Eigen::Index wave) {
        return 2 * std::numbers::pi * static_cast<double>(wave) * static_cast<double>(place) /
               static_cast<double>(period);
    };
    Eigen::MatrixXd design =
        Eigen::MatrixXd::Ones(static_cast<Eigen::Index>(values.size()), 2 * k_waves + 1);
    for (Eigen::Index row = 0; row < design.rows(); ++row) {
        const Place& place = places[static_cast<std::size_t>(row)];
        for (Eigen::Index wave = 1; wave <= k_waves; ++wave) {
            double& sine = design(row, 2 * wave - 1);
            double& cosine = design(row, 2 * wave);
            sine = std::sin(angle(place.now, wave));
            cosine = std::cos(angle(place.now, wave));
            if (!place.before) continue;
            sine -= std::sin(angle(*place.before, wave));
            cosine -= std::cos(angle(*place.before, wave));
        }
    }
    const Eigen::Map<const Eigen::VectorXd> response(values.data(), design.rows());
    const auto fit = least_squares(design, response);
    // The columns of a rhythm of a few steps depend on each other: its means say all.
    if (!fit || fit->residual_squares <= 0) return 1;
    return analysed(all, fit->residual_squares, static_cast<double>(design.cols() - 1), fit->df).p;
}

} // namespace

std::optional<SeasonFit> fit_season(Series values, std::span<const Place> places,
                                    std::size_t period)
{
    if (period < 2 || period > k_longest_period || values.size() < period + k_fewest_beyond)
        return std::nullopt;
    const auto centred = standardized(values); // nothing here depends on the unit
    const Means means = means_of(centred, places, period);
    if (means.count < 2) return std::nullopt;
    SeasonFit out;
    out.means = means.count;
    for (std::size_t i = 0; i < values.size(); ++i) {
        double seasonal = 0;
        for (const auto& [at, sign] : row_of(places[i])) seasonal += sign * means.values(at);
        out.rest.push_back(centred[i] - seasonal);
    }
    constexpr double k_rounding = 1e-18;
    const double all = squares(centred);
    double left = squares(out.rest);
    if (all <= 0) return std::nullopt;
    if (left < k_rounding * all) {
        std::ranges::fill(out.rest, 0.0);
        left = k_rounding * all;
    }
    const auto n = static_cast<double>(values.size());
    const auto df_means = static_cast<double>(means.count - 1);
    const double df_left = n - static_cast<double>(means.count);
    out.share = std::clamp(1 - left / all, 0.0, 1.0);
    const Variance means_test = analysed(all, left, df_means, df_left);
    out.f = means_test.f;
    out.p = means_test.p;
    out.p_wave = p_of_wave(centred, places, period, all);
    out.information = n * std::log(all / left) - df_means * std::log(n);
    return out;
}

std::vector<Place> places_of(std::span<const std::int64_t> bins, std::size_t period)
{
    std::vector<Place> out;
    for (const std::int64_t bin : bins) out.push_back({place_of(bin, period), {}});
    return out;
}

std::vector<Place> places_of_changes(std::span<const std::int64_t> bins, std::size_t period)
{
    std::vector<Place> out;
    for (std::size_t i = 1; i < bins.size(); ++i)
        out.push_back({place_of(bins[i], period), place_of(bins[i - 1], period)});
    return out;
}

std::vector<std::size_t> calendar_periods(const value::Period& step)
{
    constexpr std::int64_t k_months_of_year = 12;
    constexpr std::size_t k_weeks_of_year = 52;
    constexpr std::int64_t k_hour = 3'600'000'000;
    constexpr std::int64_t k_day = 24 * k_hour;
    constexpr std::int64_t k_week = 7 * k_day;
    const auto fixed = step.fixed_micros();
    if (!fixed) {
        for (std::int64_t months = 1; months < k_months_of_year; ++months)
            if (k_months_of_year % months == 0 &&
                value::Period::parse("P1M")->times(months) == std::optional{step})
                return {static_cast<std::size_t>(k_months_of_year / months)};
        return {};
    }
    if (*fixed == k_week) return {k_weeks_of_year};
    std::vector<std::size_t> out;
    for (const std::int64_t rhythm : {k_hour, k_day, k_week})
        if (*fixed > 0 && *fixed < rhythm && rhythm % *fixed == 0)
            out.push_back(static_cast<std::size_t>(rhythm / *fixed));
    return out;
}

} // namespace correlate
