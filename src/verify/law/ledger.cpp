#include "verify/law/ledger.hpp"

#include "verify/law/check.hpp"

#include <algorithm>
#include <iterator>

namespace verify {

void PlaceSet::add(const Mark& place)
{
    if (place.source) return;
    if (reach_before(place.begin + 1) >= place.end) return;
    auto at = m_ends.insert_or_assign(place.begin, place.end).first;
    for (++at; at != m_ends.end() && at->second <= place.end;) at = m_ends.erase(at);
}

std::uint32_t PlaceSet::reach_before(std::uint32_t end) const
{
    const auto behind = m_ends.lower_bound(end);
    return behind == m_ends.begin() ? 0 : std::prev(behind)->second;
}

bool PlaceSet::meets(const Mark& place) const
{
    return reach_before(place.end) > place.begin;
}

void Ledger::read()
{
    for (; m_findings < m_review.findings.size(); ++m_findings) {
        const auto& marks = m_review.findings[m_findings].marks;
        m_errors.add(marks.front());
        for (const auto& mark : marks) m_parts.add(mark);
    }
    for (; m_passes < m_review.passes.size(); ++m_passes) {
        const Pass& pass = m_review.passes[m_passes];
        if (is_relation(pass.check->nature)) m_shown.add(pass.marks.front());
        for (const auto& mark : pass.marks) m_used.add(mark);
    }
}

bool Ledger::knows(const Mark& place)
{
    read();
    const auto shown = m_shown.reach_before(place.end);
    return m_errors.meets(place) || (shown > place.begin && shown + 1 >= place.end);
}

bool Ledger::has_error(const Mark& place)
{
    read();
    return m_errors.meets(place);
}

bool Ledger::is_part_of_error(const Mark& place)
{
    read();
    return m_parts.meets(place);
}

bool Ledger::uses(const Mark& place)
{
    read();
    return m_errors.meets(place) || m_used.meets(place);
}

} // namespace verify
