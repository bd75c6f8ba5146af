// So many at a time: threads that want a place wait for one, the smallest rank first, and of the
// same rank by time.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <utility>

namespace work {

class Places {
public:
    explicit Places(int count) : m_free{count} {}

    struct GiveBack {
        void operator()(Places* of) const { of->give_back(); }
    };
    // Given back when it goes. Must not outlive its Places.
    using Place = std::unique_ptr<Places, GiveBack>;

    // nullptr: `keep_going`, which is asked several times a second, said no.
    Place take(std::int64_t rank, const std::function<bool()>& keep_going);

private:
    using Ticket = std::pair<std::int64_t, std::uint64_t>; // rank, and who came first

    void give_back();
    // Under the lock.
    bool is_next(const Ticket& mine) const { return m_free > 0 && *m_waiting.begin() == mine; }

    std::mutex m_mutex;
    std::condition_variable m_changed;
    int m_free;
    std::uint64_t m_tickets = 0;
    std::set<Ticket> m_waiting;
};

} // namespace work
