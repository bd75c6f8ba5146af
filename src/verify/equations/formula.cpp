#include "verify/equations/formula.hpp"

#include "verify/equations/grammar.hpp"

#include <algorithm>

namespace verify::equations {

namespace {

constexpr std::size_t k_max_signs = 300;
// Digits behind the point to which a root is drawn.
constexpr int k_root_places = 12;
// A value of more bits is not a result that anyone prints.
constexpr std::size_t k_max_bits = 2'000;

bool is_point(const Interval& interval)
{
    return interval.low == interval.high;
}

bool is_small(const Rational& value)
{
    return mpz_sizeinbase(value.get_num_mpz_t(), 2) + mpz_sizeinbase(value.get_den_mpz_t(), 2) <
           k_max_bits;
}

// Exact values under one way to read what is printed.
class Reading {
public:
    using Value = equations::Value;
    using Result = std::optional<Value>;

    Reading(std::string_view text, std::span<const Sign> signs, const Way& way,
            const Letters& letters)
        : m_text{text}, m_signs{signs}, m_way{way}, m_letters{letters}
    {
    }

    [[nodiscard]] std::size_t size() const { return m_signs.size(); }
    [[nodiscard]] Kind kind(std::size_t at) const { return m_signs[at].kind; }
    [[nodiscard]] bool binds_sign() const { return m_way.sign_first; }

    // "200 + 10%": a tenth of what?
    [[nodiscard]] bool may_add(std::size_t begin, std::size_t end) const
    {
        return end != begin + 1 || !m_signs[begin].percent || m_way.percent_is_count;
    }

    // "2(3 + 4)", "3x", "(1 + 2)(3 + 4)"; "f(2)" is a function.
    [[nodiscard]] bool is_implied(std::size_t at) const
    {
        if (at == 0 || at >= m_signs.size()) return false;
        const Sign& before = m_signs[at - 1];
        if (m_signs[at].space_before || !before.unit.empty()) return false;
        const bool goes_on = kind(at) == Kind::open || kind(at) == Kind::letter;
        return goes_on && (before.kind == Kind::number || before.kind == Kind::close);
    }

    Result operand(std::size_t& at) const
    {
        return kind(at) == Kind::number ? number(at) : letter(at);
    }

    static Result add(const Value& left, const Value& right)
    {
        return settled({left.at + right.at, left.whole && right.whole});
    }

    static Result subtract(const Value& left, const Value& right)
    {
        return settled({left.at - right.at, left.whole && right.whole});
    }

    static Result multiply(const Value& left, const Value& right)
    {
        return settled({left.at * right.at, left.whole && right.whole});
    }

    static Result divide(const Value& left, const Value& right)
    {
        const auto at = reading::divide(left.at, right.at);
        return at ? settled({*at, left.whole && right.whole}) : std::nullopt;
    }

    static Result negate(const Value& value)
    {
        return Value{Interval::point(0) - value.at, value.whole};
    }

    static Result raise(const Value& base, const Value& exponent)
    {
        if (!is_point(exponent.at)) return std::nullopt;
        const Rational& power = exponent.at.low;
        if (power.get_den() != 1 || abs(power) > 1000) return std::nullopt;
        const int times = static_cast<int>(power.get_num().get_si());
        const auto low = reading::power(base.at.low, times);
        const auto high = reading::power(base.at.high, times);
        if (!low || !high) return std::nullopt;
        Value out = base;
        out.at = {std::min(*low, *high), std::max(*low, *high)};
        if (base.at.low < 0 && base.at.high > 0) out.at.low = std::min(out.at.low, Rational{0});
        return settled(out);
    }

    static Result root(const Value& value)
    {
        if (value.at.low < 0) return std::nullopt;
        return settled({{root_of(value.at.low).low, root_of(value.at.high).high}, value.whole});
    }

    // No text of arithmetic has functions that are known here.
    static Result call(std::size_t /*name*/, const std::vector<Value>& /*arguments*/)
    {
        return std::nullopt;
    }

private:
    // No operation leaves a value that the next one would have to be afraid of.
    static Result settled(Value value)
    {
        if (!is_small(value.at.low) || !is_small(value.at.high)) return std::nullopt;
        value.whole = value.whole && value.at.low.get_den() == 1 && value.at.high.get_den() == 1;
        return value;
    }

    Result number(std::size_t& at) const
    {
        const std::size_t index = at++;
        const Sign& sign = m_signs[index];
        Rational exact = m_way.other_mark && sign.has_other ? sign.other : sign.value;
        int place = m_way.other_mark ? sign.other_place : sign.place;
        if (m_way.dot_is_mark && at + 1 < m_signs.size() && kind(at) == Kind::times &&
            m_signs[at].dot) {
            const Sign& tail = m_signs[at + 1];
            exact += tail.value * reading::power_of_ten(-tail.digits);
            place = -tail.digits;
            at += 2;
        }
        Interval value = Interval::point(exact);
        if (!m_way.rounded.empty() && m_way.rounded[index] != 0) {
            const Rational unit = reading::power_of_ten(place);
            value = {exact - unit, exact + unit};
        }
        if (m_way.in_base) {
            const reading::Unit* unit = reading::find_unit(sign.unit);
            if (unit == nullptr || unit->factor == 0) return std::nullopt;
            value = value * Interval::point(unit->factor);
        }
        if (sign.percent && !m_way.percent_is_count)
            value = value * Interval::point(Rational{1, 100});
        return settled({value, !sign.percent});
    }

    Result letter(std::size_t& at) const
    {
        const Sign& sign = m_signs[at++];
        const auto name = m_text.substr(sign.begin, sign.end - sign.begin);
        // A function of what stands in the brackets.
        if (at < m_signs.size() && kind(at) == Kind::open && !m_signs[at].space_before)
            return std::nullopt;
        // Between what schools and machines put in for it.
        if (name == "\u03c0") return Value{{Rational{157, 50}, Rational{22, 7}}, false};
        const auto known = m_letters.known.find(name);
        if (known == m_letters.known.end()) return std::nullopt;
        return settled({known->second, is_point(known->second)});
    }

    std::string_view m_text;
    std::span<const Sign> m_signs;
    const Way& m_way;
    const Letters& m_letters;
};

} // namespace

Interval root_of(const Rational& square)
{
    const mpz_class top = sqrt(square.get_num());
    const mpz_class bottom = sqrt(square.get_den());
    if (top * top == square.get_num() && bottom * bottom == square.get_den())
        return Interval::point(Rational{top, bottom});
    const Rational scale = reading::power_of_ten(k_root_places);
    const Rational shifted = square * scale * scale;
    const mpz_class low = sqrt(mpz_class{shifted.get_num() / shifted.get_den()});
    return {Rational{low} / scale, Rational{low + 1} / scale};
}

std::optional<Value> evaluate(std::string_view text, std::span<const Sign> signs, const Way& way,
                              const Letters& letters)
{
    if (signs.empty() || signs.size() > k_max_signs) return std::nullopt;
    Reading reading{text, signs, way, letters};
    return Grammar{reading}.whole();
}

} // namespace verify::equations
