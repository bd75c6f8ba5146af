// What gaps are filled with: {"answers": [{"item", "why", "fill", "formula", "words"}]}.
#pragma once

#include "base/json.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verify::questions {

inline constexpr std::size_t k_most_gaps = 16; // with ours

// How what fills a gap stands to what was taken out and to what is suspected to belong there.
enum class Filled {
    same,   // as what was said first, or other words than stand there
    stated, // what the text states
    other,  // another value
    open,   // nothing to compare
};

struct Fill {
    std::string_view kind; // "formula", "words", "open"
    std::string_view formula;
    std::string_view words;
};

base::json::Ref gap_schema();

// In the order of the items; they are parts of the answer. nullopt: not what the schema says, or an
// item is left out or told twice.
std::optional<std::vector<Fill>> read_fills(const json_t* answer_view, std::size_t items);

// Words without signs, in lower case.
std::string plain_words(std::string_view words);

} // namespace verify::questions
