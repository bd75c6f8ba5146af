// arith.equation and arith.share: "12 x 15 = 180", "40% of 60 is 24".
#include "verify/equations/equation.hpp"
#include "base/concat.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "reading/number_words.hpp"
#include "verify/equations/checks.hpp"
#include "verify/equations/expression.hpp"
#include "verify/law/judge.hpp"
#include "verify/law/ledger.hpp"
#include "verify/relations/checks.hpp"

namespace verify::equations {

using reading::WordSet;

namespace {

// Arithmetic of another kind than the usual one.
constexpr std::string_view k_other_arithmetic[] = {
    "mod",         "modulo",    "modulus",       "binary",  "octal",  "hex",
    "hexadecimal", "clock",     "remainder",     "xor",     "gf",     "modular",
    "rounded",     "rounding",  "concatenation", "string",  "matrix", "vector",
    "integer",     "truncated", "overflow",      "floored", "puzzle", "riddle"};

bool is_operator(ItemKind kind)
{
    return kind == ItemKind::plus || kind == ItemKind::minus || kind == ItemKind::times ||
           kind == ItemKind::over || kind == ItemKind::power;
}

bool is_part(ItemKind kind)
{
    return kind != ItemKind::stop && kind != ItemKind::equals;
}

struct SideValue {
    std::size_t begin = 0;
    std::size_t end = 0;
    bool has_operator = false;
    bool has_strict_operator = false; // one that only arithmetic uses
    bool has_share = false;           // "% of"
    [[nodiscard]] bool is_single() const { return end - begin == 1; }
};

class Equations {
public:
    Equations(const Passage& sentence, Ledger& ledger, Review& review)
        : m_sentence{sentence}, m_ledger{ledger}, m_review{review}, m_items{read_items(sentence)},
          m_is_other{has_other_arithmetic(sentence)}
    {
    }

    void run()
    {
        std::size_t from = 0;
        for (std::size_t i = 0; i < m_items.size(); ++i) {
            if (m_items[i].kind != ItemKind::equals) continue;
            one(from, i);
            from = i + 1;
        }
    }

private:
    [[nodiscard]] SideValue describe(std::size_t begin, std::size_t end) const
    {
        SideValue side{begin, end};
        for (std::size_t i = begin; i < end; ++i) {
            const Item& item = m_items[i];
            const bool share = item.kind == ItemKind::times && m_sentence.word(item.begin) == "of";
            side.has_share = side.has_share || share;
            if (!is_operator(item.kind) && item.kind != ItemKind::root) continue;
            side.has_operator = true;
            side.has_strict_operator =
                side.has_strict_operator || (item.strict && item.kind != ItemKind::over) || share;
        }
        return side;
    }

    // The longest run of arithmetic that ends at `equals`, without an opening bracket of its own.
    [[nodiscard]] std::optional<SideValue> left_of(std::size_t from, std::size_t equals) const
    {
        std::size_t begin = equals;
        while (begin > from && is_part(m_items[begin - 1].kind)) --begin;
        int depth = 0;
        for (std::size_t i = equals; i-- > begin;) {
            if (m_items[i].kind == ItemKind::close) ++depth;
            if (m_items[i].kind == ItemKind::open && --depth < 0) {
                begin = i + 1;
                break;
            }
        }
        if (begin == equals) return std::nullopt;
        // "- 3 + 4 = 7" at the start is a list item.
        if (m_items[begin].kind == ItemKind::minus && begin == 0) ++begin;
        if (begin == equals || !starts_clean(begin)) return std::nullopt;
        return describe(begin, equals);
    }

    // Nothing before the run that would belong to it: a variable, a function, a dangling sign.
    [[nodiscard]] bool starts_clean(std::size_t begin) const
    {
        const Item& first = m_items[begin];
        if (is_operator(first.kind) && first.kind != ItemKind::minus) return false;
        if (begin == 0) return true;
        const Item& before = m_items[begin - 1];
        if (before.kind == ItemKind::number || before.kind == ItemKind::close) return false;
        if (before.kind != ItemKind::stop) return true;
        const std::uint32_t token = before.end - 1;
        const std::string_view word = m_sentence.word(token);
        const bool glued = !m_sentence.document().tokens[first.begin].space_before;
        const TokenKind kind = m_sentence.document().kind(token);
        if (first.kind == ItemKind::minus && !word.empty() && kind == TokenKind::word) return false;
        if (kind == TokenKind::word)
            return !glued && word.size() > 1 &&
                   !reading::is_one_of(word, {"log", "ln", "sin", "cos", "tan", "max", "min", "gcd",
                                              "lcm", "per", "mod", "of", "exp", "abs", "sum",
                                              "than", "section", "divided", "multiplied"});
        if (kind != TokenKind::symbol) return false;
        return reading::is_in(
            reading::Cues{WordSet::stop | WordSet::quote | WordSet::comma | WordSet::colon |
                              WordSet::semicolon,
                          {"[", "\u2014", "\u2192", "\u2022", "\u21d2", "\u2234", "="}},
            word);
    }

