// The signs, numbers and brackets of an expression.
#include "reading/lexicon/lexicon.hpp"
#include "verify/equations/expression.hpp"

#include <algorithm>

namespace verify::equations {

using reading::WordSet;

namespace {

class ExpressionReader {
public:
    explicit ExpressionReader(const Passage& sentence) : m_sentence{sentence} {}

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

} // namespace

std::vector<Item> read_items(const Passage& sentence)
{
    return ExpressionReader{sentence}.run();
}

} // namespace verify::equations
