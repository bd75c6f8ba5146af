// Quantities in sentences: a number with what is written around it that decides what it means.
#pragma once

#include "reading/exact.hpp"
#include "reading/units.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace reading {

struct Document;

enum class QuantityKind {
    cardinal, // a count, a measure or an amount of money
    percent,
    points,   // percentage points or basis points
    fraction, // "two thirds", "half"
    multiple, // "3x", "five times", "twofold"
    ordinal,
};

enum class Qualifier { none, about, nearly, over, under, at_least, at_most };

struct Quantity {
    QuantityKind kind = QuantityKind::cardinal;
    Qualifier qualifier = Qualifier::none;
    std::uint32_t begin = 0; // tokens [begin, end): sign, currency, number, scale, unit
    std::uint32_t end = 0;
    std::uint32_t number_begin = 0; // tokens of the printed number with its scale word
    std::uint32_t number_end = 0;
    Decimal value;
    int place = 0;       // exponent of the last printed place, scale included: 6 for "80 million"
    int denominator = 1; // of a fraction
    // The other way to read "1,250" or "1.250", where nothing in the text forbids it.
    std::optional<Decimal> other_value;
    int other_place = 0;
    std::string_view currency; // ISO code
    const Unit* unit = nullptr;
    bool scaled = false; // a scale word or suffix was written
    bool spelled = false;
    bool negative_sign = false;
    bool in_range = false;  // one end of "3-5" or of "5 +/- 2"
    bool year_like = false; // four digits that read as a year
    bool doubtful = false;  // two readings of where the number ends: no check may use it
    bool plus = false;      // "100+"
};

// Fills `quantities` of the document. Tokens in `taken` belong to dates and are passed over.
void scan_quantities(Document& document, const std::vector<bool>& taken);

// Value under the document's decimal mark, or under the other one.
Rational value_of(const Quantity& quantity, bool other_mark = false);

// What the writer may have rounded: [v - u/2, v + u/2] with u = 10^place. Exact: integers without
// a scale word, amounts of money to the cent, and spelled-out numbers.
Interval measured(const Quantity& quantity, bool other_mark = false);

// What a reader has to accept for a stated result: the rounding interval, wider for truncation and
// by the qualifier (about: 5 %, at least 1 up to
// 20; nearly: 10 % below; over, at least, under, at most: one side open).
Interval stated(const Quantity& quantity, bool other_mark = false);

bool is_exact(const Quantity& quantity);

} // namespace reading
