#include "verify/equations/link.hpp"

#include "reading/number_scan.hpp"
#include "reading/units.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace verify::equations {

namespace {

bool has(const Side& side, bool Sign::*flag)
{
    return std::any_of(side.signs.begin(), side.signs.end(),
                       [&](const Sign& sign) { return sign.*flag; });
}

// "-3^2": whether the sign or the power comes first is not the same for all.
bool has_signed_power(const Side& side)
{
    for (std::size_t i = 2; i < side.signs.size(); ++i)
        if (side.signs[i].kind == Kind::power && side.signs[i - 2].kind == Kind::minus) return true;
    return false;
}

// A score, a range, a date: "3-2", "15-17", "5/3/2024". Nothing else in it tells that it counts.
bool is_tight(const Side& side)
{
    bool tight = false;
    std::size_t slashes = 0;
    for (std::size_t i = 0; i < side.signs.size(); ++i) {
        const Sign& sign = side.signs[i];
        if (sign.kind == Kind::number || sign.kind == Kind::letter) continue;
        const bool is_glued = i > 0 && i + 1 < side.signs.size() && !sign.space_before &&
                              !side.signs[i + 1].space_before;
        if (sign.kind == Kind::over && is_glued) {
            ++slashes;
            continue;
        }
        if (sign.kind != Kind::minus || !is_glued) return false;
        tight = true;
    }
    return tight || slashes > 1;
}

// "7 x 105": an exponent may have slid down when the text was copied.
bool has_fallen_power(const Side& side)
{
    for (std::size_t i = 1; i < side.signs.size(); ++i) {
        const Sign& sign = side.signs[i];
        const bool is_factor =
            sign.kind == Kind::number && sign.place == 0 && side.signs[i - 1].kind == Kind::times;
        if (is_factor && ((sign.digits == 3 && sign.value > 100 && sign.value < 110) ||
                          (sign.digits == 4 && sign.value >= 1010 && sign.value < 1040)))
            return true;
    }
    return false;
}

// Whether its factor to the base unit is made of tens, sixties, days and weeks alone.
bool is_plain(const reading::Unit& unit)
{
    if (unit.factor == 0) return false;
    mpz_class rest = unit.factor.get_num() * unit.factor.get_den();
    for (const unsigned long prime : {2UL, 3UL, 5UL, 7UL})
        while (mpz_divisible_ui_p(rest.get_mpz_t(), prime) != 0) rest /= prime;
    return rest == 1;
}

struct Units {
    std::set<std::string_view> names;
    bool is_odd = false; // one that converts by an odd factor, or two of one dimension
    std::map<reading::Measured, std::set<std::string_view>> canonical;
};

void collect(const Side& side, Units& out)
{
    for (const auto& sign : side.signs) {
        if (sign.unit.empty()) continue;
        out.names.insert(sign.unit);
        const reading::Unit* unit = reading::find_unit(sign.unit);
        if (unit == nullptr) continue;
        auto& known = out.canonical[unit->measured];
        known.insert(unit->canonical);
        out.is_odd = out.is_odd || known.size() > 1 || !is_plain(*unit);
    }
}

bool is_scaling(const Side& side)
{
    return side.has(Kind::times) || side.has(Kind::over) || side.has(Kind::power) ||
           side.has(Kind::root) || side.has(Kind::letter) || has(side, &Sign::scaled);
}

// "3 hours + 45 minutes = 225 minutes": the factor of the result's unit, where sums alone have two
// units of one dimension. 0 of all else.
Rational mixed_base(const Side& left, const Side& right)
{
    std::set<std::string_view> names;
    const reading::Unit* unit = nullptr;
    for (const Side* side : {&left, &right}) {
        if (is_scaling(*side)) return 0;
        for (const auto& sign : side->signs) {
            if (sign.kind != Kind::number) continue;
            const reading::Unit* own = sign.unit.empty() ? nullptr : reading::find_unit(sign.unit);
            if (own == nullptr || own->factor == 0 || sign.named) return 0;
            if (unit != nullptr && own->measured != unit->measured) return 0;
            unit = own;
            names.insert(own->canonical);
        }
    }
    return names.size() > 1 ? unit->factor : Rational{0};
}

// Whether one is the other in another unit: by tens, sixties, hours in a day, days in a week.
bool differs_by_unit(const Rational& left, const Rational& right)
{
    if (left == 0 || right == 0) return false;
    Rational ratio = abs(Rational{right / left});
    constexpr int k_tens = 12;
    const auto is_factor = [&](const Rational& factor) {
        for (const Rational& exact : {factor, Rational{1 / factor}})
            if (abs(Rational{ratio / exact - 1}) * 100 < 1) return true;
        return false;
    };
    for (int tens = -k_tens; tens <= k_tens; ++tens) {
        // One place alone is a slip rather than a prefix.
        if (tens == 1 || tens == -1) continue;
        for (const Rational& factor : {Rational{1}, Rational{18, 5}})
            if (is_factor(factor * reading::power_of_ten(tens))) return true;
    }
    return std::ranges::any_of(std::array{60, 3600, 24, 7, 12, 365, 30, 52}, is_factor);
}

class Judge {
public:
    Judge(std::string_view text, const Side& left, const Side& right, const Letters& letters)
        : m_text{text}, m_left{left}, m_right{right}, m_letters{letters}, m_base{mixed_base(left,
                                                                                            right)}
    {
    }

