// Exact numbers: decimals as they are printed, rationals to compute with, closed intervals.
//
// A check never touches floating point: what it states about a text has to be reproducible to the
// last digit, and is hashed and anchored.
#pragma once

#include "base/json.hpp"

#include <gmpxx.h>

#include <optional>
#include <string>
#include <string_view>

namespace reading {

__extension__ typedef __int128 Int128;

using Rational = mpq_class;

// Significant digits a Decimal may have; a longer lexeme is an identifier, not a quantity.
inline constexpr int k_max_digits = 30;

// mantissa * 10^exponent, |mantissa| < 10^30, |exponent| <= 60.
struct Decimal {
    Int128 mantissa = 0;
    int exponent = 0;
};

Rational to_rational(const Decimal& decimal);
Rational power_of_ten(int exponent);

// base^exponent; nullopt when the result would have more than about 600 digits or 0 is inverted.
std::optional<Rational> power(const Rational& base, int exponent);

// [low, high], both included.
struct Interval {
    Rational low;
    Rational high;

    static Interval point(const Rational& value) { return {value, value}; }
    [[nodiscard]] bool contains(const Rational& value) const
    {
        return low <= value && value <= high;
    }
    [[nodiscard]] bool meets(const Interval& other) const
    {
        return low <= other.high && other.low <= high;
    }
};

Interval operator+(const Interval& left, const Interval& right);
Interval operator-(const Interval& left, const Interval& right);
Interval operator*(const Interval& left, const Interval& right);
// nullopt when `right` holds 0.
std::optional<Interval> divide(const Interval& left, const Interval& right);

// "4055", "0.125", "-3"; a fraction "100/3" when the expansion does not end within 30 places.
std::string exact_text(const Rational& value);

// Half away from zero at 10^place: rounded_text(100/3, -2) is "33.33", (1250, 2) is "1300".
std::string rounded_text(const Rational& value, int place);
Rational rounded(const Rational& value, int place);

// A JSON number where that loses nothing (an integer up to 2^53 - 1, or a decimal of at most 15
// significant digits, which the shortest double prints back), else exact_text as a string.
base::json::Ref exact_json(const Rational& value);

// Digits of an integer in groups of three: "1250000" -> "1,250,000". Leaves a fraction alone.
std::string grouped(std::string_view decimal_text, std::string_view separator, char decimal_mark);

} // namespace reading
