#include "reading/grid.hpp"

#include "reading/ascii.hpp"
#include "reading/fences.hpp"
#include "reading/lexicon/lexicon.hpp"

#include <algorithm>
#include <array>

namespace reading {

namespace {

Row pipe_row(std::string_view text, std::size_t begin, std::size_t end)
{
    const Cell line = cell_of(text, begin, end);
    Row row{{}, line.begin, line.end};
    std::size_t at = line.begin;
    if (at < line.end && text[at] == '|') ++at;
    while (at < line.end && row.cells.size() <= k_max_columns) {
        std::size_t bar = at;
        while (bar < line.end && (text[bar] != '|' || (bar > at && text[bar - 1] == '\\'))) ++bar;
        row.cells.push_back(cell_of(text, at, bar));
        at = bar + 1;
    }
    if (row.cells.empty()) row.cells.push_back({line.end, line.end}); // a bar and nothing else
    return row;
}

bool is_delimiter_row(std::string_view line)
{
    return line.find('-') != std::string_view::npos && line.find('|') != std::string_view::npos &&
           line.find_first_not_of("|-: \t\r") == std::string_view::npos;
}

// Pipe tables between [begin, end) of the view, which holds no fence.
class PipeReader {
public:
    PipeReader(const Document& document, std::vector<Grid>& out)
        : m_text{document.view.text}, m_out{out}
    {
    }

    void read(std::size_t begin, std::size_t end)
    {
        m_rows.clear();
        m_has_delimiter = false;
        while (begin < end && m_out.size() < k_max_grids) {
            const std::size_t stop = std::min(m_text.find('\n', begin), end);
            take(begin, stop);
            begin = stop + 1;
        }
        close();
    }

private:
    void take(std::size_t begin, std::size_t end)
    {
        const std::string_view line = m_text.substr(begin, end - begin);
        if (line.find('|') == std::string_view::npos) return close();
        if (is_delimiter_row(line)) {
            // The row before it is the head; rows before that belong to no table.
            if (m_has_delimiter || m_rows.empty()) return;
            m_rows.erase(m_rows.begin(), m_rows.end() - 1);
            m_has_delimiter = true;
            return;
        }
        m_rows.push_back(pipe_row(m_text, begin, end));
    }

    void close()
    {
        const bool framed = std::all_of(m_rows.begin(), m_rows.end(),
                                        [&](const Row& row) { return m_text[row.begin] == '|'; });
        const bool is_table = m_has_delimiter || ((framed || is_even()) && m_rows.size() >= 3);
        if (is_table && m_rows.size() >= 2 && !m_rows.front().cells.empty() &&
            m_rows.front().cells.size() <= k_max_columns) {
            Grid grid;
            grid.begin = m_rows.front().begin;
            grid.end = m_rows.back().end;
            const std::size_t columns = m_rows.front().cells.size();
            // Missing cells at the end of a row are empty ones.
            grid.is_ragged = std::any_of(m_rows.begin(), m_rows.end(), [&](const Row& row) {
                return row.cells.size() > columns;
            });
            grid.rows = std::move(m_rows);
            m_out.push_back(std::move(grid));
        }
        m_rows.clear();
        m_has_delimiter = false;
    }

    // Neither frame nor rule, but rows of one width, and no digit in the first: "Mark | Pieces".
    [[nodiscard]] bool is_even() const
    {
        constexpr std::size_t k_least_columns = 3;
        const std::size_t columns = m_rows.empty() ? 0 : m_rows.front().cells.size();
        if (columns < k_least_columns) return false;
        const auto has_digit = [&](const Cell& cell) {
            return std::any_of(m_text.begin() + cell.begin, m_text.begin() + cell.end, is_digit);
        };
        return std::all_of(m_rows.begin(), m_rows.end(), [&](const Row& row) {
            return row.cells.size() == columns &&
                   has_digit(row.cells.back()) == (&row != m_rows.data());
        });
    }