    [[nodiscard]] std::optional<SideValue> right_of(std::size_t equals) const
    {
        std::size_t end = equals + 1;
        int depth = 0;
        while (end < m_items.size() && is_part(m_items[end].kind)) {
            // "= 12 (see below)", "= 12)": the bracket is not ours.
            if (m_items[end].kind == ItemKind::open && end > equals + 1 &&
                !is_operator(m_items[end - 1].kind) && m_items[end - 1].kind != ItemKind::open)
                break;
            if (m_items[end].kind == ItemKind::open) ++depth;
            if (m_items[end].kind == ItemKind::close && --depth < 0) break;
            ++end;
        }
        if (end == equals + 1) return std::nullopt;
        if (is_operator(m_items[end - 1].kind)) {
            // "= 30 - a good number": a dash; "= 30 - x" is algebra.
            const bool variable =
                end < m_items.size() && m_sentence.word(m_items[end].begin).size() == 1;
            const bool dash =
                m_items[end - 1].kind == ItemKind::minus && end - 1 > equals + 1 && !variable;
            if (!dash) return std::nullopt;
            --end;
        }
        if (end < m_items.size()) {
            const Item& next = m_items[end];
            const std::string_view word = m_sentence.word(next.begin);
            if (!m_sentence.document().tokens[next.begin].space_before &&
                !reading::is_in(reading::Cues{WordSet::stop | WordSet::quote | WordSet::closes |
                                                  WordSet::comma | WordSet::colon |
                                                  WordSet::semicolon | WordSet::opens,
                                              {"\u2014", "\u00b2", "\u00b3"}},
                                word) &&
                next.kind == ItemKind::stop)
                return std::nullopt;
            if (reading::is_one_of(word, {"remainder", "r", "rem", "mod", "million", "!", "?"}))
                return std::nullopt;
            if (word == "." && m_sentence.reads(next.begin, {".", ".", "."})) return std::nullopt;
        }
        return describe(equals + 1, end);
    }

    void one(std::size_t from, std::size_t equals)
    {
        const auto left = left_of(from, equals);
        const auto right = right_of(equals);
        if (!left || !right) return;
        const bool word_equals = !m_items[equals].strict;
        if (left->has_operator && right->is_single()) {
            if (word_equals && !left->has_strict_operator) return;
            compare(*left, m_items[right->begin], equals);
        } else if (right->has_strict_operator && left->is_single() && !word_equals) {
            const bool last =
                right->end == m_items.size() || m_items[right->end].kind != ItemKind::equals;
            if (last) compare(*right, m_items[left->begin], equals);
        }
    }

    void compare(const SideValue& side, const Item& result, std::size_t equals)
    {
        const Quantity* stated = result.quantity;
        if (stated == nullptr || stated->kind == QuantityKind::multiple || stated->in_range) return;
        if (stated->kind == QuantityKind::fraction) return;
        if (m_is_other) return;
        // What a relation says of shares goes before.
        const Mark place = mark_of(m_sentence.document(), *stated, "stated");
        if (side.has_share && m_ledger.knows(place)) return;
        const auto trial = evaluate(m_items, side.begin, side.end, /*other_mark=*/false);
        if (!trial || trial->conflict || !comparable(*trial, side, *stated)) return;

        Quantity allowed = *stated;
        if (m_items[equals].about) allowed.qualifier = reading::Qualifier::about;
        Claimed claimed;
        claimed.check = side.has_share ? relations::k_arith_share : k_arith_equation;
        claimed.title =
            side.has_share ? "Share does not match its whole" : "Equation does not hold";
        claimed.stated = &allowed;
        for (std::size_t i = side.begin; i < side.end; ++i)
            if (m_items[i].quantity != nullptr && m_items[i].kind == ItemKind::number)
                claimed.operands.push_back(m_items[i].quantity);
        claimed.formula = written(side);
        const Candidate plain{"plain",
                              [&](bool other_mark) { return computed(side, *stated, other_mark); }};
        // "400k + 20000 * 8 = 560 kbytes": the result is told in the scale of an operand.
        bool scaled = false;
        for (const auto* operand : claimed.operands)
            scaled = scaled || (operand->scaled && !stated->scaled);
        const auto in_scale = [&](int exponent) {
            return [&, exponent](bool other_mark) -> std::optional<Interval> {
                const auto whole = computed(side, *stated, other_mark);
                if (!whole || !scaled) return std::nullopt;
                return *whole * Interval::point(reading::power_of_ten(-exponent));
            };
        };
        const Candidate candidates[] = {plain,
                                        {"thousands", in_scale(3)},
                                        {"millions", in_scale(6)},
                                        {"billions", in_scale(9)}};
        const std::size_t known = m_review.findings.size();
        // A share of a count is a whole number of things.
        const bool whole_share = side.has_share && stated->place == 0 && !stated->scaled;
        judge(m_sentence.document(), claimed, candidates, m_review,
              whole_share ? Rational{1, 2} : inexact_slack(*stated, side));
        if (m_review.findings.size() > known && is_disowned(m_sentence))
            m_review.findings.pop_back();
    }

