// A rhythm that repeats itself in a series: how much it explains, and what is left without it.
#pragma once

#include "correlate/association.hpp"
#include "value/instant.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace correlate {

struct SeasonFit {
    double share = 0; // of the variance, that the means of the places explain
    double f = 0;
    double p = 1;             // F test of these means against a single one
    double p_wave = 1;        // the same of a wave and its first overtone: of a long rhythm that is
                              // smooth, few numbers see more than a mean for each place
    std::size_t means = 0;    // that were estimated
    double information = 0;   // by how much BIC prefers them to a single one; below 0: it does not
    std::vector<double> rest; // the values without them
    // At this level, by one of the two tests, with both counted.
    [[nodiscard]] bool is_seen(double alpha) const { return 2 * std::min(p, p_wave) < alpha; }
};

// The place of a value in the rhythm; for a change, also the place of the value before it.
struct Place {
    std::size_t now = 0;
    std::optional<std::size_t> before;
};

// A mean for each place, of changes the differences of these, by least squares. nullopt: fewer than
// eight values more than there are places, or nothing to choose between them.
std::optional<SeasonFit> fit_season(Series values, std::span<const Place> places,
                                    std::size_t period);

// By the bin that each value is in, so that missing ones do no harm.
std::vector<Place> places_of(std::span<const std::int64_t> bins, std::size_t period);
std::vector<Place> places_of_changes(std::span<const std::int64_t> bins, std::size_t period);

inline constexpr std::size_t k_longest_period = 400; // the work grows with its third power

// The rhythms that the calendar has for values of such a step, in steps: days have 7, hours 24 and
// 168, months 12, quarters 4, weeks 52; what is shorter than an hour has the hour too.
std::vector<std::size_t> calendar_periods(const value::Period& step);

} // namespace correlate
