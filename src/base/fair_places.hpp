// A number of places that clients take in turn: who has had many of late stands behind who has had
// few, so that no crowd of busy clients keeps the others out.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace base {

// Thread-safe. Must outlive its places.
class FairPlaces {
public:
    struct Bounds {
        std::size_t places = 1;
        std::size_t of_a_client = 1; // under way and waiting together
        std::size_t waiters = 0;     // threads that wait for a place at once
    };
    using Moment = std::chrono::steady_clock::time_point;

    // `now`: what time it is, for what is remembered.
    explicit FairPlaces(const Bounds& bounds,
                        std::function<Moment()> now = &std::chrono::steady_clock::now)
        : m_bounds{bounds}, m_now{std::move(now)}
    {
    }
    FairPlaces(const FairPlaces&) = delete;
    FairPlaces& operator=(const FairPlaces&) = delete;

    // One place, given back on destruction.
    class Place {
    public:
        Place(Place&& other) noexcept
            : m_places{std::exchange(other.m_places, nullptr)}, m_client{std::move(other.m_client)}
        {
        }
        Place(const Place&) = delete;
        Place& operator=(const Place&) = delete;
        Place& operator=(Place&&) = delete;
        ~Place()
        {
            if (m_places != nullptr) m_places->give_back(m_client);
        }

    private:
        friend class FairPlaces;
        Place(FairPlaces& places, std::string client)
            : m_places{&places}, m_client{std::move(client)}
        {
        }

        FairPlaces* m_places;
        std::string m_client;
    };

    // nullopt: not within `patience`; the client has as many as it may; or as many wait as may, and
    // none of them has had more than this client.
    [[nodiscard]] std::optional<Place> take(const std::string& client,
                                            std::chrono::milliseconds patience);

    // Threads that wait now, and clients that are remembered.
    [[nodiscard]] std::size_t waiting();
    [[nodiscard]] std::size_t known_clients();

private:
    struct Client {
        std::size_t under_way = 0; // with those that wait
        std::uint64_t had = 0;     // places of late: half as many each minute
        Moment counted{};          // when `had` was last halved
    };
    struct Waiter {
        std::string client;
        std::uint64_t had = 0; // as it came
        bool is_sent_away = false;
    };

    void give_back(const std::string& client) noexcept;
    void forget_old(Moment now);
    [[nodiscard]] std::list<Waiter>::iterator least_deserving();
    [[nodiscard]] bool is_next(const Waiter& waiter) const;

    const Bounds m_bounds;
    const std::function<Moment()> m_now;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::size_t m_taken = 0;
    std::map<std::string, Client> m_clients; // under way, or of late
    std::list<Waiter> m_waiting;             // in the order of arrival
};

} // namespace base
