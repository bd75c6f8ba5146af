#include "request/columns.hpp"

#include "base/concat.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace request {

namespace {

using base::concat;
using value::Instant;

constexpr int k_first_year = 1900;
constexpr int k_last_year = 2100;

bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// A whole text as a number without marks but a point.
std::optional<double> plain_number(std::string_view text)
{
    double out = 0;
    const char* end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, out);
    if (error != std::errc{} || at != end || !std::isfinite(out)) return std::nullopt;
    return out;
}

std::optional<double> number_of(const Cell& cell)
{
    if (const auto* number = std::get_if<double>(&cell)) return *number;
    if (const auto* text = std::get_if<std::string>(&cell)) return plain_number(*text);
    return std::nullopt;
}

std::string two_digits(int number)
{
    return number < 10 ? concat("0", number) : std::to_string(number);
}

std::string date_text(int year, int month, int day)
{
    return concat(year, "-", two_digits(month), "-", two_digits(day));
}

// What a number of so many digits says: 2025, 202501, 20250131.
enum class Digits { seconds, year, month, date };

std::optional<Instant> moment_of(double number, Digits digits)
{
    if (digits == Digits::seconds) return Instant::from_epoch(number);
    constexpr double k_largest = 21'001'231;
    if (number != std::floor(number) || number < k_first_year || number > k_largest)
        return std::nullopt;
    const int whole = static_cast<int>(number);
    int year = whole;
    int month = 1;
    int day = 1;
    if (digits == Digits::month) {
        year = whole / 100;
        month = whole % 100;
    } else if (digits == Digits::date) {
        year = whole / 10'000;
        month = whole / 100 % 100;
        day = whole % 100;
    }
    if (year < k_first_year || year > k_last_year) return std::nullopt;
    return Instant::parse(date_text(year, month, day));
}

struct Numbers {
    Digits digits = Digits::seconds;
    std::optional<ColumnRefusal> refusal;
};

Numbers numbers_in(const std::vector<Cell>& cells)
{
    constexpr std::array k_forms = {Digits::year, Digits::month, Digits::date};
    constexpr double k_early = 1000;
    constexpr double k_late = 2999;
    std::array<std::size_t, k_forms.size()> fits{};
    std::size_t count = 0;
    std::size_t near_years = 0;
    std::size_t first = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const auto number = number_of(cells[i]);
        if (!number) continue;
        if (count++ == 0) first = i;
        for (std::size_t form = 0; form < k_forms.size(); ++form)
            if (moment_of(*number, k_forms[form])) ++fits[form];
        if (*number >= k_early && *number <= k_late && *number == std::floor(*number)) ++near_years;
    }
    Numbers out;
    if (count == 0) return out;
    for (std::size_t form = 0; form < k_forms.size(); ++form)
        if (fits[form] == count) out.digits = k_forms[form];
    if (out.digits == Digits::seconds && near_years == count && fits[0] > 0)
        out.refusal = {first, "These numbers may be years or seconds since 1970: write years as "
                              "dates, 1850-01-01"};
    return out;
}

// "01/31/2025", "31.01.2025 12:00": what stands before and behind the first mark, and the rest.
struct YearLast {
    int first = 0;
    int second = 0;
    int year = 0;
    std::string_view rest;
};

std::optional<int> take_number(std::string_view& text, std::size_t fewest, std::size_t most)
{
    std::size_t count = 0;
    while (count < text.size() && count <= most && is_digit(text[count])) ++count;
    if (count < fewest || count > most) return std::nullopt;
    int out = 0;
    std::from_chars(text.data(), text.data() + count, out);
    text.remove_prefix(count);
    return out;
}

std::optional<char> take_mark(std::string_view& text)
{
    if (text.empty() || std::string_view{"./-"}.find(text.front()) == std::string_view::npos)
        return std::nullopt;
    const char out = text.front();
    text.remove_prefix(1);
    return out;
}

