#include "verify/against/values.hpp"

#include <algorithm>

namespace verify::against {

Values::Values(const Given& given) : m_given{given}
{
    for (std::uint32_t i = 0; i < given.size(); ++i)
        m_of.emplace_back(given.source(i), [&](std::size_t sentence) {
            return given.is_order(i, static_cast<std::uint32_t>(sentence));
        });
}

bool Values::is_printed(double number, std::span<const std::uint32_t> among) const
{
    return std::any_of(among.begin(), among.end(),
                       [&](std::uint32_t source) { return m_of[source].is_printed(number); });
}

bool Values::are_of_one_unit(const Figure& left, const Figure& right) const
{
    if (left.per != right.per) return false;
    if (left.unit == right.unit) return true;
    if (!left.counts_things || !right.counts_things) return false;
    constexpr double k_same_meaning = 0.75;
    const auto one = m_given.vocabulary().find(left.unit);
    const auto other = m_given.vocabulary().find(right.unit);
    return one && other && m_given.meanings().likeness(*one, *other) >= k_same_meaning;
}

} // namespace verify::against
