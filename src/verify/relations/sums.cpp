#include "verify/relations/sums.hpp"

#include <bit>
#include <cmath>

namespace verify::relations {

using reading::Interval;

namespace {

constexpr std::size_t k_every_set = 4;

std::vector<unsigned> sets_of(std::size_t parts)
{
    std::vector<unsigned> out;
    const unsigned all = (1U << parts) - 1;
    if (parts <= k_every_set) {
        for (unsigned set = 1; set <= all; ++set) out.push_back(set);
        return out;
    }
    for (std::size_t first = 0; first < parts; ++first) {
        unsigned set = 0;
        for (std::size_t last = first; last < parts; ++last) {
            set |= 1U << last;
            out.push_back(set);
        }
        out.push_back(all & ~(1U << first));
    }
    return out;
}

} // namespace

Sums::Sums(const Terms& parts, std::vector<int> signs)
    : m_parts{parts}, m_sets{sets_of(parts.size())}
{
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (signs[i] < 0) m_minus |= 1U << i;
        m_low.push_back(parts[i]->measured.low.get_d());
        m_high.push_back(parts[i]->measured.high.get_d());
    }
}

// In floating point, and never too narrow: only what passes is computed exactly.
bool Sums::is_near(unsigned set, unsigned minus, double low, double high) const
{
    double least = 0;
    double most = 0;
    double size = std::abs(low) + std::abs(high);
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        if ((set >> i & 1U) == 0) continue;
        const bool is_minus = (minus >> i & 1U) != 0;
        least += is_minus ? -m_high[i] : m_low[i];
        most += is_minus ? -m_low[i] : m_high[i];
        size += std::abs(m_high[i]);
    }
    constexpr double k_error = 1e-9;
    return least - size * k_error <= high && low <= most + size * k_error;
}

Interval Sums::sum(unsigned set, unsigned minus) const
{
    Interval out = Interval::point(0);
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        if ((set >> i & 1U) == 0) continue;
        const bool is_minus = (minus >> i & 1U) != 0;
        out = is_minus ? out - m_parts[i]->measured : out + m_parts[i]->measured;
    }
    return out;
}

std::optional<Terms> Sums::meeting(const Interval& target, std::size_t least) const
{
    const double low = target.low.get_d();
    const double high = target.high.get_d();
    for (const unsigned set : m_sets) {
        if (static_cast<std::size_t>(std::popcount(set)) < least) continue;
        for (const unsigned minus : {0U, m_minus & set}) {
            if (!is_near(set, minus, low, high) || !sum(set, minus).meets(target)) continue;
            Terms out;
            for (std::size_t i = 0; i < m_parts.size(); ++i)
                if ((set >> i & 1U) != 0) out.push_back(m_parts[i]);
            return out;
        }
    }
    return std::nullopt;
}

bool Sums::flows_to(const Interval& target) const
{
    constexpr std::size_t k_most = 5;
    if (m_parts.size() < 3 || m_parts.size() > k_most) return false;
    const double low = target.low.get_d();
    const double high = target.high.get_d();
    const unsigned all = (1U << m_parts.size()) - 1;
    for (unsigned minus = 0; minus <= all; minus += 2)
        if (is_near(all, minus, low, high) && sum(all, minus).meets(target)) return true;
    return false;
}

} // namespace verify::relations