    Decision decide()
    {
        for (const bool mark : {false, true}) {
            if (mark && !any(&Sign::has_other)) continue;
            for (const bool dot : {false, true}) {
                if (dot && !any(&Sign::dot)) continue;
                for (const bool percent : {false, true}) {
                    if (percent && !any(&Sign::percent)) continue;
                    for (const bool sign : {false, true}) {
                        if (sign && !has_signed_power(m_left) && !has_signed_power(m_right))
                            continue;
                        if (holds({mark, dot, percent, sign, m_base != 0, {}}))
                            return {Outcome::holds, 0, 0};
                    }
                }
            }
        }
        if (m_is_near) return {Outcome::near, 0, 0};
        return !m_first || !may_fail() ? Decision{} : *m_first;
    }

private:
    [[nodiscard]] bool any(bool Sign::*flag) const
    {
        return has(m_left, flag) || has(m_right, flag);
    }

    bool holds(const Way& way)
    {
        const auto left = evaluate(m_text, m_left.signs, way, m_letters);
        const auto right = evaluate(m_text, m_right.signs, way, m_letters);
        if (!left || !right) return false;
        if (!m_first)
            m_first = Decision{Outcome::fails, (left->at.low + left->at.high) / 2,
                               (right->at.low + right->at.high) / 2};
        if (m_base != 0) {
            m_first->left /= m_base;
            m_first->right /= m_base;
        }
        if (meet(left->at, right->at)) return true;
        if (left->whole && right->whole && !any(&Sign::scaled)) return false;
        const auto left_marks = rounded(m_left, m_right, /*result=*/false);
        auto right_marks = rounded(m_right, m_left, /*result=*/true);
        if (is_printable(left->at, way)) right_marks.assign(right_marks.size(), 0);
        Way loose = way;
        loose.rounded = left_marks;
        const auto wide_left = evaluate(m_text, m_left.signs, loose, m_letters);
        loose.rounded = right_marks;
        const auto wide_right = evaluate(m_text, m_right.signs, loose, m_letters);
        // If rounding could make a divisor zero, everything is possible.
        m_is_near = m_is_near || !wide_left || !wide_right || meet(wide_left->at, wide_right->at);
        return m_is_near && any(&Sign::percent);
    }

    // Whether the places that are printed of the result hold the value, so that nothing was
    // rounded: "12.4 + 8.9 = 21.4".
    [[nodiscard]] bool is_printable(const Interval& value, const Way& way) const
    {
        if (!m_right.is_number() || value.low != value.high || any(&Sign::scaled)) return false;
        for (const auto& sign : m_right.signs) {
            if (sign.kind != Kind::number) continue;
            const int place = way.other_mark ? sign.other_place : sign.place;
            const Rational units =
                value.low / reading::power_of_ten(sign.percent ? place - 2 : place);
            return units.get_den() == 1;
        }
        return false;
    }

