#include "value/instant.hpp"

#include "base/concat.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace value {

namespace {

using namespace std::chrono;

constexpr std::int64_t k_second = 1'000'000;
constexpr std::int64_t k_day = 86'400 * k_second;
constexpr std::int64_t k_first = sys_days{year{1} / 1 / 1}.time_since_epoch().count() * k_day;
constexpr std::int64_t k_end = sys_days{year{10'000} / 1 / 1}.time_since_epoch().count() * k_day;
constexpr std::int64_t k_longest_years = 9999;
constexpr std::int64_t k_longest = k_longest_years * 366 * k_day;

// Reads from the front of a text what fits, and nothing when it does not.
class Reader {
public:
    explicit Reader(std::string_view text) : m_rest{text} {}

    [[nodiscard]] bool is_empty() const { return m_rest.empty(); }

    bool take(char wanted)
    {
        if (m_rest.empty() || m_rest.front() != wanted) return false;
        m_rest.remove_prefix(1);
        return true;
    }

    bool take_any_of(std::string_view wanted)
    {
        if (m_rest.empty() || wanted.find(m_rest.front()) == std::string_view::npos) return false;
        m_rest.remove_prefix(1);
        return true;
    }

    // Exactly `digits` of them, with a value of `low` to `high`.
    std::optional<int> number(std::size_t digits, int low, int high)
    {
        if (m_rest.size() < digits || count_digits() < digits) return std::nullopt;
        int out = 0;
        std::from_chars(m_rest.data(), m_rest.data() + digits, out);
        m_rest.remove_prefix(digits);
        return out < low || out > high ? std::nullopt : std::optional{out};
    }

    // One to nine digits.
    std::optional<std::int64_t> number()
    {
        const std::size_t digits = count_digits();
        if (digits == 0 || digits > 9) return std::nullopt;
        std::int64_t out = 0;
        std::from_chars(m_rest.data(), m_rest.data() + digits, out);
        m_rest.remove_prefix(digits);
        return out;
    }

    // Behind a point: microseconds; finer digits are cut off.
    std::optional<std::int64_t> fraction()
    {
        const std::size_t digits = count_digits();
        if (digits == 0 || digits > 12) return std::nullopt;
        std::int64_t out = 0;
        for (std::size_t i = 0; i < 6; ++i) out = out * 10 + (i < digits ? m_rest[i] - '0' : 0);
        m_rest.remove_prefix(digits);
        return out;
    }

private:
    [[nodiscard]] std::size_t count_digits() const
    {
        const auto end = m_rest.find_first_not_of("0123456789");
        return end == std::string_view::npos ? m_rest.size() : end;
    }

    std::string_view m_rest;
};

std::optional<std::int64_t> read_date(Reader& reader)
{
    const auto y = reader.number(4, 1, 9999);
    if (!y || !reader.take('-')) return std::nullopt;
    const auto m = reader.number(2, 1, 12);
    if (!m || !reader.take('-')) return std::nullopt;
    const auto d = reader.number(2, 1, 31);
    if (!d) return std::nullopt;
    const year_month_day date{year{*y}, month{static_cast<unsigned>(*m)},
                              day{static_cast<unsigned>(*d)}};
    if (!date.ok()) return std::nullopt;
    return sys_days{date}.time_since_epoch().count() * k_day;
}

// "12:30:05.25+01:00", as microseconds of the day in UTC.
std::optional<std::int64_t> read_time(Reader& reader)
{
    const auto h = reader.number(2, 0, 23);
    if (!h || !reader.take(':')) return std::nullopt;
    const auto m = reader.number(2, 0, 59);
    if (!m || !reader.take(':')) return std::nullopt;
    const auto s = reader.number(2, 0, 60); // a leap second is the next second's first moment
    if (!s) return std::nullopt;
    std::int64_t out = ((*h * 60 + *m) * 60 + *s) * k_second;
    if (reader.take('.')) {
        const auto fraction = reader.fraction();
        if (!fraction) return std::nullopt;
        out += *fraction;
    }
    if (reader.take_any_of("Zz")) return out;
    const bool east = reader.take('+');
    if (!east && !reader.take('-')) return std::nullopt;
    const auto offset_h = reader.number(2, 0, 23);
    if (!offset_h || !reader.take(':')) return std::nullopt;
    const auto offset_m = reader.number(2, 0, 59);
    if (!offset_m) return std::nullopt;
    const std::int64_t offset = (*offset_h * 60 + *offset_m) * 60 * k_second;
    return east ? out - offset : out + offset;
}

std::string padded(std::int64_t number, std::size_t width)
{
    std::string digits = std::to_string(number);
    return std::string(width > digits.size() ? width - digits.size() : 0, '0') + digits;
}

// ".25" of 250,000 microseconds.
std::string decimals(std::int64_t micros)
{
    if (micros == 0) return {};
    std::string out = "." + padded(micros, 6);
    while (out.back() == '0') out.pop_back();
    return out;
}

} // namespace

std::optional<Instant> Instant::from_micros(std::int64_t since_1970)
{
    if (since_1970 < k_first || since_1970 >= k_end) return std::nullopt;
    return Instant{Micros{microseconds{since_1970}}};
}

std::optional<Instant> Instant::from_epoch(double number)
{
    constexpr double k_largest_seconds = 1e11;
    const double seconds = std::fabs(number) > k_largest_seconds ? number / 1000 : number;
    if (!(std::fabs(seconds) < 1e12)) return std::nullopt; // no number, or far outside
    return from_micros(std::llround(seconds * static_cast<double>(k_second)));
}

std::optional<Instant> Instant::parse(std::string_view text)
{
    Reader reader{text};
    auto micros = read_date(reader);
    if (!micros) return std::nullopt;
    if (!reader.is_empty()) {
        if (!reader.take_any_of("Tt ")) return std::nullopt;
        const auto time = read_time(reader);
        if (!time || !reader.is_empty()) return std::nullopt;
        *micros += *time;
    }
    return from_micros(*micros);
}

std::string Instant::text() const
{
    const auto day = floor<days>(m_time);
    const year_month_day date{day};
    const hh_mm_ss time{m_time - day};
    return base::concat(padded(static_cast<int>(date.year()), 4), "-",
                        padded(static_cast<unsigned>(date.month()), 2), "-",
                        padded(static_cast<unsigned>(date.day()), 2), "T",
                        padded(time.hours().count(), 2), ":", padded(time.minutes().count(), 2),
                        ":", padded(time.seconds().count(), 2), decimals(time.subseconds().count()),
                        "Z");
}

std::optional<Period> Period::parse(std::string_view text)
{
    struct Part {
        char letter;
        bool of_time;
        std::int64_t months;
        std::int64_t micros;
    };
    constexpr std::array<Part, 7> k_parts = {{{'Y', false, 12, 0},
                                              {'M', false, 1, 0},
                                              {'W', false, 0, 7 * k_day},
                                              {'D', false, 0, k_day},
                                              {'H', true, 0, 3600 * k_second},
                                              {'M', true, 0, 60 * k_second},
                                              {'S', true, 0, k_second}}};
    Reader reader{text};
    if (!reader.take('P')) return std::nullopt;
    Period out;
    bool in_time = false;
    std::size_t next = 0;
    bool any = false;
    while (!reader.is_empty()) {
        if (!in_time && reader.take('T')) {
            in_time = true;
            any = false; // a T with nothing behind it
            continue;
        }
        const auto count = reader.number();
        if (!count) return std::nullopt;
        const bool has_point = reader.take('.');
        const auto fraction = has_point ? reader.fraction() : std::optional<std::int64_t>{0};
        if (!fraction) return std::nullopt;
        while (next < k_parts.size() &&
               !(k_parts[next].of_time == in_time && reader.take(k_parts[next].letter)))
            ++next;
        if (next == k_parts.size()) return std::nullopt;
        const Part& part = k_parts[next++];
        if (has_point && part.letter != 'S') return std::nullopt;
        std::int64_t micros = 0;
        if (__builtin_mul_overflow(*count, part.micros, &micros) || micros > k_longest)
            return std::nullopt;
        out.m_months += *count * part.months;
        out.m_micros += micros + *fraction;
        if (out.m_months > k_longest_years * 12 || out.m_micros > k_longest) return std::nullopt;
        any = true;
    }
    return any ? std::optional{out} : std::nullopt;
}

Period Period::of_micros(std::int64_t micros)
{
    Period out;
    out.m_micros = micros;
    return out;
}

std::optional<Instant> Period::after(Instant start, std::int64_t count) const
{
    std::int64_t micros = start.micros();
    if (m_months != 0) {
        std::int64_t months = 0;
        if (__builtin_mul_overflow(m_months, count, &months) ||
            std::abs(months) > k_longest_years * 12)
            return std::nullopt;
        const auto time = Instant::Micros{microseconds{micros}};
        const auto day = floor<days>(time);
        const year_month_day date{day};
        const std::int64_t since =
            static_cast<int>(date.year()) * 12LL + static_cast<unsigned>(date.month()) - 1 + months;
        if (since < 12 || since >= 10'000 * 12) return std::nullopt;
        const auto wanted_year = year{static_cast<int>(since / 12)};
        const auto wanted_month = month{static_cast<unsigned>(since % 12 + 1)};
        const auto last = (wanted_year / wanted_month / std::chrono::last).day();
        const auto moved_day = sys_days{wanted_year / wanted_month / std::min(date.day(), last)};
        micros = (moved_day + (time - day)).time_since_epoch().count();
    }
    std::int64_t moved = 0;
    if (__builtin_mul_overflow(m_micros, count, &moved) ||
        __builtin_add_overflow(moved, micros, &micros))
        return std::nullopt;
    return Instant::from_micros(micros);
}

std::optional<Period> Period::times(std::int64_t count) const
{
    Period out;
    if (count < 0 || __builtin_mul_overflow(m_months, count, &out.m_months) ||
        __builtin_mul_overflow(m_micros, count, &out.m_micros) ||
        out.m_months > k_longest_years * 12 || out.m_micros > k_longest)
        return std::nullopt;
    return out;
}

double Period::seconds() const
{
    constexpr double k_month_seconds = 365.2425 * 86'400 / 12;
    return static_cast<double>(m_months) * k_month_seconds + static_cast<double>(m_micros) / 1e6;
}

std::string Period::text() const
{
    if (is_zero()) return "PT0S";
    const auto part = [](std::int64_t count, std::string_view letter) {
        return count == 0 ? std::string{} : base::concat(count, letter);
    };
    std::string out = base::concat("P", part(m_months / 12, "Y"), part(m_months % 12, "M"),
                                   part(m_micros / k_day, "D"));
    const std::int64_t rest = m_micros % k_day;
    if (rest == 0) return out;
    const std::int64_t seconds = rest / k_second;
    out += base::concat("T", part(seconds / 3600, "H"), part(seconds / 60 % 60, "M"));
    if (rest % (60 * k_second) != 0)
        out += base::concat(seconds % 60, decimals(rest % k_second), "S");
    return out;
}

} // namespace value
