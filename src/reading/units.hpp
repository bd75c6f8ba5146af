// What a number may be a number of: scale words, currencies and units of measurement.
//
// Names are compared in lower case, and plurals are listed.
//
// Factors are exact: the international yard and pound of 1959, NIST Special Publication 811
// (appendix B), IEC 80000-13 for binary prefixes.
#pragma once

#include "reading/exact.hpp"

#include <optional>
#include <string>
#include <string_view>
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

// The meanings of a name in lower case, its words joined by one blank; nullptr for one without a
// meaning.
const Meanings* meanings_of(const std::string& name);

Rational factor_of(const Meaning& meaning);
Rational zero_of(const Meaning& meaning);

// What a word right behind a number says that it measures.
struct Unit {
    std::string_view canonical; // the first of its names
    Measured measured = Measured::length;
    Rational factor; // base units; 0 for a name of several units, and of temperatures
};

// Fixed lengths of time and those of the calendar.
inline bool is_time(const Unit& unit)
{
    return unit.measured == Measured::time || unit.measured == Measured::calendar;
}

// nullptr when the word names no unit, or is an ordinary word as well ("in", "cup", "bar").
const Unit* find_unit(std::string_view folded_word);

// The power of ten of a scale word ("thousand", "bn", "lakh"); nullopt for any other word.
std::optional<int> scale_word(std::string_view folded_word);

// The power of ten of letters directly after digits: k, m, mn, bn, tn; `is_money` decides "m".
std::optional<int> scale_suffix(std::string_view folded_letters, bool is_money);

// ISO code of a currency word ("dollars", "eur") or sign ("$", "US$"); empty when it is not one.
std::string_view currency_word(std::string_view folded_word);
std::string_view currency_sign(std::string_view sign);

// Whether these lower-case letters directly after digits leave a number a number: "5km", "3k".
bool is_number_suffix(std::string_view folded_letters);

} // namespace reading
