#include "synthesize/calibration.hpp"

#include <cmath>

namespace synthesize {

namespace {

double logistic(double value)
{
    return 1 / (1 + std::exp(-value));
}

} // namespace

double share_of_line(const LineFeatures& line)
{
    constexpr double k_all = .999;
    return logistic(-4.48 + 1.32 * line.here + .56 * line.around - .19 * (line.around > k_all) -
                    .46 * line.weight + 2.51 * line.fits + 2.27 * line.any_kind +
                    1.64 * line.length + 1.25 * line.over_best);
}

double share_of_first(const LineFeatures& line)
{
    return logistic(-7.41 + 3.87 * line.here + 2.94 * line.around - 2.85 * line.weight +
                    4.44 * line.fits + 4.59 * line.any_kind);
}

} // namespace synthesize
