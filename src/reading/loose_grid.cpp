// Tables that have no frame of signs: <table> of HTML and columns set apart by blanks.
#include "reading/ascii.hpp"
#include "reading/grid.hpp"

#include <algorithm>
#include <optional>

namespace reading {

namespace {

// The cell without tags at both ends: "<b>12</b>" is "12".
Cell bare(std::string_view text, Cell cell)
{
    for (;;) {
        const auto inner = text.substr(cell.begin, cell.end - cell.begin);
        const std::size_t open = inner.starts_with('<') ? inner.find('>') : std::string_view::npos;
        const std::size_t last = inner.ends_with('>') ? inner.rfind('<') : std::string_view::npos;
        if (open != std::string_view::npos) {
            cell = cell_of(text, cell.begin + open + 1, cell.end);
        } else if (last != std::string_view::npos) {
            cell = cell_of(text, cell.begin, cell.begin + last);
        } else {
            return cell;
        }
    }
}

bool is_tag(std::string_view folded, std::size_t at, std::string_view name)
{
    if (folded.substr(at + 1, name.size()) != name) return false;
    const std::size_t next = at + 1 + name.size();
    return next < folded.size() && !is_letter(folded[next]) && !is_digit(folded[next]);
}

// One pass over the tags; a table inside a table ends the outer one.
class HtmlReader {
public:
    HtmlReader(const Document& document, std::vector<Grid>& out)
        : m_text{document.view.text}, m_folded{document.view.folded}, m_out{out}
    {
    }

    void read()
    {
        for (std::size_t at = m_folded.find('<'); at < m_folded.size();
             at = m_folded.find('<', at + 1)) {
            if (is_tag(m_folded, at, "table") || is_tag(m_folded, at, "/table")) {
                close_table(at);
                m_inside = m_folded[at + 1] == 't';
                m_grid.begin = static_cast<std::uint32_t>(at);
            } else if (m_inside && (is_tag(m_folded, at, "tr") || is_tag(m_folded, at, "/tr"))) {
                close_row(at);
            } else if (m_inside && (is_tag(m_folded, at, "td") || is_tag(m_folded, at, "th"))) {
                close_cell(at);
                const std::size_t end = m_folded.find('>', at);
                if (end == std::string_view::npos) return;
                m_cell = end + 1;
            } else if (m_inside && (is_tag(m_folded, at, "/td") || is_tag(m_folded, at, "/th"))) {
                close_cell(at);
            }
            if (m_out.size() >= k_max_grids) return;
        }
    }

private:
    void close_cell(std::size_t at)
    {
        if (m_cell != 0 && m_row.cells.size() <= k_max_columns)
            m_row.cells.push_back(bare(m_text, cell_of(m_text, m_cell, at)));
        m_cell = 0;
    }

    void close_row(std::size_t at)
    {
        close_cell(at);
        if (m_row.cells.empty()) return;
        m_row.begin = m_row.cells.front().begin;
        m_row.end = m_row.cells.back().end;
        m_grid.rows.push_back(std::move(m_row));
        m_row = {};
    }

    void close_table(std::size_t at)
    {
        close_row(at);
        m_grid.end = static_cast<std::uint32_t>(at);
        if (m_grid.rows.size() >= 2 && m_grid.columns() <= k_max_columns)
            m_out.push_back(std::move(m_grid));
        m_grid = {};
    }