std::optional<YearLast> year_last(std::string_view text)
{
    const auto first = take_number(text, 1, 2);
    const auto mark = first ? take_mark(text) : std::nullopt;
    const auto second = mark ? take_number(text, 1, 2) : std::nullopt;
    if (!second || take_mark(text) != mark) return std::nullopt;
    const auto year = take_number(text, 4, 4);
    if (!year) return std::nullopt;
    return YearLast{*first, *second, *year, text};
}

// The time of a date with a clock behind it, or none.
std::optional<Instant> exact(const std::string& text)
{
    if (const auto instant = Instant::parse(text)) return instant;
    constexpr std::size_t k_to_minutes = 16; // "2024-03-05 12:00"
    constexpr std::size_t k_to_seconds = 19;
    if (text.size() == k_to_minutes) return Instant::parse(concat(text, ":00Z"));
    return text.size() >= k_to_seconds ? Instant::parse(concat(text, "Z")) : std::nullopt;
}

// "2025-01", "2025/01/31", "2025-Q1", "2025Q1".
std::optional<Instant> year_first(std::string_view text)
{
    const auto year = take_number(text, 4, 4);
    if (!year) return std::nullopt;
    const auto mark = take_mark(text);
    if (!mark && !text.empty() && text.front() == ' ') text.remove_prefix(1);
    if (!text.empty() && (text.front() == 'Q' || text.front() == 'q')) {
        text.remove_prefix(1);
        const auto quarter = take_number(text, 1, 1);
        if (!quarter || *quarter < 1 || *quarter > 4 || !text.empty()) return std::nullopt;
        return Instant::parse(date_text(*year, *quarter * 3 - 2, 1));
    }
    const auto month = mark ? take_number(text, 1, 2) : std::nullopt;
    if (!month) return std::nullopt;
    if (text.empty()) return Instant::parse(date_text(*year, *month, 1));
    if (take_mark(text) != mark) return std::nullopt;
    const auto day = take_number(text, 1, 2);
    if (!day) return std::nullopt;
    return exact(concat(date_text(*year, *month, *day), text));
}

struct Order {
    bool day_first = false;
    std::optional<ColumnRefusal> refusal;
};

Order order_in(const std::vector<Cell>& cells)
{
    constexpr int k_months = 12;
    std::size_t day_first = 0;
    std::size_t month_first = 0;
    std::optional<std::size_t> first;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const auto* text = std::get_if<std::string>(&cells[i]);
        const auto date = text != nullptr ? year_last(*text) : std::nullopt;
        if (!date) continue;
        if (!first) first = i;
        if (date->first > k_months) ++day_first;
        if (date->second > k_months) ++month_first;
    }
    Order out{day_first > 0, std::nullopt};
    if (first && day_first == 0 && month_first == 0)
        out.refusal = {*first,
                       "No date shows which number is the day and which is the month: write "
                       "2025-01-31"};
    if (day_first > 0 && month_first > 0)
        out.refusal = {*first, "Some dates have the day first, others the month: write 2025-01-31"};
    return out;
}

} // namespace

Column<Instant> read_times(const std::vector<Cell>& cells)
{
    const Numbers numbers = numbers_in(cells);
    const Order order = order_in(cells);
    if (numbers.refusal) return {{}, numbers.refusal};
    if (order.refusal) return {{}, order.refusal};
    Column<Instant> out;
    out.values.reserve(cells.size());
    for (const Cell& cell : cells) {
        auto& value = out.values.emplace_back();
        if (const auto number = number_of(cell)) {
            value = moment_of(*number, numbers.digits);
            continue;
        }
        const auto* text = std::get_if<std::string>(&cell);
        if (text == nullptr) continue;
        value = exact(*text);
        if (!value) value = year_first(*text);
        const auto date = value ? std::nullopt : year_last(*text);
        if (!date) continue;
        const int month = order.day_first ? date->second : date->first;
        const int day = order.day_first ? date->first : date->second;
        value = exact(concat(date_text(date->year, month, day), date->rest));
    }
    return out;
}

bool may_be_time(const Cell& cell)
{
    if (const auto* text = std::get_if<std::string>(&cell))
        if (year_last(*text)) return true;
    const auto read = read_times({cell});
    return read.refusal || read.values.front();
}

} // namespace request
