// A sentence read against the table beside it: its phrases, and what the rows hold of them.
#pragma once

#include "reading/tables.hpp"
#include "verify/tables/phrases.hpp"

#include <span>

namespace verify::tables {

using Rows = std::vector<std::size_t>;
using Values = std::vector<const Phrase*>;

struct Said {
    const Document& document;
    const reading::Table& table;
    const CellTexts& texts;
    std::vector<Phrase> phrases;

    [[nodiscard]] std::size_t rows() const { return table.rows.size(); }
    [[nodiscard]] std::size_t count(Part part) const;
    // Whether nothing is said that the table does not know, but for one name of its rows.
    [[nodiscard]] bool is_explained() const;
    // Whether the row holds the phrase, in a column where the phrase may stand.
    [[nodiscard]] bool stands_in(const Phrase& phrase, std::size_t row) const;
    // Whether the row has something else where only this value could stand.
    [[nodiscard]] bool contradicts(const Phrase& phrase, std::size_t row) const;
    [[nodiscard]] const reading::TableCell& cell(const Place& place) const
    {
        return table.rows[place.first].cells[place.second];
    }
    [[nodiscard]] std::optional<Rational> rank(const Place& place) const
    {
        return rank_of(table, texts, place);
    }
    // Rows that hold all of them, of all rows when there are none; empty where that takes too long.
    [[nodiscard]] Rows rows_with(const Values& values) const;
    // Rows that sum up others: "total", "average".
    [[nodiscard]] bool sums_up(std::size_t row) const;
    // Cells and numbers: what a row may hold.
    [[nodiscard]] Values values() const;
    // What the cells, heads, numbers and cues of the sentence occupy.
    [[nodiscard]] std::vector<Mark> marks() const;
    [[nodiscard]] Mark mark(const Phrase& phrase) const;
};

bool is_value(const Phrase& phrase);

// The only column that the heads name which bind no number beside them; nullopt when there are two
// or none, and of a column of places, where the smallest number is the first.
std::optional<std::size_t> measured_column(const Said& said);
bool is_standing(const Said& said, std::size_t column);

} // namespace verify::tables
