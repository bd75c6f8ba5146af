#include "verify/relations/list_readings.hpp"

#include <algorithm>

namespace verify::relations {

using reading::Interval;

namespace {

bool meets_stated(const Rational& value, const Rational& slack, const Term& stated)
{
    return Interval{value - slack, value + slack}.meets(stated.stated);
}

// The "950,00" of "1 950,00": behind a number and a plain space, one number or two.
bool may_be_group(const Document& document, const Term& term)
{
    const std::uint32_t at = term.quantity->begin;
    if (at == 0 || document.kind(at - 1) != reading::TokenKind::number ||
        document.word(at - 1).size() > 3)
        return false;
    const auto digits = document.word(at).find_first_not_of("0123456789");
    return std::min(digits, document.word(at).size()) == 3 &&
           document.tokens[at].begin == document.tokens[at - 1].end + 1;
}

} // namespace

bool has_groups(const Document& document, const Term& stated, const ListSum& sum)
{
    return may_be_group(document, stated) ||
           std::any_of(sum.parts.begin(), sum.parts.end(),
                       [&](const Term* part) { return may_be_group(document, *part); });
}

bool goes_on_from(const Passage& before, const Term& stated, const ListSum& sum)
{
    Rational all;
    for (const Term& term : reading::terms_of(before)) {
        if (!term.is_number() || !reading::are_same_kind(term, stated)) continue;
        if (meets_stated(sum.value + term.value, sum.slack, stated)) return true;
        all += term.value;
    }
    return all != 0 && meets_stated(sum.value + all, sum.slack, stated);
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
        if (meets_stated(value, sum.slack, stated)) return true;
    }
    return false;
}

} // namespace verify::relations
