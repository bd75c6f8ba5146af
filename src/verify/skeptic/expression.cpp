#include "verify/skeptic/expression.hpp"
#include "reading/lexicon/lexicon.hpp"

#include <algorithm>

namespace verify::skeptic {

using reading::WordSet;

namespace {

constexpr int k_max_nesting = 32;
constexpr std::size_t k_max_items = 300;

class Reader {
public:
    explicit Reader(const Passage& sentence) : m_sentence{sentence} {}

    std::vector<Item> run()
    {
        for (std::uint32_t i = m_sentence.begin(); i < m_sentence.end();) {
            Item item = one(i);
            if (item.end <= i) item.end = i + 1;
            i = item.end;
            m_items.push_back(item);
        }
        return std::move(m_items);
    }

private:
    [[nodiscard]] const Quantity* quantity_at(std::uint32_t token)
    {
        const auto all = m_sentence.quantities();
        while (m_next < all.size() && all[m_next].end <= token) ++m_next;
        if (m_next == all.size() || all[m_next].begin > token) return nullptr;
        // The "times" of "seven times eight" is the operator.
        const bool is_times =
            all[m_next].kind == QuantityKind::multiple && token >= all[m_next].number_end;
        return is_times ? nullptr : &all[m_next];
    }

    [[nodiscard]] bool attached(std::uint32_t token) const
    {
        return m_sentence.holds(token) && !m_sentence.document().tokens[token].space_before;
    }

    static Item make(ItemKind kind, std::uint32_t begin, std::uint32_t end, bool strict = true)
    {
        return {.kind = kind, .begin = begin, .end = end, .strict = strict};
    }

    Item one(std::uint32_t i)
    {
        if (const Quantity* quantity = quantity_at(i)) return number(*quantity, i);
        const std::string_view word = m_sentence.word(i);
        if (m_sentence.document().kind(i) == TokenKind::word) return word_item(i, word);
        if (m_sentence.document().kind(i) != TokenKind::symbol)
            return make(ItemKind::stop, i, i + 1);
        return symbol(i, word);
    }

    Item number(const Quantity& quantity, std::uint32_t i)
    {
        Item item = make(ItemKind::number, i, quantity.end);
        item.quantity = &quantity;
        const bool usable = !quantity.doubtful && quantity.kind != QuantityKind::ordinal &&
                            quantity.kind != QuantityKind::points;
        if (!usable) item.kind = ItemKind::stop;
        if (quantity.kind == QuantityKind::multiple) {
            // "5 times 3" is a product, "5x" alone is a factor of something else.
            if (m_sentence.word(quantity.end - 1) != "times") item.kind = ItemKind::stop;
            item.end = quantity.end - 1;
            return item;
        }
        // "-3" after a number is a subtraction: let the sign be an operator of its own.
        const bool follows = !m_items.empty() && (m_items.back().kind == ItemKind::number ||
                                                  m_items.back().kind == ItemKind::close);
        if (quantity.negative_sign && follows) {
            if (quantity.begin == i) return make(ItemKind::minus, i, i + 1);
        }
        item.end = label_end(quantity.end);
        return item;
    }

    // Up to two nouns after a number, if arithmetic goes on behind them.
    [[nodiscard]] std::uint32_t label_end(std::uint32_t at) const
    {
        for (std::uint32_t words = 1; words <= 2; ++words) {
            const std::uint32_t last = at + words - 1;
            if (!m_sentence.holds(last) || m_sentence.document().kind(last) != TokenKind::word)
                return at;
            if (m_sentence.is(last,
                              reading::Cues{WordSet::signed_word | WordSet::role_prep |
                                                WordSet::joins | WordSet::way_prep | WordSet::every,
                                            {"per", "is", "in", "the", "so", "gives", "x", "equals",
                                             "makes", "divided", "multiplied", "but", "then", "mod",
                                             "remainder", "sqrt", "r"}}))
                return at;
            if (m_sentence.is(last + 1, reading::Cues{WordSet::times_sign | WordSet::signed_word |
                                                          WordSet::closes,
                                                      {"+", "\u00f7", "="}}) ||
                (m_sentence.is(last + 1, reading::Cues{WordSet::dash, {"/"}}) &&
                 !attached(last + 1)))
                return last + 1;
        }
        return at;
    }

