// Statements about the rows of a table by what stands in them: what one row holds, which is first,
// how two compare, how many there are of a kind.
#pragma once

#include "verify/tables/phrases.hpp"

namespace verify::tables {

// A sentence, its phrases and the table they are of.
struct Said {
    const Document& document;
    const IndexedTable& table;
    const CellTexts& texts;
    std::vector<Phrase> phrases;

    [[nodiscard]] std::size_t rows() const { return table.table.rows.size(); }
    [[nodiscard]] std::size_t count(Part part) const;
    [[nodiscard]] bool has_cue(reading::Words cues) const;
    // Whether the row holds the phrase, in a column where the phrase may stand.
    [[nodiscard]] bool stands_in(const Phrase& phrase, std::size_t row) const;
    [[nodiscard]] std::vector<std::size_t> rows_of(const Phrase& phrase) const;
    [[nodiscard]] const reading::TableCell& cell(const Place& place) const
    {
        return table.table.rows[place.first].cells[place.second];
    }
    [[nodiscard]] std::optional<Rational> rank(const Place& place) const
    {
        return rank_of(table, texts, place);
    }
    // What the cells, heads, numbers and cues of the sentence occupy.
    [[nodiscard]] std::vector<Mark> marks() const;
    [[nodiscard]] Mark mark(const Phrase& phrase) const;
};

// What each takes is a sentence of its kind; false when it decides nothing.
bool check_row(const Said& said, Review& review);
bool check_rank(const Said& said, Review& review);
bool check_two_rows(const Said& said, Review& review);
bool check_count(const Said& said, Review& review);

bool check_facts(const Document& document, const IndexedTable& table, const CellTexts& texts,
                 std::size_t sentence, const Statement& statement, const reading::Stemmer& stemmer,
                 Review& review);

} // namespace verify::tables