    // An integer result of a division or root may have been rounded.
    [[nodiscard]] Rational inexact_slack(const Quantity& stated, const SideValue& side) const
    {
        bool divides = false;
        bool decimals = false;
        for (std::size_t i = side.begin; i < side.end; ++i) {
            divides = divides || m_items[i].kind == ItemKind::over;
            const Quantity* operand = m_items[i].quantity;
            decimals = decimals || (operand != nullptr && (operand->place < stated.place ||
                                                           operand->kind == QuantityKind::percent));
        }
        if (!divides && !decimals) return 0;
        if (!reading::is_exact(stated)) return 0;
        return reading::power_of_ten(stated.place) / 2;
    }

    // Whether the stated number is in the unit the expression is in.
    [[nodiscard]] bool comparable(const Measured& value, const SideValue& side,
                                  const Quantity& stated) const
    {
        if (!value.currency.empty() && !stated.currency.empty() &&
            value.currency != stated.currency)
            return false;
        const bool superscript = m_sentence.is(stated.end, {"\u00b2", "\u00b3", "^"});
        if (value.tangled) {
            if (stated.unit == nullptr || !superscript) return false;
            for (std::size_t i = side.begin; i < side.end; ++i) {
                const Quantity* operand = m_items[i].quantity;
                if (operand != nullptr && operand->unit != nullptr &&
                    operand->unit->canonical != stated.unit->canonical)
                    return false;
            }
            return true;
        }
        if (superscript) return false;
        if (value.unit == nullptr || stated.unit == nullptr) {
            // "5 km x 3 = 15": fine; "90 min + 2 h = 3.5" says nothing about its unit.
            return value.unit == nullptr || value.plain.low == value.base.low || same_units(side);
        }
        return value.unit->measured == stated.unit->measured &&
               (value.unit->factor != 0 || value.unit->canonical == stated.unit->canonical) &&
               (stated.unit->factor != 0 || value.unit->canonical == stated.unit->canonical);
    }

    [[nodiscard]] bool same_units(const SideValue& side) const
    {
        std::string_view name;
        for (std::size_t i = side.begin; i < side.end; ++i) {
            const Quantity* operand = m_items[i].quantity;
            if (operand == nullptr || operand->unit == nullptr) continue;
            if (!name.empty() && name != operand->unit->canonical) return false;
            name = operand->unit->canonical;
        }
        return true;
    }

    [[nodiscard]] std::optional<Interval> computed(const SideValue& side, const Quantity& stated,
                                                   bool other_mark) const
    {
        const auto value = evaluate(m_items, side.begin, side.end, other_mark);
        if (!value) return std::nullopt;
        if (stated.kind == QuantityKind::percent) return value->plain * Interval::point(100);
        const bool convert = !value->tangled && value->unit != nullptr && stated.unit != nullptr &&
                             value->unit->canonical != stated.unit->canonical;
        const bool mixed = !value->tangled && stated.unit != nullptr && !same_units(side);
        if (!convert && !mixed) return value->plain;
        const Measured one = measure(stated, false, false);
        if (one.plain.low == 0 || one.base.low == 0) return std::nullopt;
        return value->base * Interval::point(one.plain.low / one.base.low);
    }

    [[nodiscard]] std::string written(const SideValue& side) const
    {
        const auto& document = m_sentence.document();
        const auto from = document.tokens[m_items[side.begin].begin].begin;
        const auto to = document.tokens[m_items[side.end - 1].end - 1].end;
        std::string out = document.view.text.substr(from, to - from);
        for (char& c : out)
            if (reading::is_blank(c)) c = ' ';
        return out;
    }

    const Passage& m_sentence;
    Ledger& m_ledger;
    Review& m_review;
    std::vector<Item> m_items;
    bool m_is_other;
};

} // namespace

bool has_other_arithmetic(const Passage& sentence)
{
    if (sentence.any(k_other_arithmetic)) return true;
    // "base 2", "base-10"; a triangle has a base of another kind
    for (std::uint32_t at = sentence.begin(); at < sentence.end(); ++at) {
        if (!sentence.is(at, {"base"})) continue;
        const std::uint32_t number = sentence.is(at + 1, {"-"}) ? at + 2 : at + 1;
        const bool counts = sentence.document().kind(number) == reading::TokenKind::number ||
                            reading::cardinal_word(sentence.word(number));
        if (sentence.holds(number) && counts) return true;
    }
    return false;
}

void check_equations(const Passage& sentence, Ledger& ledger, Review& review)
{
    static constexpr reading::OwnCues k_equals{WordSet::equals, {"is", "makes", "gives"}};
    if (sentence.quantities().size() < 2 || !sentence.any(k_equals)) return;
    Equations{sentence, ledger, review}.run();
}

} // namespace verify::equations
