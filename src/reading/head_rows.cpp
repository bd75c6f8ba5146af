#include "reading/head_rows.hpp"

#include "reading/ascii.hpp"

#include <optional>

namespace reading {

namespace {

constexpr int k_first_year = 1700;
constexpr int k_last_year = 2199;

bool is_vacant_cell(const Document& document, const Cell& cell)
{
    return is_vacant(document, cell) ||
           is_one_of(label_of(document, cell), {"", "n a", "na", "nm", "n m"});
}

std::string_view folded_of(const Document& document, const Cell& cell)
{
    return std::string_view{document.view.folded}.substr(cell.begin, cell.end - cell.begin);
}

// The one year that a label names ("2019", "FY2019", "December 31, 2019", "2018(1)"); nullopt when
// it names none or two.
std::optional<int> year_of(std::string_view label)
{
    constexpr std::size_t k_digits = 4;
    std::optional<int> out;
    for (std::size_t at = 0; at < label.size();) {
        if (!is_digit(label[at])) {
            ++at;
            continue;
        }
        std::size_t end = at;
        while (end < label.size() && is_digit(label[end])) ++end;
        // Part of a longer number: "2,019", "2019.5".
        const bool continues = end + 1 < label.size() && is_digit(label[end + 1]) &&
                               (label[end] == ',' || label[end] == '.');
        // "FY19" is a year as it is; other years have all their digits.
        const bool is_short = end - at == 2 && at >= 2 && to_lower(label[at - 1]) == 'y' &&
                              to_lower(label[at - 2]) == 'f';
        const bool continued =
            at >= 2 && is_digit(label[at - 2]) && (label[at - 1] == ',' || label[at - 1] == '.');
        if ((end - at == k_digits || is_short) && !continues && !continued) {
            int year = is_short ? 20 : 0;
            for (std::size_t i = at; i < end; ++i) year = year * 10 + (label[i] - '0');
            if (year >= k_first_year && year <= k_last_year) {
                if (out && *out != year) return std::nullopt;
                out = year;
            }
        }
        at = end;
    }
    return out;
}

// "(in thousands)", "$ in millions", "US$ 000", "%".
bool says_scale(std::string_view folded_text)
{
    if (folded_text.find('%') != std::string_view::npos) return true;
    const auto before = [&](std::size_t at, char c) { return at > 0 && folded_text[at - 1] == c; };
    for (std::size_t at = 0; at < folded_text.size();) {
        if (!is_letter(folded_text[at]) && !is_digit(folded_text[at])) {
            ++at;
            continue;
        }
        std::size_t end = at;
        while (end < folded_text.size() &&
               (is_letter(folded_text[end]) || is_digit(folded_text[end])))
            ++end;
        const auto word = folded_text.substr(at, end - at);
        if (is_digit(word.front())) {
            // "'000", "$000"
            const bool thousands = word == "000" && (before(at, '\'') || before(at, '$'));
            if (thousands) return true;
        } else if (word.size() > 1 || before(at, '$')) {
            std::string_view single = word;
            auto scale = scale_word(single);
            if (!scale && single.ends_with('s')) {
                single.remove_suffix(1);
                scale = scale_word(single);
            }
            if (!scale && before(at, '$')) scale = scale_suffix(word, true);
            if (scale) return true;
        }
        at = end;
    }
    return false;
}

// A year that a head or a label may be: a four-digit number as it is printed.
bool is_year_cell(const Document& document, const Cell& cell)
{
    constexpr std::size_t k_longest = 24;
    const auto text = text_of(document, cell);
    return text.size() <= k_longest && year_of(text).has_value() &&
           text.find_first_of("$%") == std::string_view::npos;
}

// "(In thousands)", "$ in millions", "%", "$": says how the numbers below are meant.
bool is_unit_cell(const Document& document, const Cell& cell)
{
    const auto text = text_of(document, cell);
    if (text.empty() || is_digit(text.front())) return false;
    const bool bracketed = text.front() == '(' && text.back() == ')';
    if (bracketed && number_of(document, cell, document.mark)) return false;
    return bracketed || says_scale(folded_of(document, cell)) ||
           is_one_of(text, {"$", "\u20ac", "\u00a3", "\u00a5"});
}

// Whether a row under the first goes on naming the columns.
bool names_columns(const Document& document, const Grid& grid, std::size_t row)
{
    const auto& cells = grid.rows[row].cells;
    const Cell& label = cells.front();
    const bool has_label = label.begin < label.end;
    std::size_t years = 0;
    std::size_t others = 0;
    bool fills = false; // a place that the row above leaves open
    for (std::size_t c = 1; c < cells.size(); ++c) {
        const Cell& cell = cells[c];
        if (cell.begin == cell.end) continue;
        if (is_year_cell(document, cell)) {
            ++years;
        } else if (!is_unit_cell(document, cell) &&
                   (is_vacant_cell(document, cell) || number_of(document, cell, document.mark))) {
            return false;
        } else {
            ++others;
        }
        const Cell* above = grid.at(row - 1, c);
        const Cell* before = grid.at(row - 1, c - 1);
        fills = fills || above == nullptr || above->begin == above->end ||
                (c > 1 && before != nullptr &&
                 folded_of(document, *above) == folded_of(document, *before));
    }
    if (!has_label) return years + others > 0;
    if (is_unit_cell(document, label)) return years > 0 || (others > 0 && fills);
    return years > 0 && fills;
}

} // namespace

std::size_t head_rows(const Document& document, const Grid& grid)
{
    constexpr std::size_t k_most_heads = 4;
    std::size_t heads = 1;
    while (heads < k_most_heads && heads + 1 < grid.rows.size() &&
           names_columns(document, grid, heads))
        ++heads;
    return heads;
}

} // namespace reading
