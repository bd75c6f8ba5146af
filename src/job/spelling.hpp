// How the words of an enumeration are stored: a table each, read both ways.
#pragma once

#include "base/concat.hpp"
#include "base/fault.hpp"

#include <algorithm>
#include <string_view>

namespace job {

template <typename Word> struct Spelling {
    Word word;
    std::string_view text;
};

template <typename Word, std::size_t N>
std::string_view spell(const Spelling<Word> (&table)[N], Word word)
{
    const auto* at = std::ranges::find(table, word, &Spelling<Word>::word);
    if (at == std::end(table)) throw base::Fault{"a word without spelling"};
    return at->text;
}

// Throws Fault: the text comes from our own database.
template <typename Word, std::size_t N>
Word read_spelling(const Spelling<Word> (&table)[N], std::string_view text)
{
    const auto* at = std::ranges::find(table, text, &Spelling<Word>::text);
    if (at == std::end(table))
        throw base::Fault{base::concat("unknown word in the database: ", text)};
    return at->word;
}

} // namespace job
