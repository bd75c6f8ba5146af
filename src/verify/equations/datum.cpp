#include "verify/equations/datum.hpp"

#include "reading/dates.hpp"

#include <algorithm>
#include <array>

namespace verify::equations {

using reading::Base;
using reading::Measured;
using reading::Powers;

namespace {

constexpr long k_most_days = 3'652'425; // ten thousand years
constexpr int k_most_power = 40;
// A value of more bits is not a result that anyone prints.
constexpr std::size_t k_most_bits = 2'000;

int money_in(const Powers& powers)
{
    return powers.of[static_cast<std::size_t>(Base::money)];
}

bool is_printable_size(const Rational& value)
{
    return mpz_sizeinbase(value.get_num_mpz_t(), 2) + mpz_sizeinbase(value.get_den_mpz_t(), 2) <
           k_most_bits;
}

std::optional<Datum> settled(Datum datum)
{
    const bool is_fit = is_printable_size(datum.value) && is_printable_size(datum.within.low) &&
                        is_printable_size(datum.within.high);
    return is_fit ? std::optional{std::move(datum)} : std::nullopt;
}

std::optional<long> whole(const Rational& value)
{
    if (value.get_den() != 1 || abs(value) > k_most_days) return std::nullopt;
    return value.get_num().get_si();
}

Rational modulo(const Rational& value, long by)
{
    const Rational turns = value / by;
    mpz_class down;
    mpz_fdiv_q(down.get_mpz_t(), turns.get_num_mpz_t(), turns.get_den_mpz_t());
    return value - Rational{down} * by;
}

std::optional<Datum> moved_date(const Datum& date, const Datum& by, int sign)
{
    Datum out = date;
    out.is_printed = false;
    if (by.has_dimension(Measured::calendar)) {
        const auto months = whole(by.value);
        if (!months) return std::nullopt;
        out.value =
            Rational{reading::add_months(date.day(), sign * *months).time_since_epoch().count()};
        out.is_term_end = true;
        return out;
    }
    if (!by.has_dimension(Measured::time)) return std::nullopt;
    const auto days = whole(by.value / k_day_seconds);
    if (!days) return std::nullopt;
    out.value += sign * *days;
    return out;
}

std::optional<Datum> moved_time(const Datum& from, const Datum& by, int sign)
{
    if (!by.has_dimension(Measured::time)) return std::nullopt;
    const bool is_clock = from.kind == DatumKind::clock;
    const auto steps = whole(is_clock ? by.value : Rational{by.value / k_day_seconds});
    if (!steps) return std::nullopt;
    Datum out = from;
    out.value = modulo(from.value + sign * *steps, is_clock ? k_day_seconds : 7);
    return out;
}

// "12 km, 9 and 14": a number without a unit takes that of the others.
Datum with_unit_of(const Datum& bare, const Datum& other)
{
    if (!bare.is_bare() || !bare.is_printed || other.is_bare() || other.is_percent) return bare;
    Datum out = bare;
    out.value = bare.value * other.factor;
    out.within = bare.within * Interval::point(other.factor);
    out.powers = other.powers;
    out.currency = other.currency;
    out.factor = other.factor;
    out.step = bare.step * other.factor;
    return out;
}

bool are_alike(const Datum& left, const Datum& right)
{
    const bool one_money =
        left.currency == right.currency || left.currency.empty() || right.currency.empty();
    return left.is_number() && right.is_number() && left.powers == right.powers && one_money;
}

// Years and months in a product are a count of what they are printed in.
Datum as_factor(const Datum& datum)
{
    return datum.has_dimension(Measured::calendar) ? counted(datum) : datum;
}

Datum computed(Rational value, Interval within, Powers powers, std::string_view currency)
{
    Datum out;
    out.value = std::move(value);
    out.within = std::move(within);
    out.powers = powers;
    if (money_in(powers) != 0) out.currency = currency;
    return out;
}

} // namespace

Datum counted(const Datum& datum)
{
    if (!datum.has_dimension(Measured::calendar) && !datum.has_dimension(Measured::time))
        return datum;
    Datum out = datum;
    out.powers = {};
    out.value = datum.value / datum.factor;
    out.within = datum.within * Interval::point(Rational{1 / datum.factor});
    out.factor = 1;
    return out;
}

std::chrono::sys_days Datum::day() const
{
    return std::chrono::sys_days{std::chrono::days{value.get_num().get_si()}};
}

Datum count_of(const Rational& value)
{
    return computed(value, Interval::point(value), {}, {});
}

Datum date_of(std::chrono::sys_days day)
{
    Datum out;
    out.kind = DatumKind::date;
    out.value = Rational{day.time_since_epoch().count()};
    return out;
}

Datum length_of(const Rational& seconds)
{
    return computed(seconds, Interval::point(seconds), reading::powers_of(Measured::time), {});
}

std::optional<Datum> add(const Datum& left, const Datum& right, int sign)
{
    if (left.kind == DatumKind::date) return moved_date(left, right, sign);
    if (left.kind == DatumKind::clock && right.kind == DatumKind::clock && sign < 0)
        return length_of(left.value - right.value);
    if (left.kind == DatumKind::clock || left.kind == DatumKind::weekday)
        return moved_time(left, right, sign);
    // "1998 + 12 years"
    if (left.is_bare() && right.has_dimension(Measured::calendar))
        return settled(count_of(left.value + sign * right.value / k_year_months));
    const Datum first = with_unit_of(left, right);
    const Datum second = with_unit_of(right, left);
    if (!are_alike(first, second)) return std::nullopt;
    Datum out = first;
    out.value = first.value + sign * second.value;
    out.within = sign > 0 ? first.within + second.within : first.within - second.within;
    if (out.currency.empty()) out.currency = second.currency;
    out.is_percent = first.is_percent && second.is_percent;
    out.is_printed = first.is_printed && second.is_printed;
    out.step = 1;
    return settled(std::move(out));
}

std::optional<Datum> multiply(const Datum& left, const Datum& right)
{
    const Datum first = as_factor(left);
    const Datum second = as_factor(right);
    if (!first.is_number() || !second.is_number()) return std::nullopt;
    const Powers powers = first.powers + second.powers;
    if (money_in(powers) > 1) return std::nullopt;
    return settled(computed(first.value * second.value, first.within * second.within, powers,
                            first.currency.empty() ? second.currency : first.currency));
}

std::optional<Datum> divide(const Datum& left, const Datum& right)
{
    const bool are_calendar =
        left.has_dimension(Measured::calendar) && right.has_dimension(Measured::calendar);
    const Datum first = are_calendar ? left : as_factor(left);
    const Datum second = are_calendar ? right : as_factor(right);
    if (!first.is_number() || !second.is_number() || second.value == 0) return std::nullopt;
    const bool are_two_moneys =
        !first.currency.empty() && !second.currency.empty() && first.currency != second.currency;
    const auto within = reading::divide(first.within, second.within);
    if (!within || are_two_moneys) return std::nullopt;
    return settled(computed(first.value / second.value, *within, first.powers - second.powers,
                            first.currency.empty() ? second.currency : first.currency));
}

std::optional<Datum> raise(const Datum& base, const Datum& exponent)
{
    if (!base.is_number() || !exponent.is_bare()) return std::nullopt;
    const auto times = whole(exponent.value);
    if (!times || *times < 0 || *times > k_most_power) return std::nullopt;
    std::optional<Datum> out = count_of(1);
    for (long i = 0; out && i < *times; ++i) out = multiply(*out, base);
    return out;
}

} // namespace verify::equations
