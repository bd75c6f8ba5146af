// What a number may be a number of: scale words, currencies and units of measurement.
//
// Names are compared in lower case, and plurals are listed. A name that means two things ("m" is a
// metre or a million, "oz" a mass or a volume) is here only with the meaning its place decides.
#pragma once

#include "reading/exact.hpp"

#include <optional>
#include <string_view>

namespace reading {

enum class Dimension {
    none,
    length,
    mass,
    time,
    volume,
    area,
    speed,
    data,
    energy,
    power,
    temperature,
    angle
};

// `factor` base units; the base units are m, kg, s, L, m2, m/s, byte, J, W, and degrees.
struct Unit {
    std::string_view name;
    std::string_view canonical;
    Dimension dimension = Dimension::none;
    std::string_view factor; // an exact decimal
};

// nullptr when the word names no unit known here. A month or year has no factor in seconds: its
// factor is "0".
const Unit* find_unit(std::string_view folded_word);

// The power of ten of a scale word ("thousand", "bn", "lakh"); nullopt for any other word.
std::optional<int> scale_word(std::string_view folded_word);

// The power of ten of letters directly after digits: k, m, mn, bn, tn; `is_money` decides "m".
std::optional<int> scale_suffix(std::string_view folded_letters, bool is_money);

// ISO code of a currency word ("dollars", "eur") or sign ("$", "US$"); empty when it is none.
std::string_view currency_word(std::string_view folded_word);
std::string_view currency_sign(std::string_view sign);

// Whether these lower-case letters directly after digits leave a number a number: "5km", "3k".
bool is_number_suffix(std::string_view folded_letters);

} // namespace reading
