// Measures in sentences for comparing two of them: a number with its unit, where a unit may mean
// more than one thing ("gallon", "ton", "MB") and each meaning is a reading.
#pragma once

#include "reading/passage.hpp"

#include <string>
#include <vector>

namespace reading {

// A name of a unit of at most three words that begins at a token.
struct NamedUnit {
    Meanings meanings; // never empty
    std::uint32_t end = 0;
};

std::optional<NamedUnit> unit_name_at(const Passage& sentence, std::uint32_t at);

struct Measure {
    Interval interval; // in the unit of the last part, by the last printed place
    Rational value;
    int place = 0; // of the last printed digit, under the decimal mark that was asked for
    const Quantity* quantity = nullptr; // the last part
    bool is_compound = false;           // "5 ft 11 in": all in the last part's unit
    std::uint32_t begin = 0;            // tokens, from the first number to behind the unit
    std::uint32_t end = 0;
    std::uint32_t unit_begin = 0;
    Meanings meanings; // never empty
};

// The measure whose number is `quantity`; nullopt when no unit known here follows, or when what is
// written around makes it something else: a fraction, a product, a rate.
std::optional<Measure> read_measure(const Passage& sentence, const Quantity& quantity,
                                    bool other_mark);

} // namespace reading
