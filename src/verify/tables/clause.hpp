// The part of a sentence that a word stands in, for words that say something of it alone.
#pragma once

#include "verify/tables/naming.hpp"

namespace verify::tables {

// Bytes of the view.
struct Clause {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    [[nodiscard]] bool holds(std::uint32_t at) const { return begin <= at && at < end; }
};

// What stands around the place `at` up to the next comma, colon, semicolon or "but". `words` of one
// sentence, not empty.
Clause clause_at(const Document& document, const std::vector<Word>& words, std::uint32_t at);

// The first word of the clause that is one of the set; nullptr when none is.
const Word* word_of(const std::vector<Word>& words, const reading::Cues& set, const Clause& clause);

std::vector<Mention> within(const std::vector<Mention>& all, const Clause& clause);

} // namespace verify::tables