    Item word_item(std::uint32_t i, std::string_view word)
    {
        if (word == "plus") return make(ItemKind::plus, i, i + 1);
        if (word == "minus") return make(ItemKind::minus, i, i + 1);
        if (word == "times" || word == "x") return make(ItemKind::times, i, i + 1);
        if (word == "divided" && m_sentence.word(i + 1) == "by")
            return make(ItemKind::over, i, i + 2);
        if (word == "multiplied" && m_sentence.word(i + 1) == "by")
            return make(ItemKind::times, i, i + 2);
        if (word == "equals") return make(ItemKind::equals, i, i + 1);
        if (word == "is" && m_sentence.reads(i + 1, {"equal", "to"}))
            return make(ItemKind::equals, i, i + 3);
        if (word == "is" || word == "makes" || word == "gives" || word == "equal")
            return make(ItemKind::equals, i, i + 1, /*strict=*/false);
        if (word == "sqrt") return make(ItemKind::root, i, i + 1);
        if (word == "of" && !m_items.empty() && m_items.back().quantity != nullptr &&
            (m_items.back().quantity->kind == QuantityKind::percent ||
             m_items.back().quantity->kind == QuantityKind::fraction))
            return make(ItemKind::times, i, i + 1, /*strict=*/false);
        return make(ItemKind::stop, i, i + 1);
    }

    Item symbol(std::uint32_t i, std::string_view sign)
    {
        const bool spaced = !attached(i) && !attached(i + 1);
        if (sign == "+") return make(ItemKind::plus, i, i + 1);
        if (sign == "-") return make(ItemKind::minus, i, i + 1, spaced);
        if (sign == "\u2013" && spaced) return make(ItemKind::minus, i, i + 1, /*strict=*/false);
        if (sign == "*" || sign == "\u00d7" || sign == "\u00b7" || sign == "\u22c5")
            return make(ItemKind::times, i, i + 1);
        if (sign == "/") return make(ItemKind::over, i, i + 1, spaced);
        if (sign == "\u00f7") return make(ItemKind::over, i, i + 1);
        if (sign == "^") return make(ItemKind::power, i, i + 1);
        if (sign == "\u221a") return make(ItemKind::root, i, i + 1);
        if (sign == "(") return make(ItemKind::open, i, i + 1);
        if (sign == ")") return make(ItemKind::close, i, i + 1);
        if (sign == "\u2248" || sign == "\u2243" || sign == "\u2245") {
            Item item = make(ItemKind::equals, i, i + 1);
            item.about = true;
            return item;
        }
        if (sign == "=" && stands_alone(i)) return make(ItemKind::equals, i, i + 1);
        return make(ItemKind::stop, i, i + 1);
    }

    // Not a part of "==", "<=", "!=", ":=", "=>".
    [[nodiscard]] bool stands_alone(std::uint32_t i) const
    {
        constexpr std::string_view k_joined = "=<>!:+-*/~";
        const auto is_joined = [&](std::uint32_t token) {
            const auto word = m_sentence.word(token);
            return word.size() == 1 && k_joined.find(word.front()) != std::string_view::npos;
        };
        if (attached(i) && is_joined(i - 1)) return false;
        if (!attached(i + 1)) return true;
        return !is_joined(i + 1) || m_sentence.word(i + 1) == "-";
    }

    const Passage& m_sentence;
    std::size_t m_next = 0;
    std::vector<Item> m_items;
};

// Precedence climbing: + - below * / below ^ (right) below unary minus and roots.
class Parser {
public:
    Parser(const std::vector<Item>& items, std::size_t begin, std::size_t end, bool other_mark)
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
        if (depth > k_max_nesting) return std::nullopt;
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

std::vector<Item> read_items(const Passage& sentence)
{
    return Reader{sentence}.run();
}

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
    return Parser{items, begin, end, other_mark}.whole();
}

} // namespace verify::skeptic
