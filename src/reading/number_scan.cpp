#include "reading/number_scan.hpp"

#include "reading/ascii.hpp"

namespace reading {

namespace {

constexpr std::size_t k_max_lexeme = 64;

std::size_t digits_from(std::string_view text, std::size_t at)
{
    std::size_t end = at;
    while (end < text.size() && is_digit(text[end])) ++end;
    return end - at;
}

// Whether `whole` is digits in groups by `separator`: three each, or two each but for the last.
bool groups_well(std::string_view whole, char separator)
{
    const bool indian = separator == ',';
    std::size_t groups = 0;
    std::size_t pairs = 0;
    std::size_t first = 0;
    std::size_t last = 0;
    for (std::size_t at = 0;;) {
        const std::size_t length = digits_from(whole, at);
        if (length == 0 || length > 3) return false;
        if (groups == 0) {
            first = length;
        } else if (length == 2) {
            ++pairs;
        } else if (length != 3) {
            return false;
        }
        last = length;
        ++groups;
        at += length;
        if (at == whole.size()) break;
        if (whole[at] != separator) return false;
        ++at;
    }
    if (groups < 2 || last != 3) return false;
    if (pairs == 0) return whole.front() != '0';
    return indian && first <= 2 && pairs == groups - 2;
}

// `fraction_at` is the index of the decimal mark, or npos.
std::optional<PrintedNumber> assemble(std::string_view lexeme, std::size_t fraction_at)
{
    PrintedNumber out;
    std::size_t digits = 0;
    for (std::size_t i = 0; i < lexeme.size(); ++i) {
        if (i == fraction_at) continue;
        if (!is_digit(lexeme[i])) {
            out.grouped = true;
            continue;
        }
        if (digits > 0 || lexeme[i] != '0') ++digits;
        if (digits > k_max_digits) return std::nullopt;
        out.value.mantissa = out.value.mantissa * 10 + (lexeme[i] - '0');
        if (fraction_at != std::string_view::npos && i > fraction_at) --out.place;
    }
    if (out.place < -k_max_digits) return std::nullopt;
    out.value.exponent = out.place;
    return out;
}

} // namespace

std::size_t number_length(std::string_view text, std::size_t at)
{
    std::size_t end = at;
    if (end < text.size() && text[end] == '.') ++end;
    const std::size_t first = digits_from(text, end);
    if (first == 0) return 0;
    end += first;
    if (end - at > k_max_lexeme) return end - at;
    while (end + 1 < text.size() && end - at <= k_max_lexeme) {
        const char separator = text[end];
        if (separator != '.' && separator != ',' && separator != '\'' && separator != ' ') break;
        const std::size_t next = digits_from(text, end + 1);
        if (next == 0) break;
        const bool group = next == 3;
        if ((separator == ' ' || separator == '\'') && !group) break;
        if (separator == ' ' &&
            (first > 3 || text.substr(at, end - at).find_first_of(".,'") != std::string_view::npos))
            break;
        end += 1 + next;
    }
    return end - at;
}

std::optional<PrintedNumber> read_number(std::string_view lexeme, DecimalMark mark)
{
    if (lexeme.empty() || lexeme.size() > k_max_lexeme || !is_digit(lexeme.back()))
        return std::nullopt;
    const char decimal = mark == DecimalMark::point ? '.' : ',';
    const char group = mark == DecimalMark::point ? ',' : '.';
    const std::size_t point = lexeme.find(decimal);
    if (point != std::string_view::npos &&
        lexeme.find(decimal, point + 1) != std::string_view::npos)
        return std::nullopt;
    const std::string_view whole = lexeme.substr(0, std::min(point, lexeme.size()));
    if (point != std::string_view::npos &&
        digits_from(lexeme, point + 1) + point + 1 != lexeme.size())
        return std::nullopt;
    if (digits_from(whole, 0) == whole.size()) return assemble(lexeme, point);
    for (const char separator : {group, '\'', ' '})
        if (groups_well(whole, separator)) return assemble(lexeme, point);
    return std::nullopt;
}

std::optional<DecimalMark> mark_of(std::string_view lexeme)
{
    const bool as_point = read_number(lexeme, DecimalMark::point).has_value();
    const bool as_comma = read_number(lexeme, DecimalMark::comma).has_value();
    if (as_point == as_comma) return std::nullopt;
    return as_point ? DecimalMark::point : DecimalMark::comma;
}

} // namespace reading