    // Numbers that stand on one side alone. Of an operand only a broken one was rounded, and not
    // one that is only added.
    static std::vector<char> rounded(const Side& side, const Side& beside, bool result)
    {
        std::multiset<Rational> same;
        for (const auto& sign : beside.signs)
            if (sign.kind == Kind::number) same.insert(sign.value);
        std::vector<char> out(side.signs.size(), 0);
        if (!result && !is_scaling(side)) return out;
        for (std::size_t i = 0; i < side.signs.size(); ++i) {
            const Sign& sign = side.signs[i];
            if (sign.kind != Kind::number) continue;
            if (const auto copy = same.find(sign.value); copy != same.end()) {
                same.erase(copy);
                continue;
            }
            const bool exponent = i > 0 && side.signs[i - 1].kind == Kind::power;
            if (!exponent && (result || sign.place < 0 || sign.scaled)) out[i] = 1;
        }
        return out;
    }

    [[nodiscard]] bool meet(const Interval& left, const Interval& right) const
    {
        Interval allowed = right;
        if (m_right.about) {
            const Rational room = std::max(abs(right.low), abs(right.high)) / 20;
            allowed = {right.low - room, right.high + room};
        }
        if (left.meets(allowed) || is_noise(left.low - right.low, right.low)) return true;
        if (any(&Sign::percent) && meet_by(left, allowed, 2)) return true;
        if (!any(&Sign::scaled)) return false;
        return meet_by(left, allowed, 3) || meet_by(left, allowed, 6) || meet_by(left, allowed, 9);
    }

    // "0.30000000000000004": what a machine prints of 0.3.
    [[nodiscard]] bool is_noise(const Rational& difference, const Rational& value) const
    {
        constexpr int k_machine_digits = 15;
        const auto is_long = [](const Sign& sign) { return sign.digits > k_machine_digits; };
        return std::any_of(m_right.signs.begin(), m_right.signs.end(), is_long) &&
               abs(difference) * reading::power_of_ten(k_machine_digits - 1) <= abs(value);
    }

    static bool meet_by(const Interval& left, const Interval& right, int tens)
    {
        const auto factor = Interval::point(reading::power_of_ten(tens));
        return (left * factor).meets(right) || left.meets(right * factor);
    }

    [[nodiscard]] bool may_fail() const
    {
        if (m_left.is_open || m_right.is_open || !names_agree()) return false;
        if (is_tight(m_left) || is_tight(m_right)) return false;
        if (has_fallen_power(m_left) || has_fallen_power(m_right)) return false;
        if (m_base != 0) return true;
        Units units;
        collect(m_left, units);
        const std::size_t operands = units.names.size();
        collect(m_right, units);
        if (units.names.empty()) return true;
        const bool added = m_left.has(Kind::plus) || m_left.has(Kind::minus);
        return !units.is_odd && !(operands > 1 && added) &&
               !differs_by_unit(m_first->left, m_first->right);
    }

    // "14 pallets x 50 bags = 700 bags", "4 / 2 = 2 crates": what is counted is that of an operand.
    [[nodiscard]] bool names_agree() const
    {
        std::set<std::string_view> left;
        std::set<std::string_view> right;
        for (const auto& sign : m_left.signs)
            if (sign.named) left.insert(sign.unit);
        for (const auto& sign : m_right.signs)
            if (sign.named) right.insert(sign.unit);
        if (left.empty()) return true;
        const bool is_added = m_left.has(Kind::plus) || m_left.has(Kind::minus);
        return right.size() == 1 && left.contains(*right.begin()) &&
               (!is_added || left.size() == 1);
    }

    std::string_view m_text;
    const Side& m_left;
    const Side& m_right;
    const Letters& m_letters;
    Rational m_base; // what the result's unit is in base units where several are added; else 0
    std::optional<Decision> m_first;
    bool m_is_near = false;
};

} // namespace

Decision decide(std::string_view text, const Side& left, const Side& right, const Letters& letters)
{
    return Judge{text, left, right, letters}.decide();
}

bool is_substitution(const Side& first, const Side& second)
{
    const auto letters = without_brackets(first.signs);
    const auto numbers = without_brackets(second.signs);
    std::size_t at = 0;
    bool replaced = false;
    for (const auto& sign : letters) {
        if (sign.kind == Kind::letter) {
            if (at < numbers.size() && numbers[at].kind == Kind::minus) ++at;
            if (at >= numbers.size() || numbers[at].kind != Kind::number) return false;
            replaced = true;
            ++at;
            continue;
        }
        if (at >= numbers.size() || numbers[at].kind != sign.kind) return false;
        if (sign.kind == Kind::number && numbers[at].value != sign.value) return false;
        ++at;
    }
    return replaced && at == numbers.size();
}

} // namespace verify::equations
