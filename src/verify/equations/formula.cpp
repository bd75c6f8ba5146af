#include "verify/equations/formula.hpp"

#include <algorithm>

namespace verify::equations {

namespace {

constexpr int k_max_nesting = 40;
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

// Precedence climbing: + - below * / below signs below powers.
class Parser {
public:
    Parser(std::string_view text, std::span<const Sign> signs, const Way& way,
           const Letters& letters)
        : m_text{text}, m_signs{signs}, m_way{way}, m_letters{letters}
    {
    }

    std::optional<Value> whole()
    {
        auto value = sum(0);
        if (!value || m_at != m_signs.size()) return std::nullopt;
        return value;
    }

private:
    [[nodiscard]] bool next_is(Kind kind) const
    {
        return m_at < m_signs.size() && m_signs[m_at].kind == kind;
    }

    // No operation leaves a value that the next one would have to be afraid of.
    static std::optional<Value> settled(Value value)
    {
        if (!is_small(value.at.low) || !is_small(value.at.high)) return std::nullopt;
        value.whole = value.whole && value.at.low.get_den() == 1 && value.at.high.get_den() == 1;
        return value;
    }

    std::optional<Value> sum(int depth)
    {
        auto left = product(depth);
        while (left && (next_is(Kind::plus) || next_is(Kind::minus))) {
            const bool adds = m_signs[m_at++].kind == Kind::plus;
            const std::size_t from = m_at;
            const auto right = product(depth);
            // "200 + 10%": a tenth of what?
            const bool open = m_at == from + 1 && m_signs[from].percent && !m_way.percent_is_count;
            if (!right || open) return std::nullopt;
            left->at = adds ? left->at + right->at : left->at - right->at;
            left->whole = left->whole && right->whole;
            left = settled(*left);
        }
        return left;
    }

    std::optional<Value> product(int depth)
    {
        auto left = unary(depth);
        bool divided = false;
        while (left) {
            if (next_is(Kind::times)) {
                ++m_at;
                left = multiplied(*left, unary(depth));
            } else if (next_is(Kind::over)) {
                ++m_at;
                divided = true;
                left = quotient(*left, unary(depth));
            } else if (is_implied()) {
                // "1/2(3 + 4)": where the fraction ends is not told.
                if (divided) return std::nullopt;
                left = multiplied(*left, power(depth));
            } else {
                return left;
            }
        }
        return left;
    }

    // "2(3 + 4)", "3x", "(1 + 2)(3 + 4)"; "f(2)" is a function.
    [[nodiscard]] bool is_implied() const
    {
        if (m_at == 0 || m_at >= m_signs.size()) return false;
        const Kind before = m_signs[m_at - 1].kind;
        if (m_signs[m_at].space_before || !m_signs[m_at - 1].unit.empty()) return false;
        if (next_is(Kind::open)) return before == Kind::number || before == Kind::close;
        return next_is(Kind::letter) && (before == Kind::number || before == Kind::close);
    }

    static std::optional<Value> multiplied(const Value& left, const std::optional<Value>& right)
    {
        if (!right) return std::nullopt;
        Value out;
        out.at = left.at * right->at;
        out.whole = left.whole && right->whole;
        return settled(out);
    }

    static std::optional<Value> quotient(const Value& left, const std::optional<Value>& right)
    {
        if (!right) return std::nullopt;
        const auto at = reading::divide(left.at, right->at);
        if (!at) return std::nullopt;
        Value out;
        out.at = *at;
        out.whole = left.whole && right->whole;
        return settled(out);
    }

    static Value negated(Value value)
    {
        value.at = Interval::point(0) - value.at;
        return value;
    }

