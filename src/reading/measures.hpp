// Measures in sentences for comparing two of them: a number with its unit, where a unit may mean
// more than one thing ("gallon", "ton", "MB") and each meaning is a reading.
//
// Factors are exact: the international yard and pound of 1959, NIST Special Publication 811
// (appendix B), IEC 80000-13 for binary prefixes.
#pragma once

#include "reading/passage.hpp"

#include <string>
#include <vector>

namespace reading {

enum class Measured {
    length,
    mass,
    volume,
    area,
    speed,
    data,
    energy,
    power,
    pressure,
    temperature,
    // The following are told apart from each other, and are not converted by unit.conversion.
    time,     // base unit: s
    calendar, // months and years, which have no fixed length: base unit month
    force,
    voltage,
    current,
    resistance,
    frequency
};

// One meaning of a name: `factor` base units each; the base units are m, kg, L, m2, m/s, byte, J,
// W, Pa, K, s, month, N, V, A, ohm and Hz. Of a temperature, `zero` is what 0 of it is in K.
struct Meaning {
    std::string_view name;
    std::string_view reading; // "US", "imperial", "plain"
    Measured measured = Measured::length;
    std::string_view factor; // exact, a decimal or a fraction
    std::string_view zero = "0";
};

using Meanings = std::vector<const Meaning*>;

// Of a name in lower case, its words joined by one blank; nullptr for one without a meaning.
const Meanings* meanings_of(const std::string& name);

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

Rational factor_of(const Meaning& meaning);
Rational zero_of(const Meaning& meaning);

} // namespace reading
