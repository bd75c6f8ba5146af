#include "request/columns.hpp"

#include "base/ascii.hpp"
#include "base/concat.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace request {

namespace {

using base::concat;

// The marks that stand between groups of three wherever they are used: a blank of any width, and
// the apostrophe.
constexpr std::array<std::string_view, 6> k_group_marks = {
    " ", "\xc2\xa0", "\xe2\x80\xaf", "\xe2\x80\x89", "'", "\xe2\x80\x99"};
constexpr std::array<std::string_view, 6> k_units = {"%",        "$",        "\xe2\x82\xac",
                                                     "\xc2\xa3", "\xc2\xa5", "\xe2\x82\xb9"};
constexpr std::string_view k_percent = k_units.front();
constexpr std::string_view k_minus = "\xe2\x88\x92";

bool take(std::string_view& text, std::string_view wanted)
{
    if (!text.starts_with(wanted)) return false;
    text.remove_prefix(wanted.size());
    return true;
}

// A number as written, without its sign and unit: digits, '.', ',', and ' ' between groups.
struct Written {
    bool is_negative = false;
    std::string body;
    std::string exponent; // "e-5"
    std::string_view unit;
};

void take_front(std::string_view& text, Written& out)
{
    for (bool any = true; any;) {
        any = take(text, " ") || take(text, "\xc2\xa0") || take(text, "+");
        if (!out.is_negative && (take(text, "-") || take(text, k_minus)))
            any = out.is_negative = true;
        for (const auto unit : k_units)
            if (out.unit.empty() && unit != k_percent && take(text, unit)) {
                out.unit = unit;
                any = true;
            }
    }
}

void take_back(std::string_view& text, Written& out)
{
    for (const auto unit : k_units)
        if (out.unit.empty() && text.ends_with(unit)) {
            out.unit = unit;
            text.remove_suffix(unit.size());
            break;
        }
    for (const std::string_view blank : {" ", "\xc2\xa0", "\xe2\x80\xaf"})
        while (text.ends_with(blank)) text.remove_suffix(blank.size());
}

std::optional<Written> written(std::string_view text)
{
    Written out;
    take_front(text, out);
    take_back(text, out);
    if (const auto at = text.find_first_of("eE"); at != std::string_view::npos) {
        out.exponent = text.substr(at);
        text = text.substr(0, at);
    }
    while (!text.empty()) {
        const auto mark =
            std::find_if(k_group_marks.begin(), k_group_marks.end(),
                         [&](std::string_view each) { return text.starts_with(each); });
        if (mark != k_group_marks.end()) {
            out.body += ' ';
            text.remove_prefix(mark->size());
            continue;
        }
        if (std::string_view{"0123456789.,"}.find(text.front()) == std::string_view::npos)
            return std::nullopt;
        out.body += text.front();
        text.remove_prefix(1);
    }
    return out.body.empty() ? std::nullopt : std::optional{out};
}

// "1,234,567" without its marks; nullopt: they do not stand between groups of three.
std::optional<std::string> without_groups(std::string_view text)
{
    const auto first = text.find_first_of("., ");
    if (first == std::string_view::npos) return std::string{text};
    if (first == 0 || first > 3 || text.front() == '0') return std::nullopt;
    const char mark = text[first];
    std::string out{text.substr(0, first)};
    for (text.remove_prefix(first); !text.empty();) {
        if (text.front() != mark || text.size() < 4) return std::nullopt;
        const auto group = text.substr(1, 3);
        if (group.find_first_of("., ") != std::string_view::npos) return std::nullopt;
        out += group;
        text.remove_prefix(4);
    }
    return out;
}

std::optional<double> value_with(const Written& number, char decimal)
{
    const std::string_view body = number.body;
    const auto at = std::min(body.find(decimal), body.size());
    const auto whole = without_groups(body.substr(0, at));
    const auto fraction = at < body.size() ? body.substr(at + 1) : std::string_view{};
    if (!whole || fraction.find_first_of("., ") != std::string_view::npos) return std::nullopt;
    const std::string plain = concat(number.is_negative ? "-" : "", *whole,
                                     at < body.size() ? "." : "", fraction, number.exponent);
    double out = 0;
    const char* end = plain.data() + plain.size();
    const auto [stop, error] = std::from_chars(plain.data(), end, out);
    if (error != std::errc{} || stop != end || !std::isfinite(out)) return std::nullopt;
    return out;
}

// Each number in both readings.
struct Readings {
    std::optional<double> point;
    std::optional<double> comma;
};

struct Evidence {
    std::optional<std::size_t> only_point;
    std::optional<std::size_t> only_comma;
    std::optional<std::size_t> either_as_comma; // "1,234": both readings, different values
    std::optional<std::size_t> either_as_point; // "1.234"
};

std::optional<ColumnRefusal> decide(const Evidence& found, MarkHint hint, bool& comma)
{
    comma = found.only_comma.has_value();
    if (found.only_point && found.only_comma)
        return ColumnRefusal{std::max(*found.only_point, *found.only_comma),
                             "Some numbers have a decimal point, others a decimal comma: write "
                             "1234.5"};
    if (found.only_point || found.only_comma) return std::nullopt;
    comma = hint == MarkHint::comma;
    if (hint == MarkHint::none && found.either_as_comma)
        return ColumnRefusal{*found.either_as_comma,
                             "The comma may be a decimal mark or stand between thousands: write "
                             "1234 or 1.234"};
    if (hint == MarkHint::comma && found.either_as_point)
        return ColumnRefusal{*found.either_as_point,
                             "The point may be a decimal mark or stand between thousands: write "
                             "1234 or 1,234"};
    return std::nullopt;
}

// One unit for all; of currencies a number may have none, as below the first line of a statement.
std::optional<ColumnRefusal> find_unit(const std::vector<std::optional<Written>>& numbers,
                                       const std::vector<Cell>& cells, std::string& unit)
{
    for (const auto& each : numbers)
        if (each && !each->unit.empty() && unit.empty()) unit = each->unit;
    if (unit.empty()) return std::nullopt;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const bool is_bare =
            std::holds_alternative<double>(cells[i]) || (numbers[i] && numbers[i]->unit.empty());
        if (is_bare ? unit == k_percent : numbers[i] && numbers[i]->unit != unit)
            return ColumnRefusal{i, "The numbers are not all in one unit: write them without signs "
                                    "of units"};
    }
    return std::nullopt;
}

