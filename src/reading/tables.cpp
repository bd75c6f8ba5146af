#include "reading/tables.hpp"

#include "reading/ascii.hpp"

#include <algorithm>

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
    return bracketed || measure_of(folded_of(document, cell)) != CellMeasure{} ||
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

CellMeasure joined(const CellMeasure& own, const CellMeasure& whole)
{
    return {own.scale ? own.scale : whole.scale, own.is_percent || whole.is_percent};
}

// "70 + 68 + 74 = 212": a cell that shows how it comes to its number holds that number.
Cell result_of(const Document& document, const Cell& cell)
{
    const std::string_view text = text_of(document, cell);
    const std::size_t sign = text.rfind('=');
    if (sign == std::string_view::npos ||
        text.substr(0, sign).find_first_not_of("0123456789+-*/.,() =") != std::string_view::npos)
        return cell;
    const std::size_t at = text.find_first_not_of(' ', sign + 1);
    if (sign == 0 || at == std::string_view::npos) return cell;
    return {static_cast<std::uint32_t>(cell.begin + at), cell.end};
}

TableCell table_cell(const Document& document, const Cell* place)
{
    TableCell out;
    if (place == nullptr) return out;
    out.place = *place;
    if (is_vacant_cell(document, *place)) return out;
    const auto number = number_of(document, result_of(document, *place), document.mark);
    out.kind = number ? CellKind::number : CellKind::text;
    if (number) out.number = *number;
    return out;
}

// The last line with words before the table, when no more than an empty line lies between.
Cell caption_of(const Document& document, std::uint32_t begin)
{
    constexpr std::size_t k_longest = 400;
    const std::string_view text = document.view.text;
    std::size_t end = begin;
    int lines = 0;
    while (end > 0 && is_blank(text[end - 1])) lines += text[--end] == '\n' ? 1 : 0;
    if (end == 0 || lines == 0 || lines > 2) return {begin, begin};
    std::size_t at = end;
    while (at > 0 && text[at - 1] != '\n' && end - at < k_longest) --at;
    return {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end)};
}

void read_columns(const Document& document, const Grid& grid, std::size_t heads, Table& table)
{
    for (std::size_t c = 0; c < grid.columns(); ++c) {
        TableColumn column;
        std::string written;
        for (std::size_t r = 0; r < heads; ++r) {
            const Cell* cell = grid.at(r, c);
            if (cell == nullptr || cell->begin == cell->end) continue;
            column.head_cells.push_back(*cell);
            const std::string name = label_of(document, *cell);
            if (!column.head.empty() && !name.empty()) column.head += ' ';
            column.head += name;
            column.measure = joined(measure_of(folded_of(document, *cell)), column.measure);
            written += text_of(document, *cell);
            written += ' ';
        }
        column.year = year_of(written);
        if (c == 0) table.measure = joined(column.measure, table.measure);
        table.columns.push_back(std::move(column));
    }
}

void read_rows(const Document& document, const Grid& grid, std::size_t heads, Table& table)
{
    std::string section;
    for (std::size_t r = heads; r < grid.rows.size(); ++r) {
        TableRow row;
        for (std::size_t c = 0; c < table.columns.size(); ++c)
            row.cells.push_back(table_cell(document, grid.at(r, c)));
        const TableCell& first = row.cells.front();
        const bool is_name = first.kind == CellKind::text;
        if (is_name) row.label = label_of(document, first.place);
        const bool is_alone =
            is_name && table.columns.size() > 1 &&
            std::all_of(row.cells.begin() + 1, row.cells.end(),
                        [](const TableCell& cell) { return cell.place.begin == cell.place.end; });
        if (is_alone) {
            section = row.label;
            continue;
        }
        row.section = section;
        if (is_name || (first.kind == CellKind::number && is_year_cell(document, first.place)))
            row.year = year_of(text_of(document, first.place));
        table.rows.push_back(std::move(row));
    }
}

} // namespace

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

CellMeasure measure_of(std::string_view folded_text)
{
    CellMeasure out;
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
            if (thousands && !out.scale) out.scale = 3;
        } else if (word.size() > 1 || before(at, '$')) {
            std::string_view single = word;
            auto scale = scale_word(single);
            if (!scale && single.ends_with('s')) {
                single.remove_suffix(1);
                scale = scale_word(single);
            }
            if (!scale && before(at, '$')) scale = scale_suffix(word, true);
            if (scale && !out.scale) out.scale = scale;
        }
        at = end;
    }
    out.is_percent = folded_text.find('%') != std::string_view::npos;
    return out;
}

std::size_t head_rows(const Document& document, const Grid& grid)
{
    constexpr std::size_t k_most_heads = 4;
    std::size_t heads = 1;
    while (heads < k_most_heads && heads + 1 < grid.rows.size() &&
           names_columns(document, grid, heads))
        ++heads;
    return heads;
}

std::vector<Table> read_tables(const Document& document)
{
    std::vector<Grid> grids = find_grids(document);
    for (auto& grid : find_loose_grids(document)) grids.push_back(std::move(grid));
    std::sort(grids.begin(), grids.end(),
              [](const Grid& left, const Grid& right) { return left.begin < right.begin; });
    std::vector<Table> out;
    for (const auto& grid : grids) {
        if (grid.is_ragged || (!out.empty() && grid.begin < out.back().end)) continue;
        Table table;
        table.begin = grid.begin;
        table.end = grid.end;
        table.caption = caption_of(document, grid.begin);
        // A percent sign in a caption is of one of its columns.
        table.measure.scale = measure_of(folded_of(document, table.caption)).scale;
        const std::size_t heads = head_rows(document, grid);
        read_columns(document, grid, heads, table);
        read_rows(document, grid, heads, table);
        out.push_back(std::move(table));
    }
    return out;
}

} // namespace reading
