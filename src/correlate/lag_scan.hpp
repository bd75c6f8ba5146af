// At which shift in time two series resemble each other most, and whether that is more than what
// the best of so many shifts would be by chance.
#pragma once

#include "correlate/association.hpp"

#include <cstdint>

namespace correlate {

struct LagScan {
    std::size_t max_lag = 0;
    std::ptrdiff_t best_lag = 0; // above 0: a leads b
    double best_r = 0;
    double p_family = 1; // of the largest |r| over all shifts
    std::size_t permutations = 0;
    std::size_t block = 0; // points that were moved together
    std::vector<double> r; // from -max_lag to max_lag, over the pairs that overlap
};

// Circular block permutation: blocks of b of ceil(n^(1/3) * max(1, e)) points, where e is the shift
// at which the slower of the two autocorrelations has fallen below 1/e, change places; the same
// `seed` gives the same result. 999 permutations, 199 of more than 8,192 points. nullopt when fewer
// than eight pairs would be left at the largest shift, or a series is constant.
// `lost`: means that were estimated and taken away from both; what is left of n values then varies
// like that of n - lost, which values in another order do not show.
std::optional<LagScan> scan_lags(Series a, Series b, std::size_t max_lag, std::uint64_t seed,
                                 std::size_t lost = 0);

} // namespace correlate
