// Numbers written as words, in English: "forty-two", "three hundred and five", "two thirds".
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace reading {

// 0 to 99 of a single word: "seven", "twelve", "ninety"; nullopt for anything else.
std::optional<int> cardinal_word(std::string_view folded_word);

// 1 to 100 of an ordinal word: "third", "twentieth"; hundredth is 100.
std::optional<int> ordinal_word(std::string_view folded_word);

// The denominator of a fraction word: half 2, thirds 3, quarters 4 ... tenths 10.
std::optional<int> fraction_word(std::string_view folded_word);

// The factor of "doubled" 2, "tripled" 3, "quadrupled" 4; halved is not one of them.
std::optional<int> multiple_word(std::string_view folded_word);

// The longest number of words that is read.
inline constexpr std::size_t k_max_spelled_words = 14;

struct SpelledNumber {
    long value = 0; // the numerator of a fraction; ten times the number when `has_half`
    int denominator = 1;
    int place = 0;         // 6 for "two million", 0 for "two thousand"
    bool has_half = false; // "two and a half"
    std::size_t words = 0; // how many of them belong to it
};

// Whether a number can begin with this word; read_spelled_number says no to all others.
bool may_begin_number(std::string_view folded_word);

// "three hundred and five", "a hundred", "two and a half", "two thirds", "one in five", "a dozen",
// "half" before "of" or "the". `words` are lower-case tokens, hyphens among them; empty ones end a
// number.
std::optional<SpelledNumber> read_spelled_number(std::span<const std::string_view> words);

} // namespace reading
