#include "llm/share.hpp"

#include <algorithm>
#include <cmath>

namespace llm {

namespace {

constexpr double k_normal = 1.959963984540054; // 97.5 % of the normal distribution lie below

// Wilson's interval: its middle, `sign` times half its width away.
double bound(const Share& share, double sign)
{
    const auto of = static_cast<double>(share.of);
    const double rate = static_cast<double>(share.part) / of;
    const double square = k_normal * k_normal;
    const double half = k_normal * std::sqrt(rate * (1 - rate) / of + square / (4 * of * of));
    return std::clamp((rate + square / (2 * of) + sign * half) / (1 + square / of), 0.0, 1.0);
}

} // namespace

double Share::low() const
{
    return of == 0 ? 0 : bound(*this, -1);
}

double Share::high() const
{
    return of == 0 ? 1 : bound(*this, 1);
}

double to_four_digits(double share)
{
    constexpr double k_parts = 10'000;
    return std::round(share * k_parts) / k_parts;
}

} // namespace llm
