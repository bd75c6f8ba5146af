// Time: the wall clock as a seam, and its RFC 3339 text.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace base {

// A wall clock time, UTC, milliseconds since 1970. Stored as an integer, printed as RFC 3339.
using Instant = std::chrono::time_point<std::chrono::system_clock, std::chrono::milliseconds>;

constexpr Instant instant_from_ms(std::int64_t milliseconds)
{
    return Instant{std::chrono::milliseconds{milliseconds}};
}

constexpr std::int64_t to_ms(Instant instant)
{
    return instant.time_since_epoch().count();
}

// Whole ones, as chains count them.
constexpr std::int64_t to_seconds(Instant instant)
{
    return std::chrono::floor<std::chrono::seconds>(instant).time_since_epoch().count();
}

// "2026-11-21T08:49:50.123Z"; the fraction is always three digits.
std::string to_rfc3339(Instant instant);

// "2026-11-21T08:49:50Z", with or without a fraction, of which milliseconds are kept. UTC only,
// years 1970 to 9999; nullopt for anything else.
std::optional<Instant> from_rfc3339(std::string_view text);

// Seam. Deadlines inside a process use std::chrono::steady_clock instead: wall clocks jump.
class Clock {
public:
    virtual ~Clock() = default;
    [[nodiscard]] virtual Instant now() const = 0;
};

class SystemClock final : public Clock {
public:
    [[nodiscard]] Instant now() const override;
};

} // namespace base
