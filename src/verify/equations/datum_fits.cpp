// What a text states against what a formula gives.
#include "verify/equations/datum.hpp"

#include <algorithm>

namespace verify::equations {

using reading::Measured;

namespace {

constexpr long k_half_day = k_day_seconds / 2;

bool is_multiple(const Rational& value, long of)
{
    return Rational{value / of}.get_den() == 1;
}

bool fits_date(const Datum& computed, const Datum& stated)
{
    // The last day of a term, or the first one behind it.
    for (int before = 0; before <= (computed.is_term_end ? 1 : 0); ++before) {
        const auto day = computed.day() - std::chrono::days{before};
        if (computed.has_year && stated.has_year ? day == stated.day() : [&] {
                const std::chrono::year_month_day one{day};
                const std::chrono::year_month_day other{stated.day()};
                return one.month() == other.month() && one.day() == other.day();
            }())
            return true;
    }
    return false;
}

bool fits_clock(const Datum& computed, const Datum& stated)
{
    const int zone = computed.zone.value_or(0);
    const Rational apart = computed.value - zone * k_minute_seconds - stated.value +
                           stated.zone.value_or(zone) * k_minute_seconds;
    return is_multiple(apart,
                       stated.is_half_day || computed.is_half_day ? k_half_day : k_day_seconds);
}

// "26 years" of 26, or of 312 months.
bool fits_calendar(const Datum& bare, const Datum& stated)
{
    const Rational as_months = bare.value * stated.factor;
    return as_months == stated.value || bare.value * k_year_months == stated.value;
}

bool fits_number(const Datum& computed, const Datum& stated)
{
    // Rounded or cut off; a whole number is exact where the result is whole, too.
    const bool is_exact = stated.stated.low == stated.stated.high;
    const bool is_whole = computed.within.low == computed.within.high &&
                          Rational{(computed.value - stated.zero) / stated.step}.get_den() == 1;
    Interval allowed = stated.stated;
    if (!is_exact || !is_whole) {
        allowed.low = std::min(allowed.low, Rational{stated.value - stated.step});
        allowed.high = std::max(allowed.high, Rational{stated.value + stated.step});
    }
    return computed.within.meets(allowed);
}

} // namespace

std::optional<bool> fits(const Datum& computed, const Datum& stated)
{
    if (computed.is_bare() && stated.has_dimension(Measured::calendar))
        return fits_calendar(computed, stated);
    if (computed.kind != stated.kind || computed.kind == DatumKind::words) return std::nullopt;
    switch (computed.kind) {
    case DatumKind::date: return fits_date(computed, stated);
    case DatumKind::clock: return fits_clock(computed, stated);
    case DatumKind::weekday: return computed.value == stated.value;
    case DatumKind::score: return computed.words == stated.words;
    case DatumKind::number:
    case DatumKind::words: break;
    }
    const bool one_money = computed.currency == stated.currency || computed.currency.empty() ||
                           stated.currency.empty();
    if (computed.powers != stated.powers || !one_money) return std::nullopt;
    // "12" of a change in percent: points, or percent, or a count.
    if (computed.is_percent && stated.is_bare()) return std::nullopt;
    return fits_number(computed, stated);
}

bool are_same(const Datum& left, const Datum& right)
{
    if (left.kind != right.kind) return false;
    if (left.kind == DatumKind::date) return fits_date(left, right) || fits_date(right, left);
    if (left.kind == DatumKind::clock) return fits_clock(left, right);
    if (!left.is_number()) return left.value == right.value && left.words == right.words;
    if (left.powers != right.powers) return false;
    const Rational room = std::max(abs(left.value), abs(right.value)) / 1000;
    return left.within.meets(right.within) || abs(Rational{left.value - right.value}) <= room;
}

std::optional<bool> holds(const Datum& left, Order order, const Datum& right)
{
    if (left.kind != right.kind || left.kind == DatumKind::words || left.kind == DatumKind::score)
        return std::nullopt;
    Rational apart = left.value - right.value;
    if (left.is_number()) {
        const auto difference = add(left, right, -1);
        if (!difference) return std::nullopt;
        apart = difference->value;
    }
    const int sign = sgn(apart);
    switch (order) {
    case Order::less: return sign < 0;
    case Order::at_most: return sign <= 0;
    case Order::equal: return sign == 0;
    case Order::unequal: return sign != 0;
    case Order::at_least: return sign >= 0;
    case Order::greater: return sign > 0;
    }
    return std::nullopt;
}

} // namespace verify::equations
