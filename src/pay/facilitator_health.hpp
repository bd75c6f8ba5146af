// Which facilitators are worth asking now: a circuit breaker for each of them, shared by the
// threads of a process and forgotten with it.
//
// Three transport failures in a row (unreachable, late, 5xx, unreadable) open an endpoint's breaker
// for a time that doubles with each failure after it, 2 s to 60 s, less a random part so that
// processes do not all come back at once. When the time is over, one call probes; its answer closes
// the breaker. A refused payment is a healthy endpoint's answer.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <random>
#include <vector>

namespace pay {

// Thread-safe.
class FacilitatorHealth {
public:
    using Time = std::chrono::steady_clock::time_point;
    // Counted apart: an endpoint that verifies but never settles is useless.
    enum class Call { verify, settle };

    static constexpr int k_failures_to_open = 3;
    static constexpr std::chrono::seconds k_shortest_pause{2};
    static constexpr std::chrono::seconds k_longest_pause{60}; // of a Retry-After too

    // `endpoints` as many as there are URLs.
    explicit FacilitatorHealth(std::size_t endpoints);
    // For tests: pauses that can be repeated.
    FacilitatorHealth(std::size_t endpoints, std::uint32_t seed);

    [[nodiscard]] std::size_t size() const { return m_endpoints.size(); }

    // Leave to verify at one endpoint. While it lives, no other call probes there; report how it
    // went before it ends. The health must outlive it.
    class Turn {
    public:
        Turn(FacilitatorHealth& health, std::size_t endpoint, std::size_t choices, bool is_probe);
        Turn(Turn&& other) noexcept;
        Turn& operator=(Turn&&) = delete;
        ~Turn();

        [[nodiscard]] std::size_t endpoint() const { return m_endpoint; }
        // How many endpoints are worth asking, this one included: the time is shared among them.
        [[nodiscard]] std::size_t choices() const { return m_choices; }

    private:
        FacilitatorHealth* m_health; // nullptr: moved from
        std::size_t m_endpoint;
        std::size_t m_choices;
        bool m_is_probe;
    };

    // The first endpoint in order, of those not `asked` yet, whose breaker is closed or may be
    // probed. When there is none, the one whose time is over next, so that we never refuse for
    // ever. nullopt: each of the others is being probed, or asked us by Retry-After to stay away.
    std::optional<Turn> next(const std::vector<bool>& asked, Time now);

    // While an endpoint not `asked` yet is being probed, waits until a probe ends. False: none is,
    // or `until` has come. `ticket` as it was before next().
    [[nodiscard]] std::uint64_t ticket() const;
    bool await_probe(const std::vector<bool>& asked, std::uint64_t ticket, Time until);

    void answered(std::size_t endpoint, Call call);
    void failed(std::size_t endpoint, Call call, Time now);
    // Status 429 with Retry-After: not even a probe goes there before `wait` is over.
    void limited(std::size_t endpoint, Time now, std::chrono::seconds wait);

private:
    struct Endpoint {
        int verify_failures = 0; // in a row
        int settle_failures = 0;
        int openings = 0; // since it last answered both calls
        bool is_open = false;
        bool is_probed = false;
        Time due{};           // of an open breaker
        Time limited_until{}; // by Retry-After
    };

    static int& failures_of(Endpoint& endpoint, Call call);
    void open(Endpoint& endpoint, Time now);
    void end_turn(std::size_t endpoint, bool is_probe);

    mutable std::mutex m_mutex;
    std::condition_variable m_probe_ended;
    std::uint64_t m_probes_ended = 0;
    std::vector<Endpoint> m_endpoints;
    std::minstd_rand m_random;
};

} // namespace pay
