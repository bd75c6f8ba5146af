// A range that a text tells: "between 58 and 84", "ran from 3 to 9 kg", "aged 18 to 65".
#pragma once

#include "reading/passage.hpp"
#include "verify/law/words.hpp"

#include <string_view>
#include <vector>

namespace verify::relations {

struct Span {
    const Quantity* first = nullptr; // as told; the lower one unless the text has it upside down
    const Quantity* second = nullptr;
    Interval values; // sorted, with what rounding leaves open
    std::string_view unit;
    std::uint32_t begin = 0; // tokens, with the word that opens it
    std::uint32_t end = 0;
    bool is_limits = false; // "never below A nor above B"
    bool is_years = false;
    bool is_quartiles = false; // the middle half: a mean may lie outside
};

// In the order of the text. None of clock times, dates and rough numbers.
std::vector<Span> spans_of(const Passage& sentence);

// What the number is a number of: its unit, or the word behind it; empty when nothing is told.
std::string_view unit_of(const Passage& sentence, const Quantity& quantity);

// Whether the value may be one of what the span is told of: same kind, unit and currency, where one
// of both may leave them out.
bool is_comparable(const Passage& sentence, const Quantity& value, const Span& span);

// Whether one word is an inflection of the other: "aged" and "age", "prices" and "price".
bool is_same_word(std::string_view left, std::string_view right);

} // namespace verify::relations
