// Tables of a text as rows of cells: pipe tables of Markdown (GitHub Flavored Markdown, 4.10) and
// separated values (RFC 4180) that are the whole text or stand in a fence.
#pragma once

#include "reading/document.hpp"
#include "reading/exact.hpp"
#include "reading/number_scan.hpp"

#include <string>
#include <vector>

namespace reading {

// Bytes of the view, without blanks and quotation marks around.
struct Cell {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

// [begin, end) without the blanks around.
Cell cell_of(std::string_view text, std::size_t begin, std::size_t end);

struct Row {
    std::vector<Cell> cells;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

struct Grid {
    std::vector<Row> rows; // the first names the columns
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    bool is_separated = false; // of separated values
    bool is_ragged = false;    // rows that have more or fewer cells than the first

    [[nodiscard]] std::size_t columns() const { return rows.front().cells.size(); }
    // nullptr where the row is too short.
    [[nodiscard]] const Cell* at(std::size_t row, std::size_t column) const
    {
        const auto& cells = rows[row].cells;
        return column < cells.size() ? &cells[column] : nullptr;
    }
};

inline constexpr std::size_t k_max_grids = 200;
inline constexpr std::size_t k_max_columns = 64; // a wider table is not looked at

// In the order of the text; each has at least two rows, and each row at least one cell.
std::vector<Grid> find_grids(const Document& document);

// Separated values in [begin, end) of the view, with the separator under which most rows have as
// many cells as the first; nullopt when under none.
std::optional<Grid> read_separated(const Document& document, std::size_t begin, std::size_t end);

// As written in the view.
std::string_view text_of(const Document& document, const Cell& cell);
// Lower case letters and digits, words parted by one blank: "**Grand total:**" is "grand total".
std::string label_of(const Document& document, const Cell& cell);

// One cell that is a number and nothing but its sign, currency, percent sign or unit.
struct CellNumber {
    Rational value;
    int place = 0;
    bool is_percent = false;
    std::string unit;        // what is written before and after the digits: "$", "kg", "k"
    std::uint32_t begin = 0; // of the digits, in the view
    std::uint32_t end = 0;
};

std::optional<CellNumber> number_of(const Document& document, const Cell& cell, DecimalMark mark);

// Tables of other forms, for readers who take what stands there as it is: <table> of HTML,
// columns set apart by two blanks or tabs, and separated values among prose. In the order of the
// text, apart from find_grids. Aligned columns that nothing names have a first row of empty cells.
std::vector<Grid> find_loose_grids(const Document& document);

// "", "-", "none" and the like: nothing that counts.
bool is_vacant(const Document& document, const Cell& cell);

} // namespace reading