    std::string_view m_text;
    std::string_view m_folded;
    std::vector<Grid>& m_out;
    Grid m_grid;
    Row m_row;
    std::size_t m_cell = 0; // where the open cell's text begins; 0: none is open
    bool m_inside = false;
};

// Cells of a line between runs of two blanks, or tabs.
Row aligned_row(std::string_view text, std::size_t begin, std::size_t end)
{
    Row row{{}, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
    std::size_t at = begin;
    while (at < end && row.cells.size() <= k_max_columns) {
        while (at < end && is_blank(text[at])) ++at;
        std::size_t stop = at;
        while (stop < end && text[stop] != '\t' &&
               (text[stop] != ' ' || stop + 1 >= end || text[stop + 1] != ' '))
            ++stop;
        if (stop > at) row.cells.push_back(cell_of(text, at, stop));
        at = stop;
    }
    return row;
}

// A head may name years, or count on by one ("1 2 3"); any other number belongs to what is listed.
bool is_head(const Document& document, const Row& row)
{
    std::optional<Rational> before;
    bool is_counted = true;
    bool is_years = true;
    for (const auto& cell : row.cells) {
        const auto number = number_of(document, cell, document.mark);
        if (!number) continue;
        const bool is_plain = number->place == 0 && number->unit.empty() && !number->is_percent;
        is_years = is_years && is_plain && number->value >= 1500 && number->value <= 2200;
        is_counted = is_counted && is_plain && (!before || number->value == *before + 1);
        before = number->value;
    }
    const bool is_numeric = number_of(document, row.cells.back(), document.mark).has_value();
    return !is_numeric || is_years || (is_counted && row.cells.size() > 2);
}

// Lines of one width in cells, the head of which may leave the place over the labels empty. No
// numbers below the head: it is something else that is set in columns.
void close_aligned(const Document& document, std::vector<Row>& rows, std::vector<Grid>& out)
{
    const auto is_numeric = [&](const Row& row) {
        return number_of(document, row.cells.back(), document.mark).has_value();
    };
    constexpr std::size_t k_least_rows = 3;
    const bool has_head = !rows.empty() && is_head(document, rows.front());
    // Labels and amounts without a head are a list.
    const bool is_list = !has_head && !rows.empty() && rows.back().cells.size() < 3;
    if (rows.size() >= k_least_rows && !is_list &&
        std::all_of(rows.begin() + 1, rows.end(), is_numeric)) {
        Grid grid;
        grid.begin = rows.front().begin;
        grid.end = rows.back().end;
        if (rows.front().cells.size() < rows.back().cells.size()) {
            std::vector<Cell> head{{grid.begin, grid.begin}};
            for (const auto& cell : rows.front().cells) head.push_back(cell);
            rows.front().cells = std::move(head);
        }
        // Columns that nothing names.
        const std::vector<Cell> blank(rows.back().cells.size(), Cell{grid.begin, grid.begin});
        if (!has_head) rows.insert(rows.begin(), Row{blank, grid.begin, grid.begin});
        grid.rows = std::move(rows);
        out.push_back(std::move(grid));
    }
    rows.clear();
}

void read_aligned(const Document& document, std::vector<Grid>& out)
{
    const std::string_view text = document.view.text;
    std::vector<Row> rows;
    for (std::size_t begin = 0; begin < text.size() && out.size() < k_max_grids;) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const auto line = text.substr(begin, end - begin);
        Row row;
        const bool may_be_row =
            line.find('|') == std::string_view::npos && line.find('<') == std::string_view::npos;
        if (may_be_row) row = aligned_row(text, begin, end);
        const std::size_t cells = row.cells.size();
        const bool goes_on =
            !rows.empty() &&
            (cells == rows.back().cells.size() ||
             (rows.size() == 1 && cells > 1 && cells == rows.back().cells.size() + 1));
        if (!rows.empty() && !goes_on) close_aligned(document, rows, out);
        if (cells >= 2 && cells <= k_max_columns) rows.push_back(std::move(row));
        begin = end + 1;
    }
    if (!rows.empty()) close_aligned(document, rows, out);
}

// Separated values among prose: lines on end of as many cells, no blank behind a comma, a head
// without digits and numbers in the last column.
bool may_be_separated(std::string_view line)
{
    constexpr std::size_t k_longest_line = 400;
    if (line.size() > k_longest_line || line.find('|') != std::string_view::npos) return false;
    const auto commas = std::count(line.begin(), line.end(), ',');
    return commas >= 2 && line.find(", ") == std::string_view::npos;
}

void close_separated(const Document& document, std::size_t begin, std::size_t end,
                     std::size_t lines, std::vector<Grid>& out)
{
    constexpr std::size_t k_least_lines = 3;
    if (lines < k_least_lines) return;
    auto grid = read_separated(document, begin, end);
    if (!grid || grid->is_ragged || grid->columns() < 3) return;
    const auto is_numeric = [&](const Row& row) {
        return number_of(document, row.cells.back(), document.mark).has_value();
    };
    const bool has_labels = !number_of(document, grid->rows.front().cells.front(), document.mark);
    const bool is_table =
        has_labels && std::all_of(grid->rows.begin() + 1, grid->rows.end(), is_numeric);
    if (is_table) out.push_back(std::move(*grid));
}

void read_separated_lines(const Document& document, std::vector<Grid>& out)
{
    const std::string_view text = document.view.text;
    std::size_t first = 0;
    std::size_t last = 0;
    std::size_t lines = 0;
    for (std::size_t begin = 0; begin < text.size() && out.size() < k_max_grids;) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const bool is_row = may_be_separated(text.substr(begin, end - begin));
        if (!is_row) close_separated(document, first, last, lines, out);
        if (is_row && lines == 0) first = begin;
        lines = is_row ? lines + 1 : 0;
        last = end;
        begin = end + 1;
    }
    close_separated(document, first, last, lines, out);
}

} // namespace

std::vector<Grid> find_loose_grids(const Document& document)
{
    std::vector<Grid> out;
    if (document.format == Format::csv || document.format == Format::json) return out;
    HtmlReader{document, out}.read();
    read_aligned(document, out);
    read_separated_lines(document, out);
    std::sort(out.begin(), out.end(),
              [](const Grid& left, const Grid& right) { return left.begin < right.begin; });
    return out;
}

} // namespace reading
