// Statements about the rows of a table by what stands in them: what one row holds, which is first,
// how two compare, how many there are of a kind.
#pragma once

#include "verify/tables/phrases.hpp"

#include <span>

namespace verify::tables {

// A sentence, its phrases and the table they are of.
struct Said {
    const Document& document;
    const reading::Table& table;
    const CellTexts& texts;
    std::vector<Phrase> phrases;

    [[nodiscard]] std::size_t rows() const { return table.rows.size(); }
    [[nodiscard]] std::size_t count(Part part) const;
    // Whether nothing is said that the table does not know, but for one name of its rows.
    [[nodiscard]] bool is_explained() const;
    [[nodiscard]] bool has_cue(const reading::Cues& cues) const;
    // Whether the row holds the phrase, in a column where the phrase may stand.
    [[nodiscard]] bool stands_in(const Phrase& phrase, std::size_t row) const;
    [[nodiscard]] std::vector<std::size_t> rows_of(const Phrase& phrase) const;
    [[nodiscard]] const reading::TableCell& cell(const Place& place) const
    {
        return table.rows[place.first].cells[place.second];
    }
    [[nodiscard]] std::optional<Rational> rank(const Place& place) const
    {
        return rank_of(table, texts, place);
    }
    // Rows that hold all of them, of all rows when there are none.
    [[nodiscard]] std::vector<std::size_t> rows_with(std::span<const Phrase* const> values) const;
    // Rows that sum up others: "total", "average".
    [[nodiscard]] bool sums_up(std::size_t row) const;
    // What the cells, heads, numbers and cues of the sentence occupy.
    [[nodiscard]] std::vector<Mark> marks() const;
    [[nodiscard]] Mark mark(const Phrase& phrase) const;
};

// Whether the words stand in the cell as words.
bool holds(std::string_view cell, std::string_view words);

// A cell or a number: what a row may hold.
bool is_value(const Phrase& phrase);

// The only column that the heads name which bind no number beside them; nullopt when there are two
// or none.
std::optional<std::size_t> measured_column(const Said& said);

// Whether the column tells places in an order, of which the smallest number is the first.
bool is_standing(const Said& said, std::size_t column);

// What each takes is a sentence of its kind; false when it decides nothing.
bool check_row(const Said& said, Review& review);
bool check_rank(const Said& said, Review& review);
bool check_two_rows(const Said& said, Review& review);
bool check_only(const Said& said, Review& review);
bool check_aggregate(const Said& said, Review& review);
bool check_count(const Said& said, Review& review);
bool check_all(const Said& said, Review& review);

// Any of these.
bool check_one(const Said& said, Review& review);
// The same said of several: "Ash and Elm are from Leeds".
bool check_list(const Said& said, Review& review);
// Several statements in one sentence: "Ash is first, while Elm has 5 points".
bool check_clauses(const Said& said, Review& review);

// All of these, the simplest first.
bool check_facts(const Said& said, Review& review);

} // namespace verify::tables
