// A sentence read against the table beside it: which of its words are cells, heads and numbers of
// the table, which say how the rest is meant, and which the table does not know.
#pragma once

#include "verify/tables/cell_texts.hpp"

namespace verify::tables {

enum class Part {
    cell,    // stands in the table
    head,    // names columns
    number,  // may stand there or not; counts, or measures
    cue,     // says how the cells are read: "highest", "than", "only", "not"
    joins,   // says nothing
    unknown, // may say anything
};

struct Phrase {
    Part part = Part::unknown;
    std::string text;
    std::uint32_t begin = 0; // in the view
    std::uint32_t end = 0;
    bool is_weak = false;    // one word of longer cells
    bool is_bound = false;   // a number whose column a head beside it names
    bool is_spelled = false; // "three"
    bool is_percent = false;
    bool is_plain = false;            // a number told as it is, not "about 5"
    bool is_absent = false;           // a cell that would stand in its columns, and does not
    bool is_whole = false;            // a head with all its words
    bool is_row_noun = false;         // joins: what a row is called, "the runner with"
    std::vector<Place> places;        // of a cell or a number
    std::vector<std::size_t> columns; // of a head; of a cell or number, those of its places
    std::optional<Rational> value;    // of a number
    int place = 0;                    // of its last digit, as a power of ten
    int over = 0; // of a number as a limit: 1 is above it, -1 below it, 2 and -2 with it; else 0
    std::size_t size = 1; // pieces
};

std::vector<Phrase> read_phrases(const Document& document, const CellTexts& texts,
                                 std::size_t sentence, const reading::Stemmer& stemmer);

} // namespace verify::tables
