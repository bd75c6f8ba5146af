// When an endpoint that fails may be asked again. Pure: told the time, it never looks.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace chain {

class EndpointHealth {
public:
    using Time = std::chrono::steady_clock::time_point;

    // After a failure: not before its rest is over. Then one call is a probe, and its outcome
    // decides; no endpoint is given up for good.
    [[nodiscard]] bool may_be_asked(Time now) const { return now >= m_rests_until; }

    void answered();
    // The rest doubles with each failure in a row from 250 ms up to 30 s, of which the upper half
    // depends on `dice`, so that many processes do not come back at once. The server's own wish is
    // kept up to 60 s.
    void failed(Time now, std::optional<std::chrono::seconds> retry_after, std::uint8_t dice);

private:
    unsigned m_failures = 0; // in a row
    Time m_rests_until{};
};

} // namespace chain
