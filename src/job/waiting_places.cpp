#include "job/waiting_places.hpp"

#include <algorithm>
#include <array>

namespace job {

namespace {

struct Row {
    int sixteenths;    // of the threads
    int of_a_client;   // 0: as many as there are
    int least;         // in a small pool; 0: none waits there
    bool one_of_a_job; // whether one call alone waits for a job
};

// Two sixteenths of the threads are left for those who need not wait.
constexpr int k_parts = 16;
Row row(Waiting kind)
{
    switch (kind) {
    case Waiting::scan: return {4, 4, 1, false}; // without a place none is sold
    case Waiting::answer: return {4, 2, 0, true};
    case Waiting::proof: return {1, 0, 0, true};
    case Waiting::poll: return {3, 4, 0, true};
    case Waiting::claim: return {1, 1, 0, true};
    case Waiting::repeat: return {1, 1, 0, true};
    }
    __builtin_unreachable();
}

} // namespace

WaitingPlaces::Bounds WaitingPlaces::bounds(Waiting kind) const
{
    const Row bounds = row(kind);
    const int all = std::max(bounds.least, m_threads * bounds.sixteenths / k_parts);
    return {all, bounds.of_a_client == 0 ? all : std::min(all, bounds.of_a_client)};
}

std::optional<WaitingPlaces::Place> WaitingPlaces::try_take(Waiting kind, std::string_view client,
                                                            std::string_view job)
{
    const Bounds most = bounds(kind);
    Place::Keys keys{
        Place::Key{kind, 'a', {}}, {kind, 'c', std::string{client}}, {kind, 'j', std::string{job}}};
    const bool is_any = job.empty() || !row(kind).one_of_a_job;
    const std::array<int, 3> allowed{most.all, most.of_a_client, is_any ? most.all : 1};
    const std::lock_guard lock{m_mutex};
    for (std::size_t i = 0; i < keys.size(); ++i)
        if (const auto found = m_taken.find(keys[i]);
            (found == m_taken.end() ? 0 : found->second) >= allowed[i])
            return std::nullopt;
    for (const auto& key : keys) ++m_taken[key];
    return Place{*this, std::move(keys)};
}

void WaitingPlaces::give_back(const Place::Keys& keys) noexcept
{
    const std::lock_guard lock{m_mutex};
    for (const auto& key : keys)
        if (const auto found = m_taken.find(key); found != m_taken.end() && --found->second == 0)
            m_taken.erase(found);
}

} // namespace job