    std::optional<Value> unary(int depth)
    {
        if (depth > k_max_nesting) return std::nullopt;
        if (next_is(Kind::plus)) {
            ++m_at;
            return unary(depth + 1);
        }
        if (!next_is(Kind::minus)) return power(depth);
        ++m_at;
        if (m_way.sign_first) {
            const auto base = atom(depth + 1);
            if (!base) return std::nullopt;
            return raised(negated(*base), depth);
        }
        const auto value = unary(depth + 1);
        return value ? std::optional{negated(*value)} : std::nullopt;
    }

    std::optional<Value> power(int depth)
    {
        const auto base = atom(depth);
        return base ? raised(*base, depth) : std::nullopt;
    }

    std::optional<Value> raised(const Value& base, int depth)
    {
        if (!next_is(Kind::power)) return base;
        ++m_at;
        const auto exponent = unary(depth + 1);
        if (!exponent || !is_point(exponent->at)) return std::nullopt;
        const Rational& power = exponent->at.low;
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

    std::optional<Value> atom(int depth)
    {
        if (depth > k_max_nesting || m_at >= m_signs.size()) return std::nullopt;
        if (next_is(Kind::root)) return root(depth);
        if (next_is(Kind::number)) return number();
        if (next_is(Kind::letter)) return letter();
        if (!next_is(Kind::open)) return std::nullopt;
        ++m_at;
        auto value = sum(depth + 1);
        if (!value || !next_is(Kind::close)) return std::nullopt;
        ++m_at;
        return value;
    }

    std::optional<Value> number()
    {
        const std::size_t index = m_at++;
        const Sign& sign = m_signs[index];
        Rational exact = m_way.other_mark && sign.has_other ? sign.other : sign.value;
        int place = m_way.other_mark ? sign.other_place : sign.place;
        if (m_way.dot_is_mark && next_is(Kind::times) && m_signs[m_at].dot &&
            m_at + 1 < m_signs.size()) {
            const Sign& tail = m_signs[m_at + 1];
            exact += tail.value * reading::power_of_ten(-tail.digits);
            place = -tail.digits;
            m_at += 2;
        }
        Interval at = Interval::point(exact);
        if (!m_way.rounded.empty() && m_way.rounded[index] != 0) {
            const Rational unit = reading::power_of_ten(place);
            at = {exact - unit, exact + unit};
        }
        if (m_way.in_base) {
            const reading::Unit* unit = reading::find_unit(sign.unit);
            if (unit == nullptr || unit->factor == 0) return std::nullopt;
            at = at * Interval::point(unit->factor);
        }
        if (sign.percent && !m_way.percent_is_count) at = at * Interval::point(Rational{1, 100});
        return settled({at, !sign.percent});
    }

    std::optional<Value> letter()
    {
        const Sign& sign = m_signs[m_at++];
        const auto name = m_text.substr(sign.begin, sign.end - sign.begin);
        // A function of what stands in the brackets.
        if (next_is(Kind::open) && !m_signs[m_at].space_before) return std::nullopt;
        // Between what schools and machines put in for it.
        if (name == "\u03c0") return Value{{Rational{157, 50}, Rational{22, 7}}, false};
        const auto known = m_letters.known.find(name);
        if (known == m_letters.known.end()) return std::nullopt;
        return settled({known->second, is_point(known->second)});
    }

    std::optional<Value> root(int depth)
    {
        ++m_at;
        const auto value = atom(depth + 1);
        if (!value || value->at.low < 0) return std::nullopt;
        Value out = *value;
        out.at = {drawn(value->at.low).low, drawn(value->at.high).high};
        return settled(out);
    }

    static Interval drawn(const Rational& square)
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

    std::string_view m_text;
    std::span<const Sign> m_signs;
    const Way& m_way;
    const Letters& m_letters;
    std::size_t m_at = 0;
};

} // namespace

std::optional<Value> evaluate(std::string_view text, std::span<const Sign> signs, const Way& way,
                              const Letters& letters)
{
    if (signs.empty() || signs.size() > k_max_signs) return std::nullopt;
    return Parser{text, signs, way, letters}.whole();
}

} // namespace verify::equations
