#include "base/clock.hpp"

#include <array>
#include <cstdio>

namespace base {

namespace {

// As many digits as `text` has, and nothing else.
std::optional<int> number_of(std::string_view text)
{
    int number = 0;
    for (const char digit : text) {
        if (digit < '0' || digit > '9') return std::nullopt;
        number = number * 10 + (digit - '0');
    }
    return number;
}

// "Z" or ".123456789Z": what follows the seconds.
std::optional<std::chrono::milliseconds> fraction_of(std::string_view text)
{
    using std::chrono::milliseconds;
    if (text == "Z") return milliseconds{0};
    if (text.size() < 3 || text.size() > 11 || text.front() != '.' || text.back() != 'Z')
        return std::nullopt;
    std::string digits{text.substr(1, text.size() - 2)};
    if (!number_of(digits)) return std::nullopt;
    digits.resize(3, '0');
    return milliseconds{*number_of(digits)};
}

} // namespace

std::string to_rfc3339(Instant instant)
{
    using namespace std::chrono;
    const auto day = floor<days>(instant);
    const year_month_day date{day};
    const hh_mm_ss time{instant - day};
    std::array<char, 48> text{};
    const int length = std::snprintf(
        text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ",
        static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
        static_cast<unsigned>(date.day()), static_cast<int>(time.hours().count()),
        static_cast<int>(time.minutes().count()), static_cast<int>(time.seconds().count()),
        static_cast<int>(time.subseconds().count()));
    return {text.data(), static_cast<std::size_t>(length)};
}

std::optional<Instant> from_rfc3339(std::string_view text)
{
    using namespace std::chrono;
    constexpr std::string_view k_shape = "dddd-dd-ddTdd:dd:dd";
    if (text.size() <= k_shape.size()) return std::nullopt;
    for (std::size_t i = 0; i < k_shape.size(); ++i)
        if (k_shape[i] != 'd' && k_shape[i] != text[i]) return std::nullopt;
    const auto number = [&](std::size_t at, std::size_t size) {
        return number_of(text.substr(at, size)).value_or(-1);
    };
    const int parts[] = {number(0, 4),  number(5, 2),  number(8, 2),
                         number(11, 2), number(14, 2), number(17, 2)};
    for (const int part : parts)
        if (part < 0) return std::nullopt;
    const year_month_day date{year{parts[0]}, month{static_cast<unsigned>(parts[1])},
                              day{static_cast<unsigned>(parts[2])}};
    const auto fraction = fraction_of(text.substr(k_shape.size()));
    if (!date.ok() || parts[0] < 1970 || !fraction) return std::nullopt;
    // A leap second is read as the first second of the next minute.
    if (parts[3] > 23 || parts[4] > 59 || parts[5] > 60) return std::nullopt;
    return Instant{sys_days{date}} + hours{parts[3]} + minutes{parts[4]} + seconds{parts[5]} +
           *fraction;
}

Instant SystemClock::now() const
{
    return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
}

} // namespace base
