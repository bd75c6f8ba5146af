#include "verify/relations/list_readings.hpp"

namespace verify::relations {

using reading::Interval;

namespace {

bool fits(const Rational& value, const Rational& slack, const Term& stated)
{
    return Interval{value - slack, value + slack}.meets(stated.stated);
}

} // namespace

bool goes_on_from(const Passage& before, const Term& stated, const ListSum& sum)
{
    Rational all;
    for (const Term& term : reading::terms_of(before)) {
        // "Income 1 950,00": a line that nobody can read for sure may be a part.
        if (term.quantity != nullptr && term.quantity->doubtful) return true;
        if (!term.is_number() || !reading::are_same_kind(term, stated)) continue;
        if (fits(sum.value + term.value, sum.slack, stated)) return true;
        all += term.value;
    }
    return all != 0 && fits(sum.value + all, sum.slack, stated);
}

bool has_deductions(const Term& stated, const ListSum& sum)
{
    constexpr std::size_t k_most = 8;
    const std::size_t count = sum.values.size();
    if (count < 2 || count > k_most) return false;
    for (unsigned taken_off = 2; taken_off < 1U << count; taken_off += 2) {
        Rational value = sum.value;
        for (std::size_t i = 1; i < count; ++i)
            if ((taken_off >> i & 1U) != 0 && sum.values[i] > 0) value -= 2 * sum.values[i];
        if (fits(value, sum.slack, stated)) return true;
    }
    return false;
}

} // namespace verify::relations
