// Answers by numbered items: {"answers": [{"item", "why", ...}]}.
#pragma once

#include "llm/shapes.hpp"

#include <optional>
#include <vector>

namespace verify::questions {

inline constexpr std::size_t k_longest_formula = 400; // characters

// One of these words.
template <typename... Words> base::json::Ref word_shape(Words... words)
{
    return base::json::object("type", "string", "enum", base::json::array(words...));
}

// At most `most` items with these members, `item` and `why` before them.
base::json::Ref answers_shape(std::size_t most, base::json::Ref members, base::json::Ref names);

// The answer to each of `count` items, in their order, each an object of `members` members with a
// `why`. nullopt: an item is left out, told twice or unknown.
std::optional<std::vector<const json_t*>> answers_by_item(const json_t* answer_view,
                                                          std::size_t count, std::size_t members);

} // namespace verify::questions
