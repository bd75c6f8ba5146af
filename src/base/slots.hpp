// A fixed number of places that are taken without waiting: "at most a third of the threads may do
// this at once".
#pragma once

#include <atomic>
#include <optional>
#include <utility>

namespace base {

// Thread-safe. Must outlive its permits.
class Slots {
public:
    explicit Slots(int places) : m_free{places} {}

    // One place, given back on destruction.
    class Permit {
    public:
        Permit(Permit&& other) noexcept : m_slots{std::exchange(other.m_slots, nullptr)} {}
        Permit(const Permit&) = delete;
        Permit& operator=(const Permit&) = delete;
        Permit& operator=(Permit&&) = delete;
        ~Permit()
        {
            if (m_slots != nullptr) m_slots->m_free.fetch_add(1, std::memory_order_release);
        }

    private:
        friend class Slots;
        explicit Permit(Slots& slots) : m_slots{&slots} {}

        Slots* m_slots;
    };

    // nullopt when every place is taken.
    [[nodiscard]] std::optional<Permit> try_take()
    {
        int places = m_free.load(std::memory_order_relaxed);
        while (places > 0) {
            if (m_free.compare_exchange_weak(places, places - 1, std::memory_order_acquire))
                return Permit{*this};
        }
        return std::nullopt;
    }

private:
    std::atomic<int> m_free;
};

} // namespace base
