// Whether a series keeps its mean and spread in time. Two series that wander without one seem
// related when they are not (Granger and Newbold 1974), so the conclusion depends on it.
#pragma once

#include "correlate/association.hpp"

namespace correlate {

struct Stationarity {
    double adf_statistic = 0;
    double adf_p = 1; // small: no unit root
    double kpss_statistic = 0;
    // At 5 %.
    bool returns = false;   // ADF rejects that it wanders without ever coming back
    bool has_level = false; // KPSS does not reject that its level is steady
    [[nodiscard]] bool is_stationary() const { return returns && has_level; }
};

inline constexpr double k_kpss_5_percent = 0.463; // Kwiatkowski et al. 1992, table 1

// Augmented Dickey-Fuller with a constant and two lags, significance by MacKinnon's response
// surface (1994); KPSS around a level with Bartlett's weights over int(4 (n/100)^0.25) lags
// (Kwiatkowski et al. 1992). nullopt: fewer than k_fewest_for_stationarity points, or a series
// without variation to regress on.
inline constexpr std::size_t k_fewest_for_stationarity = 12;
std::optional<Stationarity> stationarity(Series values);

// x(t) - x(t-1).
std::vector<double> differences(Series values);

// What is left of the values when the straight line through them is taken away.
std::vector<double> without_trend(Series values);

} // namespace correlate
