// An amount of memory that the threads of a process share: "at most so much of what strangers send
// is in work at once".
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

namespace base {

// Thread-safe. Must outlive its shares. Those that wait are served in the order of arrival, so that
// a large share is not passed by small ones for ever.
class ByteBudget {
public:
    // `bytes`: what may be taken at once. At most `waiters` threads wait for a share at a time.
    // `after_much`, which may be empty, is called when shares of `much` bytes together have been
    // given back since its last call, before the last of them can be taken again; and when all are.
    ByteBudget(std::size_t bytes, int waiters, std::size_t much, std::function<void()> after_much);
    ByteBudget(const ByteBudget&) = delete;
    ByteBudget& operator=(const ByteBudget&) = delete;

    // Some bytes, given back on destruction. Made by default: none, of no budget.
    class Share {
    public:
        Share() = default;
        Share(Share&& other) noexcept
            : m_budget{std::exchange(other.m_budget, nullptr)}, m_bytes{other.m_bytes}
        {
        }
        Share(const Share&) = delete;
        Share& operator=(const Share&) = delete;
        Share& operator=(Share&&) = delete;
        ~Share()
        {
            if (m_budget != nullptr) m_budget->give_back(m_bytes);
        }

    private:
        friend class ByteBudget;
        Share(ByteBudget& budget, std::size_t bytes) : m_budget{&budget}, m_bytes{bytes} {}

        ByteBudget* m_budget = nullptr;
        std::size_t m_bytes = 0;
    };

    // More than the whole budget is granted when nothing else is taken. nullopt: not within
    // `patience`, or too many wait already.
    [[nodiscard]] std::optional<Share> take(std::size_t bytes, std::chrono::milliseconds patience);

private:
    void give_back(std::size_t bytes) noexcept;
    [[nodiscard]] bool has_room_for(std::size_t bytes) const;

    const std::size_t m_total;
    const std::size_t m_waiters;
    const std::size_t m_much;
    const std::function<void()> m_after_much;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::size_t m_taken = 0;
    std::size_t m_given_back = 0; // since the last m_after_much
    std::uint64_t m_next_ticket = 0;
    std::set<std::uint64_t> m_waiting; // tickets
};

} // namespace base
