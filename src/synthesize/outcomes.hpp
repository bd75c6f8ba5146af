// Words for outcomes that exclude each other: what is approved is not rejected.
#pragma once

#include "reading/passage.hpp"

#include <optional>

namespace synthesize {

struct Outcome {
    unsigned axis = 0;
    bool is_other_side = false;
    std::uint32_t words = 1; // tokens: "called off" has two
};

// What begins at the token, in whichever form; nullopt for most words.
std::optional<Outcome> outcome_at(const reading::Passage& sentence, std::uint32_t token);

// Of a word alone.
std::optional<Outcome> outcome_of(std::string_view word);

} // namespace synthesize
