#include "verify/tables/sheet.hpp"
#include "verify/tables/checks.hpp"

#include "reading/ascii.hpp"
#include "reading/head_rows.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "verify/law/found.hpp"
#include "verify/law/judge.hpp"

#include <algorithm>

namespace verify::tables {

using reading::WordSet;

namespace {

// What sums up by its name, in the languages whose dates we read.
constexpr std::string_view k_totals[] = {
    "total",        "totals",    "grand total", "sum",           "sum total",     "overall total",
    "all",          "overall",   "combined",    "subtotal",      "sub total",     "gesamt",
    "summe",        "insgesamt", "gesamtsumme", "zwischensumme", "total general", "somme",
    "totale",       "totaal",    "suma",        "soma",          "somma",         "total general",
    "total amount", "total sum", "total cost",  "total costs",   "total due",     "amount due"};
// Rows about the others that no sum is of.
constexpr std::string_view k_other_rows[] = {
    "median",     "minimum",  "maximum", "min",      "max",       "std",
    "sd",         "count",    "range",   "change",   "variance",  "mode",
    "rank",       "net",      "balance", "target",   "budget",    "difference",
    "unique",     "distinct", "average", "mean",     "avg",       "durchschnitt",
    "mittelwert", "moyenne",  "media",   "promedio", "gemiddelde"};
constexpr std::string_view k_part_openers[] = {"of which", "thereof", "including", "incl",
                                               "davon",    "dont",    "whereof"};
constexpr std::string_view k_deductions[] = {"less",      "discount",   "refund",  "refunds",
                                             "deduction", "deductions", "returns", "rebate",
                                             "credit",    "minus"};
// Columns whose sum says nothing: rates, places in an order, names made of digits, points in time.
constexpr std::string_view k_not_additive[] = {
    "average",     "avg",      "mean",    "median", "rate",   "ratio",   "price",
    "index",       "age",      "year",    "years",  "rank",   "no",      "id",
    "nr",          "date",     "density", "score",  "grade",  "percent", "percentage",
    "share",       "per",      "margin",  "growth", "change", "balance", "level",
    "temperature", "version",  "code",    "phone",  "zip",    "month",   "day",
    "week",        "position", "speed",   "pct",    "max",    "min",     "cumulative",
    "running",     "anteil",   "preis",   "prix",   "precio", "rating",  "gpa"};

// As many places are shown of what a number follows from.
constexpr std::size_t k_most_operands = 100;

bool starts_with_any(std::string_view label, std::span<const std::string_view> openers)
{
    return std::any_of(openers.begin(), openers.end(),
                       [&](std::string_view opener) { return label.starts_with(opener); });
}

std::string styled(const Document& document, const CellNumber& stated, const Rational& value)
{
    const auto written =
        std::string_view{document.view.text}.substr(stated.begin, stated.end - stated.begin);
    const bool comma = document.mark == DecimalMark::comma;
    std::string_view separator;
    if (written.find('\'') != std::string_view::npos) separator = "'";
    if (written.find(' ') != std::string_view::npos) separator = " ";
    if (written.find(comma ? '.' : ',') != std::string_view::npos) separator = comma ? "." : ",";
    return reading::grouped(reading::rounded_text(abs(value), stated.place), separator,
                            comma ? ',' : '.');
}

void look_at(const Document& document, const Grid& grid, DecimalMark mark, Review& review)
{
    const Sheet sheet{document, grid, mark};
    check_total_rows(sheet, review);
    check_rows_of_sheet(sheet, review);
}

// The grids of a text, with those that have no frame, where each row has a cell in every column.
std::vector<Grid> grids_of(const Document& document)
{
    std::vector<Grid> out = find_grids(document);
    const std::size_t framed = out.size();
    for (auto& grid : reading::find_loose_grids(document)) {
        const bool is_even =
            std::all_of(grid.rows.begin(), grid.rows.end(), [&](const reading::Row& row) {
                return row.cells.size() == grid.columns();
            });
        const bool is_taken = std::any_of(
            out.begin(), out.begin() + static_cast<std::ptrdiff_t>(framed),
            [&](const Grid& each) { return grid.begin < each.end && each.begin < grid.end; });
        if (is_even && !is_taken) out.push_back(std::move(grid));
    }
    return out;
}

std::vector<Mark> marks_of_cells(const Document& document, const CellNumber& stated,
                                 const std::vector<const CellNumber*>& operands)
{
    std::vector<Mark> out{mark_of_cell(document, stated, "stated")};
    for (const auto* operand : operands)
        if (out.size() <= k_most_operands)
            out.push_back(mark_of_cell(document, *operand, "operand"));
    return out;
}

} // namespace

Sheet::Sheet(const Document& document, const Grid& grid, DecimalMark mark)
    : m_document{&document}, m_grid{&grid}, m_first_row{reading::head_rows(document, grid)}
{
    read_surroundings();
    read_columns(mark);
    read_rows();
}

void Sheet::read_surroundings()
{
    constexpr std::size_t k_caption = 240;
    constexpr std::string_view k_rounding[] = {"million", "millions", "thousand", "thousands",
                                               "billion", "000",      "rounded",  "rounding",
                                               "mio",     "bn",       "mn",       "tsd"};
    constexpr std::string_view k_choice[] = {"top",     "selected", "largest", "main",  "sample",
                                             "excerpt", "some",     "biggest", "major", "leading"};
    const auto begin =
        static_cast<std::uint32_t>(m_grid->begin > k_caption ? m_grid->begin - k_caption : 0);
    const auto size = static_cast<std::uint32_t>(m_document->view.text.size());
    const auto around = [&](Cell cell) {
        while (cell.begin < cell.end) {
            const Cell piece{cell.begin, std::min(cell.begin + 80U, cell.end)};
            const std::string label = label_of(*m_document, piece);
            m_is_rounded = m_is_rounded || has_word(label, k_rounding);
            m_is_selection = m_is_selection || has_word(label, k_choice);
            cell.begin = piece.end;
        }
    };
    around({begin, m_grid->rows.front().end});
    around({m_grid->end, std::min<std::uint32_t>(m_grid->end + 120U, size)});
}

void Sheet::read_columns(DecimalMark mark)
{
    static constexpr reading::OwnCues k_share{WordSet::percent, {"share", "anteil", "prozent"}};
    for (std::size_t c = 0; c < m_grid->columns(); ++c) {
        Column column;
        for (std::size_t r = 0; r < m_first_row; ++r) {
            const Cell* head = m_grid->at(r, c);
            if (head == nullptr || head->begin == head->end) continue;
            const std::string name = label_of(*m_document, *head);
            column.is_additive = column.is_additive && !has_word(name, k_not_additive);
            column.is_share = column.is_share || has_word(name, k_share) ||
                              text_of(*m_document, *head).find('%') != std::string_view::npos;
        }
        column.cells.resize(m_grid->rows.size());
        for (std::size_t r = m_first_row; r < m_grid->rows.size(); ++r) {
            const Cell* cell = m_grid->at(r, c);
            if (cell == nullptr) continue;
            column.cells[r] = number_of(*m_document, *cell, mark);
            if (column.cells[r] && column.cells[r]->is_percent) column.is_share = true;
            if (!column.cells[r] && !is_vacant(*m_document, *cell)) column.has_text = true;
        }
        m_columns.push_back(std::move(column));
    }
}

void Sheet::read_rows()
{
    m_rows.resize(m_grid->rows.size());
    for (std::size_t r = 0; r < m_first_row; ++r) m_rows[r].kind = RowKind::other;
    for (std::size_t r = m_first_row; r < m_rows.size(); ++r) {
        SheetRow& row = m_rows[r];
        for (const auto& cell : m_grid->rows[r].cells) {
            if (cell.begin == cell.end) continue;
            if (!number_of(*m_document, cell, DecimalMark::point))
                row.label = label_of(*m_document, cell);
            break;
        }
        const std::string_view label = row.label;
        row.is_deduction = has_word(label, k_deductions);
        if (reading::is_one_of(label, k_totals)) {
            row.kind = RowKind::total;
        } else if (has_word(label, k_other_rows)) {
            row.kind = RowKind::other;
        } else if (starts_with_any(label, k_part_openers)) {
            row.kind = RowKind::part;
        } else if (label.starts_with("total ") || label.starts_with("subtotal ") ||
                   label.ends_with(" total") || label.ends_with(" subtotal")) {
            row.kind = RowKind::total;
            row.is_strict = false;
        }
    }
}

Interval Sheet::interval(const CellNumber& number) const
{
    const bool is_money = number.place == -2 && !number.unit.empty();
    const bool is_exact = (number.place >= 0 && !m_is_rounded && !number.is_percent) || is_money;
    if (is_exact) return Interval::point(number.value);
    const Rational half = reading::power_of_ten(number.place) / 2;
    return {number.value - half, number.value + half};
}

Mark mark_of_cell(const Document& document, const CellNumber& number, std::string_view role)
{
    return mark_view(document, number.begin, number.end, role);
}

void report(const Sheet& sheet, const Mismatch& mismatch, Review& review)
{
    if (review.is_full()) return;
    const Document& document = sheet.document();
    const CellNumber& stated = *mismatch.stated;
    const Rational difference = stated.value - mismatch.recomputed;
    const bool is_far = abs(difference) * 10 > abs(mismatch.recomputed);
    const bool is_grave = is_far && mismatch.check == k_table_total;
    const Interval allowed = sheet.interval(stated);
    auto found = verify::found(mismatch.check, mismatch.title, document, Certainty::exact,
                               is_grave ? Severity::critical : Severity::major);
    found.marks(marks_of_cells(document, stated, mismatch.operands));
    std::vector<Rational> operands;
    for (const auto* operand : mismatch.operands)
        if (operands.size() < k_most_operands) operands.push_back(operand->value);
    const std::string better = styled(document, stated, mismatch.recomputed);
    found
        .evidence("operands", operands, "reported", stated.value, "recomputed", mismatch.recomputed,
                  "difference", difference, "tolerance",
                  (allowed.high - allowed.low + mismatch.computed.high - mismatch.computed.low) / 2,
                  "formula", mismatch.formula)
        .readings(mismatch.readings)
        .gives(mismatch.formula, better, Marked{0})
        .correct(review, found.quote(0), better, "a cell it is made of");
}

void pass(const Sheet& sheet, const Match& match, Review& review)
{
    review.passes.push_back({match.check,
                             marks_of_cells(sheet.document(), match.stated, match.operands),
                             match.reading});
}

bool has_word(std::string_view label, const reading::Cues& words)
{
    while (!label.empty()) {
        const std::size_t end = std::min(label.find(' '), label.size());
        if (reading::is_in(words, label.substr(0, end))) return true;
        label.remove_prefix(std::min(end + 1, label.size()));
    }
    return false;
}

bool is_counted(const SheetRow& row)
{
    return row.kind == RowKind::data || row.kind == RowKind::part;
}

namespace {

void check_tables(const Document& document, Review& review)
{
    for (const auto& grid : grids_of(document)) {
        if (review.is_full()) return;
        if (grid.is_ragged) continue;
        // If nothing decides between the decimal marks, the table is right when one makes it so.
        const DecimalMark other =
            document.mark == DecimalMark::point ? DecimalMark::comma : DecimalMark::point;
        Review plain;
        look_at(document, grid, document.mark, plain);
        if (plain.passes.empty() || !plain.findings.empty()) {
            Review under_other;
            look_at(document, grid, other, under_other);
            const bool is_better = under_other.findings.size() <= plain.findings.size() &&
                                   under_other.passes.size() > plain.passes.size();
            if (is_better) plain = std::move(under_other);
        }
        for (auto& finding : plain.findings) review.findings.push_back(std::move(finding));
        for (auto& held : plain.passes) review.passes.push_back(std::move(held));
    }
}

constexpr const Check* k_sheets_checks[] = {&k_table_total, &k_table_row};

} // namespace

const Family k_sheets{Voice::verifier, k_sheets_checks, check_tables};

} // namespace verify::tables
