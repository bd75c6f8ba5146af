// A quantity, a day or a time as a text states it or as a formula gives it, with its dimension.
//
// Formulas by which a model points are computed with these (verify/model): exact rationals with the
// interval that printed digits may have been rounded from. What cannot be joined is refused.
#pragma once

#include "reading/unit_expression.hpp"
#include "verify/law/words.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace verify::equations {

inline constexpr long k_day_seconds = 86'400;
inline constexpr int k_minute_seconds = 60;
inline constexpr int k_year_months = 12;

enum class DatumKind {
    number,
    date,
    weekday, // 0 is Sunday
    clock,   // seconds of the day
    score,   // "3-1", in `words`
    words,   // a quote that holds no quantity: it can be counted
};

struct Datum {
    DatumKind kind = DatumKind::number;
    Rational value{};  // of a number in base units, a percentage in hundredths; days since 1970
    Interval within{}; // of a number: what its digits may have been rounded from
    Interval stated{}; // of a number that a text states: what a reader accepts
    reading::Powers powers{};
    std::string_view currency{}; // ISO code
    bool is_percent = false;
    bool is_printed = false;  // it stands in the text: a bare one takes the unit of those beside it
    Rational factor{1};       // base units in one printed unit, a hundredth of a percentage
    Rational step{1};         // the last printed place in base units; 1 of what was computed
    Rational zero{0};         // what 0 of the unit is in base units, which `value` holds
    bool has_year = true;     // of a date
    bool is_term_end = false; // a date that ends a term: its last day may be the day before
    bool is_half_day = false; // a clock time that may be of either half of the day
    std::optional<int> zone{}; // of a clock time: minutes east of Greenwich
    std::string words{};

    [[nodiscard]] bool is_number() const { return kind == DatumKind::number; }
    // A count: neither unit, money nor percentage.
    [[nodiscard]] bool is_bare() const
    {
        return is_number() && powers.is_none() && currency.empty() && !is_percent;
    }
    [[nodiscard]] bool has_dimension(reading::Measured measured) const
    {
        return is_number() && powers == reading::powers_of(measured);
    }
    [[nodiscard]] std::chrono::sys_days day() const;
};

// A bare number, exactly.
Datum count_of(const Rational& value);
Datum date_of(std::chrono::sys_days day);
Datum length_of(const Rational& seconds);

// A length of time as a count of the units it is printed in; anything else as it is.
Datum counted(const Datum& datum);

// nullopt: what such things cannot be to each other, or a division by zero.
std::optional<Datum> add(const Datum& left, const Datum& right, int sign);
std::optional<Datum> multiply(const Datum& left, const Datum& right);
std::optional<Datum> divide(const Datum& left, const Datum& right);
// By a whole number of 0 to 40.
std::optional<Datum> raise(const Datum& base, const Datum& exponent);

// Whether a text that states the one may have meant the other: rounded, cut off, in another unit or
// zone, on the last day of a term or the one behind it. nullopt: they cannot be compared.
std::optional<bool> fits(const Datum& computed, const Datum& stated);
// Whether two formulas come to one value.
bool are_same(const Datum& left, const Datum& right);

enum class Order { less, at_most, equal, unequal, at_least, greater };
std::optional<bool> holds(const Datum& left, Order order, const Datum& right);

// sum, mean, median, min, max, change, rank, count, inclusive, days, weekday, age, span, sqrt, won.
// nullopt: no function has this name, or not with these arguments.
std::optional<Datum> call(std::string_view name, std::span<const Datum> arguments);

} // namespace verify::equations
