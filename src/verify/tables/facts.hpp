// Statements that say of one row what stands in it, or of the row that is first in something.
#pragma once

#include "verify/tables/tables.hpp"

#include <map>
#include <string>
#include <vector>

namespace verify::tables {

// The cells of a table by what is written in them: lower case, blanks and digits' commas folded.
struct CellTexts {
    std::vector<std::vector<std::string>> at; // [row][column]
    std::map<std::string, std::vector<std::pair<std::size_t, std::size_t>>> places;
    std::map<std::string, std::vector<std::size_t>> heads; // whole heads: columns
    std::vector<std::vector<std::string>> head_words;      // of each column
};

CellTexts read_cell_texts(const Document& document, const IndexedTable& table);

// Says nothing unless each word of the statement is a cell's, a head's or one that only joins.
bool check_facts(const Document& document, const IndexedTable& table, const CellTexts& texts,
                 std::size_t sentence, const Statement& statement, Review& review);

} // namespace verify::tables
