// A sentence of prose that may speak of a table: its words, years and numbers.
#pragma once

#include "reading/stem.hpp"
#include "verify/law/critic.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace verify::tables {

struct Word {
    std::uint32_t begin = 0; // in the view
    std::uint32_t end = 0;
    std::string_view folded;
    std::string stem;
    bool binds = false; // neither a function word nor made of digits alone
};

struct YearMention {
    int year = 0;
    std::uint32_t begin = 0; // in the view
    std::uint32_t end = 0;
};

struct Statement {
    Passage passage;
    std::vector<Word> words;              // in the order of the text
    std::vector<YearMention> years;       // each once
    std::vector<const Quantity*> numbers; // all but years

    [[nodiscard]] bool has(const reading::Cues& set) const;
};

Statement read_statement(const Document& document, std::size_t sentence,
                         const reading::Stemmer& stemmer);

inline bool holds_stem(const std::vector<std::string>& stems, const std::string& stem)
{
    return std::find(stems.begin(), stems.end(), stem) != stems.end();
}

// Stems of the words of a label that can bind, as read_statement() makes them.
std::vector<std::string> label_stems(std::string_view label, const reading::Stemmer& stemmer);

} // namespace verify::tables
