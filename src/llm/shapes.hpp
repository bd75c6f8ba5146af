// Parts of answers: how a schema asks for them, and how they are read. A reader believes nothing:
// what is longer, of another type or more than was asked for makes the whole answer unusable.
#pragma once

#include "base/json.hpp"

#include <cstddef>

namespace llm {

// Characters of a reason ("why"), which stands before what it is a reason for: what decides is
// better when it is written after one (arXiv 2408.02442). No reader sees it.
inline constexpr std::size_t k_longest_why = 160;
inline constexpr std::size_t k_longest_quote = 300; // characters

// The schema of a text of at most so many characters; of a whole number from 0 to 9,999, which
// names a line or a number of a sheet; of a list; of an object with exactly these members.
base::json::Ref text_shape(std::size_t longest);
base::json::Ref number_shape();
base::json::Ref list_shape(std::size_t most, base::json::Ref items);
base::json::Ref object_shape(base::json::Ref members, base::json::Ref required);

} // namespace llm
