// The cells that a statement is about: one label in several years, or two labels at one time.
#pragma once

#include "verify/tables/tables.hpp"

namespace verify::tables {

struct Operand {
    const reading::TableCell* cell = nullptr;
    std::size_t column = 0;
    std::size_t row = 0;
    int year = 0; // 0: none
};

// Operands that one reading of the words gives.
struct Binding {
    std::vector<Operand> operands; // by year, or in the order of the words
    long score = 0;
    bool whole = false;
    std::size_t row = 0;    // the item's label, for cues that are part of a name
    std::size_t second = 0; // of a pair: the label of the other
    bool is_column = false;
    bool is_pair = false;   // two things at one time
    bool is_joined = false; // by "and"
};

// Best first; empty when the words bind no cells. The years between two are taken too where the
// statement is of all of them: "from 2017 to 2019" of a mean.
std::vector<Binding> bind_operands(const Document& document, const IndexedTable& table,
                                   const Statement& statement);
// The same of every year the table has, whichever the statement names.
std::vector<Binding> bind_all_years(const Document& document, const IndexedTable& table,
                                    const Statement& statement);

// Whether the word belongs to the name of what is spoken of.
bool names(const IndexedTable& table, const Binding& binding, const std::string& stem);

// Whether a cue stands in the sentence apart from that name.
bool says(const IndexedTable& table, const Statement& statement, const reading::Cues& cues,
          const Binding& binding);

// Words that neither that name nor the cues account for.
std::size_t unexplained(const IndexedTable& table, const Statement& statement,
                        const Binding& binding);

} // namespace verify::tables
