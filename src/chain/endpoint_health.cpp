#include "chain/endpoint_health.hpp"

#include <algorithm>

namespace chain {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds k_first_rest{250};
constexpr milliseconds k_longest_rest{30'000};
constexpr milliseconds k_longest_wish{60'000}; // of a Retry-After
constexpr unsigned k_most_doublings = 7;       // 32 s: past the longest
constexpr unsigned k_dice_faces = 256;

static_assert(k_first_rest * (1U << k_most_doublings) > k_longest_rest);

} // namespace

void EndpointHealth::answered()
{
    *this = {};
}

void EndpointHealth::failed(Time now, std::optional<std::chrono::seconds> retry_after,
                            std::uint8_t dice)
{
    const auto doubled = k_first_rest * (1U << std::min(m_failures, k_most_doublings));
    const auto half = std::min<milliseconds>(doubled, k_longest_rest) / 2;
    milliseconds rest = half + half * dice / k_dice_faces;
    // Compared before it is converted: a server may name any number of seconds.
    if (retry_after)
        rest = std::max<milliseconds>(
            rest, std::min(*retry_after,
                           std::chrono::duration_cast<std::chrono::seconds>(k_longest_wish)));
    m_failures = std::min(m_failures + 1, k_most_doublings);
    m_rests_until = now + rest;
}

} // namespace chain
