// Moments, stretches of time and their text forms (RFC 3339, ISO 8601).
#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace value {

// A moment in UTC, to the microsecond, of the years 1 to 9999.
class Instant {
public:
    using Micros = std::chrono::sys_time<std::chrono::microseconds>;

    // RFC 3339 ("2024-03-05T12:30:00.25+01:00"), or a date alone, which is its first moment in UTC.
    // A date and time without an offset says nothing exact and is refused.
    static std::optional<Instant> parse(std::string_view text);
    // Seconds since 1970; above 1e11 milliseconds (signal streams). Refused
    // when not finite or outside of the years.
    static std::optional<Instant> from_epoch(double number);
    // Refused outside of the years.
    static std::optional<Instant> from_micros(std::int64_t since_1970);

    [[nodiscard]] std::int64_t micros() const { return m_time.time_since_epoch().count(); }
    [[nodiscard]] double seconds() const { return static_cast<double>(micros()) / 1e6; }
    // In UTC.
    [[nodiscard]] std::chrono::sys_days day() const
    {
        return std::chrono::floor<std::chrono::days>(m_time);
    }
    // "2024-03-05T11:30:00Z", with as many decimals as it needs.
    [[nodiscard]] std::string text() const;

    auto operator<=>(const Instant&) const = default;

private:
    explicit Instant(Micros time) : m_time{time} {}
    Micros m_time;
};

// A stretch of time as ISO 8601 writes it: "P3D", "PT15M", "P1Y2M". Months are those of the
// calendar. Never negative, never longer than 9999 years.
class Period {
public:
    // Decimals only in the seconds. Refused: an empty one, signs, parts out of order.
    static std::optional<Period> parse(std::string_view text);
    static Period of_micros(std::int64_t micros);

    [[nodiscard]] bool is_zero() const { return m_months == 0 && m_micros == 0; }
    // `count` periods after, or before, a moment. 31 January and a month is the last day of
    // February. nullopt: outside of the years of Instant.
    [[nodiscard]] std::optional<Instant> after(Instant start, std::int64_t count = 1) const;

    // nullopt: longer than any.
    [[nodiscard]] std::optional<Period> times(std::int64_t count) const;
    // Its length when it has no months.
    [[nodiscard]] std::optional<std::int64_t> fixed_micros() const
    {
        return m_months == 0 ? std::optional{m_micros} : std::nullopt;
    }
    // About how long it is, for comparing: a month is a twelfth of 365.2425 days.
    [[nodiscard]] double seconds() const;
    // "P1Y2M3DT4H", in the largest units that fit; "PT0S".
    [[nodiscard]] std::string text() const;

    bool operator==(const Period&) const = default;

private:
    std::int64_t m_months = 0;
    std::int64_t m_micros = 0;
};

} // namespace value
