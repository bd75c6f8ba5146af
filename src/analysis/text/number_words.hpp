// Numbers written as words, in English: "forty-two", "three hundred and five", "two thirds", "21st".
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace analysis::text {

// 0 to 99 of a single word: "seven", "twelve", "ninety"; nullopt for anything else.
std::optional<int> cardinal_word(std::string_view folded_word);

// 1 to 100 of an ordinal word: "third", "twentieth"; hundredth is 100.
std::optional<int> ordinal_word(std::string_view folded_word);

// The denominator of a fraction word: half 2, thirds 3, quarters 4 ... tenths 10.
std::optional<int> fraction_word(std::string_view folded_word);

// The factor of "doubled" 2, "tripled" 3, "quadrupled" 4; halved is not one of them.
std::optional<int> multiple_word(std::string_view folded_word);

} // namespace analysis::text
