// A table as numbers: what each column counts and which rows sum up others.
#pragma once

#include "reading/grid.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "verify/law/critic.hpp"

namespace verify::tables {

using reading::Cell;
using reading::CellNumber;
using reading::Grid;

enum class RowKind {
    data,
    part,  // "of which": counted in another row already
    total, // sums up rows before it, or all
    other, // an average, a minimum, a heading: no check is about it
};

struct SheetRow {
    RowKind kind = RowKind::data;
    std::string label;
    bool is_deduction = false; // "less", "discount": may be meant negative
    bool is_strict = true;     // a total by its name alone, not "total assets"
};

struct Column {
    std::vector<std::optional<CellNumber>> cells; // for each row of the grid; the first is empty
    bool is_additive = true; // false for rates, years, ranks: their sum means nothing
    bool is_share = false;   // percentages
    bool has_text = false;   // some cell is neither a number nor vacant
};

class Sheet {
public:
    // `document` and `grid` must outlive the Sheet.
    Sheet(const Document& document, const Grid& grid, DecimalMark mark);

    [[nodiscard]] const Document& document() const { return *m_document; }
    [[nodiscard]] const Grid& grid() const { return *m_grid; }
    [[nodiscard]] const std::vector<SheetRow>& rows() const { return m_rows; }
    [[nodiscard]] const std::vector<Column>& columns() const { return m_columns; }
    // The first row below those that name the columns.
    [[nodiscard]] std::size_t first_row() const { return m_first_row; }
    // Whether integers of this table may be rounded: the text around says thousands or millions.
    [[nodiscard]] bool is_rounded() const { return m_is_rounded; }
    // Whether the table shows only a choice of the rows that its totals count.
    [[nodiscard]] bool is_selection() const { return m_is_selection; }

    // What may have been printed as this number.
    [[nodiscard]] Interval interval(const CellNumber& number) const;

private:
    void read_surroundings();
    void read_columns(DecimalMark mark);
    void read_rows();

    const Document* m_document;
    const Grid* m_grid;
    std::vector<SheetRow> m_rows;
    std::vector<Column> m_columns;
    std::size_t m_first_row = 1;
    bool m_is_rounded = false;
    bool m_is_selection = false;
};

Mark mark_of_cell(const Document& document, const CellNumber& number, std::string_view role);

// A number of a table that does not follow from others of it.
struct Mismatch {
    CheckRef check;
    std::string title;
    const CellNumber* stated = nullptr;
    std::vector<const CellNumber*> operands;
    Rational recomputed;
    Interval computed; // by the rounding of the operands
    std::string formula;
    std::vector<Reading> readings{{"plain", false}};
};

void report(const Sheet& sheet, const Mismatch& mismatch, Review& review);

// One that does.
struct Match {
    CheckRef check;
    const CellNumber& stated;
    std::vector<const CellNumber*> operands;
    std::string_view reading;
};
void pass(const Sheet& sheet, const Match& match, Review& review);

// Whether a word of the label, which is folded, is one of these.
bool has_word(std::string_view label, const reading::Cues& words);

// Whether the row counts something of its own: no head, no total.
bool is_counted(const SheetRow& row);

// The families on one table.
void check_total_rows(const Sheet& sheet, Review& review);
void check_rows_of_sheet(const Sheet& sheet, Review& review);

} // namespace verify::tables
