#include "pay/facilitator_health.hpp"

#include "base/random.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace pay {

namespace {

using std::chrono::milliseconds;

std::uint32_t random_seed()
{
    std::array<std::uint8_t, sizeof(std::uint32_t)> bytes{};
    base::fill_random(bytes);
    std::uint32_t seed = 0;
    std::memcpy(&seed, bytes.data(), bytes.size());
    return seed;
}

} // namespace

FacilitatorHealth::FacilitatorHealth(std::size_t endpoints)
    : FacilitatorHealth{endpoints, random_seed()}
{
}

FacilitatorHealth::FacilitatorHealth(std::size_t endpoints, std::uint32_t seed)
    : m_endpoints(endpoints), m_random{seed}
{
}

FacilitatorHealth::Turn::Turn(FacilitatorHealth& health, std::size_t endpoint, std::size_t choices,
                              bool is_probe)
    : m_health{&health}, m_endpoint{endpoint}, m_choices{choices}, m_is_probe{is_probe}
{
}

FacilitatorHealth::Turn::Turn(Turn&& other) noexcept
    : m_health{std::exchange(other.m_health, nullptr)},
      m_endpoint{other.m_endpoint}, m_choices{other.m_choices}, m_is_probe{other.m_is_probe}
{
}

FacilitatorHealth::Turn::~Turn()
{
    if (m_health != nullptr) m_health->end_turn(m_endpoint, m_is_probe);
}

std::optional<FacilitatorHealth::Turn> FacilitatorHealth::next(const std::vector<bool>& asked,
                                                               Time now)
{
    const std::lock_guard lock{m_mutex};
    std::optional<std::size_t> first;
    std::optional<std::size_t> next_due;
    std::size_t choices = 0;
    for (std::size_t i = 0; i < m_endpoints.size(); ++i) {
        const Endpoint& endpoint = m_endpoints[i];
        if (asked[i] || now < endpoint.limited_until) continue;
        if (endpoint.is_open && endpoint.is_probed) continue;
        if (!endpoint.is_open || now >= endpoint.due) {
            if (!first) first = i;
            ++choices;
        } else if (!next_due || endpoint.due < m_endpoints[*next_due].due) {
            next_due = i;
        }
    }
    const auto chosen = first ? first : next_due;
    if (!chosen) return std::nullopt;
    Endpoint& endpoint = m_endpoints[*chosen];
    if (endpoint.is_open) endpoint.is_probed = true;
    return std::optional<Turn>{std::in_place, *this, *chosen, std::max(choices, std::size_t{1}),
                               endpoint.is_open};
}

std::uint64_t FacilitatorHealth::ticket() const
{
    const std::lock_guard lock{m_mutex};
    return m_probes_ended;
}

bool FacilitatorHealth::await_probe(const std::vector<bool>& asked, std::uint64_t ticket,
                                    Time until)
{
    std::unique_lock lock{m_mutex};
    if (m_probes_ended != ticket) return std::chrono::steady_clock::now() < until;
    bool is_any_probed = false;
    for (std::size_t i = 0; i < m_endpoints.size(); ++i)
        is_any_probed |= !asked[i] && m_endpoints[i].is_probed;
    if (!is_any_probed) return false;
    return m_probe_ended.wait_for(lock, until - std::chrono::steady_clock::now(),
                                  [&] { return m_probes_ended != ticket; });
}

void FacilitatorHealth::answered(std::size_t endpoint, Call call)
{
    const std::lock_guard lock{m_mutex};
    Endpoint& it = m_endpoints[endpoint];
    failures_of(it, call) = 0;
    // A verification proves nothing about settling: one more failure there opens again.
    it.settle_failures = std::min(it.settle_failures, k_failures_to_open - 1);
    it.verify_failures = std::min(it.verify_failures, k_failures_to_open - 1);
    it.is_open = false;
    if (it.verify_failures == 0 && it.settle_failures == 0) it.openings = 0;
}

void FacilitatorHealth::failed(std::size_t endpoint, Call call, Time now)
{
    const std::lock_guard lock{m_mutex};
    Endpoint& it = m_endpoints[endpoint];
    int& failures = failures_of(it, call);
    failures = std::min(failures + 1, k_failures_to_open);
    // Only a probe in its time makes the pause longer: last resorts and calls that began before
    // the breaker opened say nothing new.
    if (it.is_open ? now >= it.due : failures >= k_failures_to_open) open(it, now);
}

void FacilitatorHealth::limited(std::size_t endpoint, Time now, std::chrono::seconds wait)
{
    const std::lock_guard lock{m_mutex};
    const auto clamped = std::clamp(wait, std::chrono::seconds{1}, k_longest_pause);
    Endpoint& it = m_endpoints[endpoint];
    it.limited_until = std::max(it.limited_until, now + clamped);
}

int& FacilitatorHealth::failures_of(Endpoint& endpoint, Call call)
{
    return call == Call::verify ? endpoint.verify_failures : endpoint.settle_failures;
}

void FacilitatorHealth::open(Endpoint& endpoint, Time now)
{
    milliseconds pause = k_shortest_pause;
    for (int i = 0; i < endpoint.openings && pause < k_longest_pause; ++i) pause *= 2;
    pause = std::min(pause, milliseconds{k_longest_pause});
    const milliseconds half = pause / 2;
    std::uniform_int_distribution<milliseconds::rep> jitter{0, half.count()};
    ++endpoint.openings;
    endpoint.is_open = true;
    endpoint.due = now + half + milliseconds{jitter(m_random)};
}

void FacilitatorHealth::end_turn(std::size_t endpoint, bool is_probe)
{
    if (!is_probe) return;
    {
        const std::lock_guard lock{m_mutex};
        m_endpoints[endpoint].is_probed = false;
        ++m_probes_ended;
    }
    m_probe_ended.notify_all();
}

} // namespace pay
