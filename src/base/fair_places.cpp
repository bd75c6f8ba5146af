#include "base/fair_places.hpp"

#include <algorithm>

namespace base {

namespace {

// So often what a client has had becomes half of it.
constexpr std::chrono::minutes k_halved{1};
// So many clients are known before those of old are looked for.
constexpr std::size_t k_many_clients = 4'096;

void age(std::uint64_t& had, std::chrono::steady_clock::time_point& counted,
         std::chrono::steady_clock::time_point now)
{
    constexpr std::int64_t k_bits = 63;
    const auto times = (now - counted) / k_halved;
    if (times <= 0) return;
    had >>= std::min<std::int64_t>(times, k_bits);
    counted = now;
}

} // namespace

std::optional<FairPlaces::Place> FairPlaces::take(const std::string& client,
                                                  std::chrono::milliseconds patience)
{
    std::unique_lock lock{m_mutex};
    const Moment now = m_now();
    forget_old(now);
    Client& mine = m_clients[client];
    age(mine.had, mine.counted, now);
    if (mine.under_way >= m_bounds.of_a_client) return std::nullopt;
    if (m_taken >= m_bounds.places || !m_waiting.empty()) {
        if (m_waiting.size() >= m_bounds.waiters) {
            const auto other = least_deserving();
            if (other == m_waiting.end() || other->had <= mine.had) return std::nullopt;
            other->is_sent_away = true;
            m_changed.notify_all();
        }
        ++mine.under_way;
        const auto waiter = m_waiting.insert(m_waiting.end(), {client, mine.had});
        m_changed.wait_for(lock, patience, [&] {
            return waiter->is_sent_away || (m_taken < m_bounds.places && is_next(*waiter));
        });
        const bool is_taken =
            !waiter->is_sent_away && m_taken < m_bounds.places && is_next(*waiter);
        m_waiting.erase(waiter);
        --m_clients[client].under_way;
        m_changed.notify_all(); // the next one's turn
        if (!is_taken) return std::nullopt;
    }
    Client& taker = m_clients[client];
    ++taker.under_way;
    ++taker.had;
    ++m_taken;
    return Place{*this, client};
}

std::size_t FairPlaces::waiting()
{
    const std::lock_guard lock{m_mutex};
    return m_waiting.size();
}

std::size_t FairPlaces::known_clients()
{
    const std::lock_guard lock{m_mutex};
    return m_clients.size();
}

void FairPlaces::give_back(const std::string& client) noexcept
{
    {
        const std::lock_guard lock{m_mutex};
        --m_taken;
        if (const auto found = m_clients.find(client); found != m_clients.end())
            --found->second.under_way;
    }
    m_changed.notify_all();
}

// The last to come of the waiters that have had the most; those sent away already do not count.
std::list<FairPlaces::Waiter>::iterator FairPlaces::least_deserving()
{
    auto out = m_waiting.end();
    for (auto each = m_waiting.begin(); each != m_waiting.end(); ++each)
        if (!each->is_sent_away && (out == m_waiting.end() || each->had >= out->had)) out = each;
    return out;
}

bool FairPlaces::is_next(const Waiter& waiter) const
{
    const auto first = std::min_element(m_waiting.begin(), m_waiting.end(),
                                        [](const Waiter& one, const Waiter& other) {
                                            if (one.is_sent_away != other.is_sent_away)
                                                return other.is_sent_away;
                                            return one.had < other.had;
                                        });
    return &*first == &waiter;
}

void FairPlaces::forget_old(Moment now)
{
    if (m_clients.size() < k_many_clients) return;
    for (auto& [name, client] : m_clients) age(client.had, client.counted, now);
    std::erase_if(m_clients, [](const auto& each) {
        return each.second.under_way == 0 && each.second.had == 0;
    });
    // A crowd of more than that is forgotten whole: none in it has had many.
    if (m_clients.size() >= 4 * k_many_clients)
        std::erase_if(m_clients, [](const auto& each) { return each.second.under_way == 0; });
}

} // namespace base