// What people and programs write where a value is missing, in lower case.
constexpr std::string_view k_no_values[] = {"null", "na",      "n/a", "#n/a", "nan",
                                            "none", "missing", "-",   "--",   "."};

bool says_no_value(std::string_view field)
{
    return std::ranges::any_of(k_no_values, [&](std::string_view each) {
        return std::ranges::equal(field, each, {}, base::to_lower);
    });
}

} // namespace

NumberColumn read_numbers(const std::vector<Cell>& cells, MarkHint hint)
{
    std::vector<std::optional<Written>> numbers(cells.size());
    std::vector<Readings> readings(cells.size());
    Evidence found;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const auto* text = std::get_if<std::string>(&cells[i]);
        if (text == nullptr || !(numbers[i] = written(*text))) continue;
        readings[i] = {value_with(*numbers[i], '.'), value_with(*numbers[i], ',')};
        const auto& [point, comma] = readings[i];
        if (point && !comma && !found.only_point) found.only_point = i;
        if (comma && !point && !found.only_comma) found.only_comma = i;
        if (!point || !comma || *point == *comma) continue;
        const bool has_comma = numbers[i]->body.find(',') != std::string::npos;
        auto& either = has_comma ? found.either_as_comma : found.either_as_point;
        if (!either) either = i;
    }
    NumberColumn out;
    bool comma = false;
    out.refusal = decide(found, hint, comma);
    if (!out.refusal) out.refusal = find_unit(numbers, cells, out.unit);
    if (out.refusal) return out;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const auto* number = std::get_if<double>(&cells[i]);
        if (number != nullptr)
            out.values.emplace_back(*number);
        else
            out.values.push_back(comma ? readings[i].comma : readings[i].point);
    }
    return out;
}

bool may_be_number(const Cell& cell)
{
    if (std::holds_alternative<double>(cell)) return true;
    const auto* text = std::get_if<std::string>(&cell);
    const auto number = text != nullptr ? written(*text) : std::nullopt;
    return number && (value_with(*number, '.') || value_with(*number, ','));
}

Cell cell_of(const json_t* value_view)
{
    if (json_is_null(value_view)) return NoValue{};
    if (json_is_string(value_view)) return cell_of(base::json::text_of(value_view));
    if (!json_is_number(value_view)) return Unreadable{};
    const double number = json_number_value(value_view);
    return std::isfinite(number) ? Cell{number} : Cell{Unreadable{}};
}

Cell cell_of(std::string_view field)
{
    const auto first = field.find_first_not_of(" \t");
    if (first == std::string_view::npos) return NoValue{};
    field = field.substr(first, field.find_last_not_of(" \t") - first + 1);
    if (says_no_value(field)) return NoValue{};
    return std::string{field};
}

} // namespace request
