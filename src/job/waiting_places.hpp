// The kinds of waiting that may hold a thread of a pool, and how many at once (DESIGN.md, 4): one
// table, so that no kind takes the places of another, and together they leave threads to requests
// that need not wait.
#pragma once

#include <array>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace job {

enum class Waiting {
    scan,   // the call that buys an inline product, for its result
    answer, // the call that has bought another one (Prefer: wait), for its result
    proof,  // the call that has bought one of a high price, until the worker has seen its transfer
    poll,   // a poll, for a change of its job
    claim,  // a webhook, for the judgement of a transfer: orders cost nothing
    repeat, // a payment again, while the call that came first with it asks the facilitator
};

// Thread-safe. Must outlive its places.
class WaitingPlaces {
public:
    // The places of a pool with so many threads.
    explicit WaitingPlaces(int threads) : m_threads{threads} {}
    WaitingPlaces(const WaitingPlaces&) = delete;
    WaitingPlaces& operator=(const WaitingPlaces&) = delete;

    // One place, given back on destruction.
    class Place {
    public:
        Place(Place&& other) noexcept
            : m_places{std::exchange(other.m_places, nullptr)}, m_keys{std::move(other.m_keys)}
        {
        }
        Place(const Place&) = delete;
        Place& operator=(const Place&) = delete;
        Place& operator=(Place&&) = delete;
        ~Place()
        {
            if (m_places != nullptr) m_places->give_back(m_keys);
        }

    private:
        friend class WaitingPlaces;
        // What is counted: the kind, the kind and its client, the kind and its job.
        using Key = std::tuple<Waiting, char, std::string>;
        using Keys = std::array<Key, 3>;
        Place(WaitingPlaces& places, Keys keys) : m_places{&places}, m_keys{std::move(keys)} {}

        WaitingPlaces* m_places;
        Keys m_keys;
    };

    // Never waits. nullopt: all places of this kind are taken, or as many as the client may have,
    // or one waits for this job already. `job`: "" while the call has none.
    [[nodiscard]] std::optional<Place> try_take(Waiting kind, std::string_view client,
                                                std::string_view job = {});

    // How many calls may wait so at once, in all and of one client.
    struct Bounds {
        int all = 0;
        int of_a_client = 0;
    };
    [[nodiscard]] Bounds bounds(Waiting kind) const;

private:
    void give_back(const Place::Keys& keys) noexcept;

    const int m_threads;
    std::mutex m_mutex;
    std::map<Place::Key, int> m_taken; // none of zero
};

} // namespace job
