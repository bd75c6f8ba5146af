#include "verify/equations/expression.hpp"
#include "reading/lexicon/lexicon.hpp"

#include <algorithm>

namespace verify::equations {

using reading::WordSet;

namespace {

constexpr int k_most_nesting = 32;
constexpr std::size_t k_max_items = 300;

// Precedence climbing: + - below * / below ^ (right) below unary minus and roots.
class ExpressionParser {
public:
    ExpressionParser(const std::vector<Item>& items, std::size_t begin, std::size_t end,
                     bool other_mark)
        : m_items{items}, m_at{begin}, m_end{end}, m_other_mark{other_mark}
    {
    }

    std::optional<Measured> whole()
    {
        auto value = sum(0);
        if (!value || m_at != m_end) return std::nullopt;
        return value;
    }

private:
    [[nodiscard]] bool next_is(ItemKind kind) const
    {
        return m_at < m_end && m_items[m_at].kind == kind;
    }

    std::optional<Measured> sum(int depth)
    {
        auto left = product(depth);
        while (left && (next_is(ItemKind::plus) || next_is(ItemKind::minus))) {
            const bool adds = m_items[m_at++].kind == ItemKind::plus;
            const auto right = product(depth);
            if (!right) return std::nullopt;
            left = joined(*left, *right, adds);
        }
        return left;
    }

    static Measured joined(const Measured& left, const Measured& right, bool adds)
    {
        Measured out = left;
        out.plain = adds ? left.plain + right.plain : left.plain - right.plain;
        out.base = adds ? left.base + right.base : left.base - right.base;
        out.tangled = left.tangled || right.tangled;
        if (out.unit == nullptr) out.unit = right.unit;
        if (out.currency.empty()) out.currency = right.currency;
        const bool unlike = (left.unit != nullptr && right.unit != nullptr &&
                             left.unit->measured != right.unit->measured) ||
                            (!left.currency.empty() && !right.currency.empty() &&
                             left.currency != right.currency) ||
                            left.percent != right.percent;
        const bool unequal_bare = left.unit != nullptr && right.unit != nullptr &&
                                  left.unit->canonical != right.unit->canonical &&
                                  (left.unit->factor == 0 || right.unit->factor == 0);
        out.conflict = left.conflict || right.conflict || unlike || unequal_bare;
        return out;
    }

    std::optional<Measured> product(int depth)
    {
        auto left = unary(depth);
        while (left && (next_is(ItemKind::times) || next_is(ItemKind::over))) {
            const bool multiplies = m_items[m_at++].kind == ItemKind::times;
            const auto right = unary(depth);
            if (!right) return std::nullopt;
            left = scaled(*left, *right, multiplies);
        }
        return left;
    }

    static std::optional<Measured> scaled(const Measured& left, const Measured& right,
                                          bool multiplies)
    {
        Measured out = left;
        if (multiplies) {
            out.plain = left.plain * right.plain;
            out.base = left.base * right.base;
        } else {
            const auto plain = reading::divide(left.plain, right.plain);
            const auto base = reading::divide(left.base, right.base);
            if (!plain || !base) return std::nullopt;
            out.plain = *plain;
            out.base = *base;
        }
        if (out.unit == nullptr) out.unit = right.unit;
        if (out.currency.empty()) out.currency = right.currency;
        const bool both = left.unit != nullptr && right.unit != nullptr;
        out.tangled =
            left.tangled || right.tangled || both || (!multiplies && right.unit != nullptr);
        out.conflict = left.conflict || right.conflict;
        out.percent = left.percent && right.percent;
        return out;
    }

    std::optional<Measured> unary(int depth)
    {
        if (depth > k_most_nesting) return std::nullopt;
        if (next_is(ItemKind::minus)) {
            ++m_at;
            auto value = unary(depth + 1);
            if (!value) return std::nullopt;
            const Interval zero = Interval::point(0);
            value->plain = zero - value->plain;
            value->base = zero - value->base;
            return value;
        }
        auto base = atom(depth);
        if (!base || !next_is(ItemKind::power)) return base;
        ++m_at;
        const auto exponent = unary(depth + 1);
        if (!exponent) return std::nullopt;
        return raised(*base, *exponent);
    }

    static std::optional<Measured> raised(const Measured& base, const Measured& exponent)
    {
        const Rational& power = exponent.plain.low;
        if (exponent.plain.high != power || power.get_den() != 1 || abs(power) > 1000)
            return std::nullopt;
        const int times = static_cast<int>(power.get_num().get_si());
        const auto low = reading::power(base.plain.low, times);
        const auto high = reading::power(base.plain.high, times);
        if (!low || !high) return std::nullopt;
        Measured out = base;
        out.plain = {std::min(*low, *high), std::max(*low, *high)};
        out.base = out.plain;
        out.tangled = base.unit != nullptr;
        return out;
    }

    std::optional<Measured> atom(int depth)
    {
        if (next_is(ItemKind::root)) return root(depth);
        if (next_is(ItemKind::open)) {
            ++m_at;
            auto value = sum(depth + 1);
            if (!value || !next_is(ItemKind::close)) return std::nullopt;
            ++m_at;
            return value;
        }
        if (!next_is(ItemKind::number)) return std::nullopt;
        const Item& item = m_items[m_at++];
        Measured out = measure(*item.quantity, m_other_mark, /*rounded=*/false);
        const bool split_sign = item.quantity->negative_sign && item.begin > item.quantity->begin;
        if (split_sign) {
            const Interval zero = Interval::point(0);
            out.plain = zero - out.plain;
            out.base = zero - out.base;
        }
        return out;
    }

    // Only perfect squares have an exact root; others are left alone.
    std::optional<Measured> root(int depth)
    {
        ++m_at;
        auto value = atom(depth + 1);
        if (!value || value->plain.low != value->plain.high || value->plain.low < 0)
            return std::nullopt;
        const Rational& square = value->plain.low;
        const mpz_class top = sqrt(square.get_num());
        const mpz_class bottom = sqrt(square.get_den());
        if (top * top != square.get_num() || bottom * bottom != square.get_den())
            return std::nullopt;
        value->plain = value->base = Interval::point(Rational{top, bottom});
        return value;
    }

    const std::vector<Item>& m_items;
    std::size_t m_at;
    std::size_t m_end;
    bool m_other_mark;
};

} // namespace

Measured measure(const Quantity& quantity, bool other_mark, bool rounded)
{
    Measured out;
    const bool loose = rounded || quantity.scaled || quantity.unit != nullptr;
    out.plain = loose ? reading::measured(quantity, other_mark)
                      : Interval::point(reading::value_of(quantity, other_mark));
    out.unit = quantity.unit;
    out.currency = quantity.currency;
    out.percent = quantity.kind == QuantityKind::percent;
    if (out.percent) out.plain = out.plain * Interval::point(Rational{1, 100});
    out.base = out.plain;
    if (out.unit != nullptr && out.unit->factor != 0)
        out.base = out.plain * Interval::point(out.unit->factor);
    return out;
}

std::optional<Measured> evaluate(const std::vector<Item>& items, std::size_t begin, std::size_t end,
                                 bool other_mark)
{
    if (begin >= end || end - begin > k_max_items) return std::nullopt;
    return ExpressionParser{items, begin, end, other_mark}.whole();
}

} // namespace verify::equations