    std::string_view m_text;
    std::vector<Grid>& m_out;
    std::vector<Row> m_rows;
    bool m_has_delimiter = false;
};

// One record of separated values from `at` on; moves `at` behind its line end.
Row separated_row(std::string_view text, std::size_t& at, std::size_t end, char separator)
{
    Row row{{}, static_cast<std::uint32_t>(at), 0};
    for (;;) {
        std::size_t begin = at;
        while (begin < end && text[begin] == ' ') ++begin;
        Cell cell;
        if (begin < end && text[begin] == '"') {
            std::size_t close = begin + 1;
            while (close < end &&
                   (text[close] != '"' || (close + 1 < end && text[close + 1] == '"')))
                close += text[close] == '"' ? 2U : 1U;
            cell = cell_of(text, begin + 1, std::min(close, end));
            at = std::min(close + 1, end);
            while (at < end && text[at] != separator && text[at] != '\n') ++at;
        } else {
            while (at < end && text[at] != separator && text[at] != '\n') ++at;
            cell = cell_of(text, begin, at);
        }
        if (row.cells.size() <= k_max_columns) row.cells.push_back(cell);
        row.end = static_cast<std::uint32_t>(at);
        const bool more = at < end && text[at] == separator;
        if (at < end) ++at;
        if (!more) return row;
    }
}

std::vector<Row> separated_rows(std::string_view text, std::size_t begin, std::size_t end,
                                char separator)
{
    std::vector<Row> rows;
    while (begin < end) {
        Row row = separated_row(text, begin, end, separator);
        const bool empty = row.cells.size() == 1 && row.cells[0].begin == row.cells[0].end;
        if (!empty) rows.push_back(std::move(row));
    }
    return rows;
}

// The separator under which most rows have as many cells as the first. All rows beat most: in "Milk
// <tab> 1,19" the comma is a decimal mark. Of equal ones the one that makes the most cells.
std::optional<Grid> separated_grid(std::string_view text, std::size_t begin, std::size_t end)
{
    std::optional<Grid> best;
    for (const char separator : {',', ';', '\t'}) {
        auto rows = separated_rows(text, begin, end, separator);
        if (rows.size() < 2 || rows.front().cells.size() < 2 ||
            rows.front().cells.size() > k_max_columns)
            continue;
        const std::size_t columns = rows.front().cells.size();
        const auto agreeing = static_cast<std::size_t>(std::count_if(
            rows.begin(), rows.end(), [&](const Row& row) { return row.cells.size() == columns; }));
        if (agreeing * 3 < rows.size() * 2) continue;
        const bool is_ragged = agreeing != rows.size();
        if (best && (best->is_ragged == is_ragged ? best->columns() >= columns : is_ragged))
            continue;
        Grid grid{std::move(rows), static_cast<std::uint32_t>(begin),
                  static_cast<std::uint32_t>(end), true, false};
        grid.is_ragged = is_ragged;
        best = std::move(grid);
    }
    return best;
}

// Bytes of the longest of the signs that `text` begins with.
std::size_t sign_length(std::string_view text, std::span<const std::string_view> signs)
{
    for (const auto sign : signs)
        if (text.starts_with(sign)) return sign.size();
    return 0;
}

// The text without the mark of a footnote that is glued to a number: "(1)", "(a)".
std::string_view without_note(std::string_view tail)
{
    const bool noted = tail.size() == 3 && tail[0] == '(' && tail[2] == ')' &&
                       (is_digit(tail[1]) || is_letter(tail[1]));
    return noted ? std::string_view{} : tail;
}

} // namespace

Cell cell_of(std::string_view text, std::size_t begin, std::size_t end)
{
    while (begin < end && is_blank(text[begin])) ++begin;
    while (begin < end && is_blank(text[end - 1])) --end;
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

std::optional<Grid> read_separated(const Document& document, std::size_t begin, std::size_t end)
{
    return separated_grid(document.view.text, begin, end);
}

std::vector<Grid> find_grids(const Document& document)
{
    std::vector<Grid> out;
    const std::string_view text = document.view.text;
    if (document.format == Format::csv) {
        if (auto grid = separated_grid(text, 0, text.size())) out.push_back(std::move(*grid));
        return out;
    }
    if (document.format == Format::json) return out;
    PipeReader pipes{document, out};
    std::uint32_t begin = 0;
    for (const auto& fence : find_fences(document)) {
        pipes.read(begin, view_offset(document, fence.outer_begin));
        begin = view_offset(document, fence.outer_end);
        if (fence.language != "csv" && fence.language != "tsv") continue;
        auto grid = separated_grid(text, view_offset(document, fence.begin),
                                   view_offset(document, fence.end));
        if (grid) out.push_back(std::move(*grid));
    }
    pipes.read(begin, text.size());
    return out;
}

std::string_view text_of(const Document& document, const Cell& cell)
{
    return std::string_view{document.view.text}.substr(cell.begin, cell.end - cell.begin);
}

std::string label_of(const Document& document, const Cell& cell)
{
    constexpr std::size_t k_longest_label = 80;
    std::string out;
    bool gap = false;
    const auto folded = std::string_view{document.view.folded}.substr(
        cell.begin, std::min<std::size_t>(cell.end - cell.begin, k_longest_label));
    for (const char c : folded) {
        if (!is_digit(c) && !is_letter(c)) {
            gap = true;
            continue;
        }
        if (gap && !out.empty()) out += ' ';
        gap = false;
        out += c;
    }
    return out;
}

bool is_vacant(const Document& document, const Cell& cell)
{
    // Dots and words like "unknown" hide a number that a total may count.
    static constexpr OwnCues k_vacant{WordSet::dash, {"", "--", "nil", "none"}};
    return is_in(k_vacant, text_of(document, cell));
}

std::optional<CellNumber> number_of(const Document& document, const Cell& cell, DecimalMark mark)
{
    constexpr std::string_view k_money[] = {"US$",    "CA$",    "A$",   "$",    "\u20ac", "\u00a3",
                                            "\u00a5", "\u20b9", "USD ", "EUR ", "GBP ",   "CHF "};
    constexpr std::size_t k_longest_number = 48;
    constexpr std::size_t k_longest_unit = 12;
    std::string_view rest = text_of(document, cell);
    if (rest.empty() || rest.size() > k_longest_number) return std::nullopt;
    CellNumber out;
    std::size_t at = 0;
    bool negative = false;
    bool bracketed = false; // "(1,250)", "$ (1,250)", "(1.5)%": below zero
    for (int parts = 0; parts < 3; ++parts) {
        if (at < rest.size() && rest[at] == '(' && !bracketed) {
            bracketed = true;
            negative = true;
            ++at;
        }
        if (at < rest.size() && (rest[at] == '-' || rest[at] == '+')) {
            negative = negative || rest[at] == '-';
            ++at;
        }
        const std::size_t money = sign_length(rest.substr(at), k_money);
        if (out.unit.empty()) out.unit = rest.substr(at, money);
        at += money;
        while (at < rest.size() && rest[at] == ' ') ++at;
    }
    const std::size_t length = number_length(rest, at);
    const auto number = read_number(rest.substr(at, length), mark);
    if (!number) return std::nullopt;
    out.begin = static_cast<std::uint32_t>(cell.begin + at);
    out.end = static_cast<std::uint32_t>(out.begin + length);
    out.value = to_rational(number->value);
    if (negative) out.value = -out.value;
    out.place = number->place;
    std::string_view tail = without_note(rest.substr(at + length));
    const std::size_t closing = tail.find(')');
    if (bracketed != (closing != std::string_view::npos)) return std::nullopt;
    std::string joined{tail};
    if (bracketed) joined.erase(closing, 1);
    tail = joined;
    while (!tail.empty() && (tail.front() == ' ' || tail.front() == '*')) tail.remove_prefix(1);
    if (tail.starts_with('%')) {
        out.is_percent = true;
        tail.remove_prefix(1);
    }
    if (tail.size() > k_longest_unit) return std::nullopt;
    for (const char c : tail)
        if (!is_letter(c) && c != ' ' && c != '.') return std::nullopt;
    out.unit += tail;
    return out;
}

} // namespace reading
