// A wall clock that stands still until it is told otherwise.
#pragma once

#include "base/clock.hpp"

namespace support {

class FakeClock final : public base::Clock {
public:
    [[nodiscard]] base::Instant now() const override { return m_now; }
    void set(base::Instant now) { m_now = now; }
    // Negative: the clock is set back.
    void advance(std::chrono::milliseconds step) { m_now += step; }

private:
    base::Instant m_now = base::instant_from_ms(1'790'000'000'000);
};

} // namespace support
