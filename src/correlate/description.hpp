// What is to be said of one of two aligned series by itself.
#pragma once

#include "correlate/stationarity.hpp"

#include <cstdint>

namespace correlate {

// Why nothing can be said: fewer than eight pairs, a series without variation, or one that is only
// a trend.
inline constexpr std::size_t k_fewest_pairs = 8;

// One of the two series, as far as it can be described.
struct Described {
    bool is_constant = false;
    // Exactly a line in time, or its changes are one; known for at least eight values.
    bool is_line = false;
    bool is_parabola = false;
    std::optional<Stationarity> stationarity; // nullopt: too short, or constant
    bool has_trend = false;                   // a straight line explains 30 % and is significant
    std::size_t season = 0;                   // steps of a period that repeats; 0: none seen
    double first_autocorrelation = 0;
};

// `bins`: of each value.
Described describe(Series values, std::span<const std::int64_t> bins, double alpha);

} // namespace correlate
