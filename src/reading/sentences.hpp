// Sentences of prose blocks: ICU's rules, and what they take for an end although it is not one.
#pragma once

#include "reading/layout.hpp"

#include <vector>

namespace reading {

struct Sentence {
    std::uint32_t begin = 0; // View bytes, without blanks around it
    std::uint32_t end = 0;
    std::uint32_t block = 0; // index of its Block
};

// A "sentence" longer than this is cut at a blank: rules may look at every pair of numbers in one.
inline constexpr std::uint32_t k_max_sentence_bytes = 2'000;

// Line ends inside a block do not end a sentence. Code has none; a table row is one.
std::vector<Sentence> split_sentences(const View& view, const std::vector<Block>& blocks);

} // namespace reading
