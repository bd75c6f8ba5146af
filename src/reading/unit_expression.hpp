// A unit as it is written behind a number: "km", "square metres", "m3", with the exponents of its
// dimension.
#pragma once

#include "base/enumerators.hpp"
#include "reading/measures.hpp"

#include <array>

namespace reading {

enum class Base { length, mass, time, calendar, money, data, current, temperature };
inline constexpr std::size_t k_bases = base::k_enumerators<Base>;

// Exponents of the bases.
struct Powers {
    std::array<int, k_bases> of{};

    bool operator==(const Powers& other) const { return of == other.of; }
    [[nodiscard]] bool is_none() const { return *this == Powers{}; }
};
Powers operator+(const Powers& left, const Powers& right);
Powers operator-(const Powers& left, const Powers& right);

Powers powers_of(Measured measured);

struct UnitExpression {
    Powers powers;
    Rational factor{1};   // base units in one of it: m, kg, s, month, byte, A, K
    Rational zero{0};     // what 0 of it is in base units; not 0 for degrees Celsius and Fahrenheit
    bool is_open = false; // one name of several units: "gallon", "ton"
    std::uint32_t end = 0;
};

// The unit without "per". nullopt when no unit known here begins at the token.
std::optional<UnitExpression> unit_expression_at(const Passage& passage, std::uint32_t at);

} // namespace reading
