// What the cue words of a sentence say of how the table is read.
#pragma once

#include "verify/tables/said.hpp"

namespace verify::tables {

struct Ask {
    enum class Kind { row, rank, gap, sum, mean, every, only, count, denial };

    Kind kind = Kind::row;
    const Phrase* cue = nullptr;        // the word that says so; of a count, its number
    const Phrase* middle = nullptr;     // "than", "before": what is compared stands on both sides
    const Phrase* order_word = nullptr; // of "second highest"
    int direction = 0;                  // 1 is more or later, -1 less or earlier
    std::size_t order = 1;
};

// nullopt where the cues say two things, or one that a table cannot answer.
std::optional<Ask> read_cues(const Said& said);

// The column whose head stands behind the superlative, or right before it: "the highest number of
// points", "the crowd was largest".
std::optional<std::size_t> ranked_column(const Said& said, const Ask& ask);

// Whether rows are named behind the word: "all boats", "each of the boats". "All on one day" names
// none.
bool names_rows(const Said& said, const Phrase& all);

} // namespace verify::tables
