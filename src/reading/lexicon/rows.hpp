// The rows of the lexicon, cut by theme.
#pragma once

#include "reading/lexicon/lexicon.hpp"

#include <span>

namespace reading::lexicon {

struct Row {
    WordSet set;
    std::string_view language; // ISO 639-1; empty for signs
    std::string_view reason;
    std::string_view words; // between commas, signs between blanks
};

std::span<const Row> role_rows();
std::span<const Row> grammar_rows();
std::span<const Row> sign_rows();
std::span<const Row> comparison_rows();
std::span<const Row> time_rows();
std::span<const Row> people_rows();

} // namespace reading::lexicon
