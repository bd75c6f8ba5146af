#pragma once

#include "verify/law/critic.hpp"

#include <algorithm>
#include <vector>

namespace verify::equations {

// The places of findings and passes that stand already.
class Places {
public:
    void add(const Mark& mark) { m_places.push_back(mark); }
    void sort()
    {
        std::sort(m_places.begin(), m_places.end(),
                  [](const Mark& left, const Mark& right) { return left.begin < right.begin; });
    }
    [[nodiscard]] bool inside(const Mark& mark) const
    {
        const auto next = std::lower_bound(
            m_places.begin(), m_places.end(), mark.begin,
            [](const Mark& place, std::uint32_t begin) { return place.begin < begin; });
        return next != m_places.end() && next->begin < mark.end;
    }

private:
    std::vector<Mark> m_places;
};

} // namespace verify::equations
