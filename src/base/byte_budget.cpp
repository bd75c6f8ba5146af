#include "base/byte_budget.hpp"

namespace base {

ByteBudget::ByteBudget(std::size_t bytes, int waiters, std::size_t much,
                       std::function<void()> after_much)
    : m_total{bytes}, m_waiters{static_cast<std::size_t>(waiters)}, m_much{much},
      m_after_much{std::move(after_much)}
{
}

bool ByteBudget::has_room_for(std::size_t bytes) const
{
    return m_taken == 0 || (m_taken < m_total && bytes <= m_total - m_taken);
}

std::optional<ByteBudget::Share> ByteBudget::take(std::size_t bytes,
                                                  std::chrono::milliseconds patience)
{
    std::unique_lock lock{m_mutex};
    if (!m_waiting.empty() || !has_room_for(bytes)) {
        if (m_waiting.size() >= m_waiters) return std::nullopt;
        const std::uint64_t mine = m_next_ticket++;
        m_waiting.insert(mine);
        const bool is_my_turn = m_changed.wait_for(
            lock, patience, [&] { return *m_waiting.begin() == mine && has_room_for(bytes); });
        m_waiting.erase(mine);
        m_changed.notify_all(); // the next one's turn, whether this one has got its share or left
        if (!is_my_turn) return std::nullopt;
    }
    m_taken += bytes;
    return Share{*this, bytes};
}

void ByteBudget::give_back(std::size_t bytes) noexcept
{
    bool is_much = false;
    {
        const std::lock_guard lock{m_mutex};
        m_given_back += bytes;
        is_much = m_given_back >= m_much;
        if (is_much) m_given_back = 0;
    }
    // First, so that the next one does not take memory beside what is only about to go.
    if (is_much && m_after_much) m_after_much();
    bool is_idle = false;
    {
        const std::lock_guard lock{m_mutex};
        m_taken -= bytes;
        is_idle = m_taken == 0 && m_given_back != 0;
        if (is_idle) m_given_back = 0;
    }
    m_changed.notify_all();
    if (is_idle && m_after_much) m_after_much();
}

} // namespace base
