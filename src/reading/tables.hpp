// The tables of a text as values: what each column and row is called, and what each cell holds.
//
// A reader takes a year in a head for a label and "(in millions)" above a table for the scale of
// all its numbers; so does this. It decides nothing: where a head could be read in two ways the
// cells are given as they are printed.
#pragma once

#include "reading/grid.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace reading {

enum class CellKind {
    vacant, // empty, a dash, "n/a"
    number, // a number with its sign, currency, percent sign or unit and nothing else
    text,
};

struct TableCell {
    CellKind kind = CellKind::vacant;
    Cell place;        // in the view
    CellNumber number; // of a number: as it is printed, without the scale of its table
};

// What a head or a caption says of the numbers under it.
struct CellMeasure {
    std::optional<int> scale; // power of ten: 6 for "in millions"
    bool is_percent = false;
    bool operator==(const CellMeasure&) const = default;
};

struct TableColumn {
    std::string head; // of all head rows, as label_of() writes it
    std::vector<Cell> head_cells;
    std::optional<int> year; // the head names this year and no other
    CellMeasure measure;
};

struct TableRow {
    std::string label;            // of its first cell when that is text
    std::string section;          // of the last row above that has a label and nothing else
    std::optional<int> year;      // that the label names, or the first cell is
    std::vector<TableCell> cells; // as many as the table has columns
};

struct Table {
    std::uint32_t begin = 0; // in the view
    std::uint32_t end = 0;
    std::vector<TableColumn> columns;
    std::vector<TableRow> rows; // without the head rows and without those that only name a section
    CellMeasure measure;        // of the whole table, from its caption and the head over the labels
    Cell caption;               // the line before it; empty when none is near
};

// How many of the first rows name the columns: years or units may stand under the names. At least
// one, and fewer than there are rows.
std::size_t head_rows(const Document& document, const Grid& grid);

// The one year that a label names ("2019", "FY2019", "December 31, 2019", "2018(1)"); nullopt when
// it names none or two.
std::optional<int> year_of(std::string_view label);

// "(in thousands)", "$ in millions", "US$ 000", "%".
CellMeasure measure_of(std::string_view folded_text);

// In the order of the text. A table of rows of unequal width is left out.
std::vector<Table> read_tables(const Document& document);

} // namespace reading
