#include "work/places.hpp"

#include <chrono>

namespace work {

namespace {

constexpr std::chrono::milliseconds k_ask_period{100};

// Takes a ticket away whatever ends the waiting, a fault of who is asked included.
class Waiting {
public:
    using Ticket = std::pair<std::int64_t, std::uint64_t>;

    Waiting(std::set<Ticket>& all, Ticket mine) : m_all{all}, m_mine{mine} { m_all.insert(mine); }
    ~Waiting() { m_all.erase(m_mine); }
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;

private:
    std::set<Ticket>& m_all;
    Ticket m_mine;
};

class Unlocked {
public:
    explicit Unlocked(std::unique_lock<std::mutex>& lock) : m_lock{lock} { m_lock.unlock(); }
    ~Unlocked() { m_lock.lock(); }
    Unlocked(const Unlocked&) = delete;
    Unlocked& operator=(const Unlocked&) = delete;

private:
    std::unique_lock<std::mutex>& m_lock;
};

} // namespace

Places::Place Places::take(std::int64_t rank, const std::function<bool()>& keep_going)
{
    std::unique_lock lock{m_mutex};
    const Ticket mine{rank, m_tickets++};
    {
        const Waiting waiting{m_waiting, mine}; // ends under the lock
        while (!is_next(mine)) {
            m_changed.wait_for(lock, k_ask_period, [&] { return is_next(mine); });
            const Unlocked while_asking{lock};
            if (!keep_going()) return nullptr;
        }
        --m_free;
    }
    m_changed.notify_all(); // there may be a place for the next one
    return Place{this};
}

void Places::give_back()
{
    {
        const std::lock_guard lock{m_mutex};
        ++m_free;
    }
    m_changed.notify_all();
}

} // namespace work
