#include "catalog/tally.hpp"

#include "base/concat.hpp"

namespace catalog {

namespace {

using std::chrono::duration_cast;
using std::chrono::microseconds;

// Refusals by code, then commits within each bound, all of them, and their time.
const std::size_t k_first_bound = problems().size();
const std::size_t k_all_commits = k_first_bound + k_commit_bounds.size();
const std::size_t k_commit_time = k_all_commits + 1;

std::string layout()
{
    std::string out;
    for (const Problem& each : problems()) out += base::concat(each.word, ' ');
    for (const auto bound : k_commit_bounds) out += base::concat(bound.count(), ' ');
    return out;
}

} // namespace

Tally::Tally(Use use, const std::string& path) : m_counts{use, path, layout(), k_commit_time + 1} {}

void Tally::refused(ProblemCode code) noexcept
{
    m_counts.add(static_cast<std::size_t>(code));
}

void Tally::committed(std::chrono::nanoseconds time) noexcept
{
    for (std::size_t i = 0; i < k_commit_bounds.size(); ++i)
        if (time <= k_commit_bounds[i]) m_counts.add(k_first_bound + i);
    m_counts.add(k_all_commits);
    m_counts.add(k_commit_time,
                 static_cast<std::uint64_t>(duration_cast<microseconds>(time).count()));
}

std::uint64_t Tally::refusals(ProblemCode code) const noexcept
{
    return m_counts.value(static_cast<std::size_t>(code));
}

Tally::Commits Tally::commits() const noexcept
{
    Commits out;
    for (std::size_t i = 0; i < out.within.size(); ++i)
        out.within[i] = m_counts.value(k_first_bound + i);
    out.all = m_counts.value(k_all_commits);
    out.took = microseconds{m_counts.value(k_commit_time)};
    return out;
}

} // namespace catalog
