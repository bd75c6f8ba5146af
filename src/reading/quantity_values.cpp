#include "reading/quantities.hpp"

namespace reading {

Rational value_of(const Quantity& quantity, bool other_mark)
{
    const bool other = other_mark && quantity.other_value;
    const Rational value = to_rational(other ? *quantity.other_value : quantity.value);
    return quantity.denominator == 1 ? value : Rational{value / quantity.denominator};
}

bool is_exact(const Quantity& quantity)
{
    if (quantity.kind == QuantityKind::percent || quantity.kind == QuantityKind::points)
        return false;
    if (quantity.kind != QuantityKind::cardinal) return true;
    if (quantity.scaled) return false;
    if (quantity.place >= 0) return true;
    return !quantity.currency.empty() && quantity.place == -2;
}

namespace {

Interval measured_about(const Rational& value, const Quantity& quantity, bool other_mark)
{
    const bool other = other_mark && quantity.other_value;
    if (is_exact(quantity) && !(other && quantity.other_place < 0)) return Interval::point(value);
    const Rational half = power_of_ten(other ? quantity.other_place : quantity.place) / 2;
    return {value - half, value + half};
}

} // namespace

Interval measured(const Quantity& quantity, bool other_mark)
{
    return measured_about(value_of(quantity, other_mark), quantity, other_mark);
}

Interval stated(const Quantity& quantity, bool other_mark)
{
    const Rational value = value_of(quantity, other_mark);
    Interval out = measured_about(value, quantity, other_mark);
    if (!is_exact(quantity)) {
        const Rational unit = (out.high - out.low) / 2;
        (value < 0 ? out.low : out.high) += value < 0 ? Rational{-unit} : unit;
    }
    if (quantity.qualifier == Qualifier::none) return out;
    const Rational size = abs(value);
    const Rational far = size * 1'000'000 + 1'000'000;
    switch (quantity.qualifier) {
    case Qualifier::none: break;
    case Qualifier::about: {
        // "About ten" is said of nine too.
        const bool small = is_exact(quantity) && size <= 20;
        const Rational slack = small ? Rational{1} : Rational{size / 20};
        out.low -= slack;
        out.high += slack;
        break;
    }
    case Qualifier::nearly: out.low -= size / 10; break;
    case Qualifier::over:
    case Qualifier::at_least: out.high += far; break;
    case Qualifier::under:
    case Qualifier::at_most: out.low -= far; break;
    }
    return out;
}

} // namespace reading
