// What a sentence asks of the table beside it, and what the table answers: the one value that all
// readings of a sentence come to.
#pragma once

#include "verify/tables/said.hpp"

namespace verify::tables {

enum class Operation {
    some,    // a row holds what is stated
    every,   // each of the rows does
    count,   // there are as many rows as stated
    gap,     // the second cell less the first
    percent, // the same in percent of the first; none where that is not above zero
    sum,
    mean,
};

struct Question {
    Operation operation = Operation::some;
    Rows rows = {};
    std::vector<std::size_t> columns = {}; // of what is computed
    Values stated = {};                    // what rows hold, or the number that is said
    Values named = {};                     // what the rows are known by
    int direction = 0;                     // of a gap: 1 is more, -1 less
    const Phrase* cue = nullptr;           // what is wrong where all that is stated is right
    bool is_sure = true;                   // what does not hold is wrong in every reading
};

struct Answer {
    bool holds = false;
    bool is_sure = false; // wrong in every reading
    const Phrase* told = nullptr;
    std::optional<Rational> exact;
    std::string better; // than what is told
    std::vector<const reading::TableCell*> cells;
    std::string formula;
};

// nullopt when the table does not tell.
std::optional<Answer> answer(const Said& said, const Question& question);

// All readings of a sentence, the best first; none where it may mean anything.
std::vector<Question> questions_of(const Said& said);

} // namespace verify::tables
