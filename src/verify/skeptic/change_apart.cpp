// arith.percent_change where the change is told apart from its two values: "Revenue was 1,250 in
// March and 1,410 in April. That is a rise of 12.8% from March to April."
#include "base/concat.hpp"
#include "verify/judge.hpp"
#include "verify/skeptic/change_frames.hpp"
#include "verify/skeptic/frames.hpp"
#include "verify/skeptic/skeptic.hpp"

namespace verify::skeptic {

namespace {

constexpr std::uint32_t k_sentences_back = 3;

// A change by the year, or an estimate, is not the change from the one value to the other.
constexpr std::string_view k_disabling[] = {
    "annual", "annually", "year-on-year", "average", "compound", "cagr", "forecast", "expected",
    "target", "real",     "adjusted",     "per",     "would",    "if",   "could",    "monthly"};

class ChangeApart {
public:
    ChangeApart(const Document& document, std::size_t sentence, Review& review)
        : m_document{document}, m_index{sentence},
          m_sentence{Passage::sentence(document, sentence)}, m_review{review}
    {
    }

    void run()
    {
        const Quantity* change = only_change();
        if (change == nullptr || m_sentence.any(k_disabling) || is_disowned(m_sentence)) return;
        for (std::uint32_t i = m_sentence.begin(); i + 3 < m_sentence.end(); ++i) {
            const bool between = m_sentence.is(i, {"between"});
            if (!between && !m_sentence.is(i, {"from"})) continue;
            if (!is_label(i + 1) || !m_sentence.is(i + 2, {between ? "and" : "to"}) ||
                !is_label(i + 3))
                continue;
            return compare(*change, value_labelled(i + 1), value_labelled(i + 3));
        }
        if (points_back()) compare_previous(*change);
    }

private:
    // The one percentage of the sentence, when a word of change leads to it or follows it.
    [[nodiscard]] const Quantity* only_change() const
    {
        const Quantity* found = nullptr;
        for (const auto& quantity : m_sentence.quantities()) {
            if (quantity.kind != QuantityKind::percent) continue;
            if (found != nullptr || quantity.doubtful || quantity.in_range) return nullptr;
            found = &quantity;
        }
        if (found == nullptr || m_sentence.is(found->end, {"of"})) return nullptr;
        for (std::uint32_t back = 1; back <= 3; ++back)
            if (moves(found->begin - back)) return found;
        return moves(found->end) ? found : nullptr;
    }

    [[nodiscard]] bool moves(std::uint32_t token) const
    {
        const auto word = m_sentence.word(token);
        return is_rising(word) || is_falling(word);
    }

    // What a value can be told by: a month, a year, a place. No number but a year.
    [[nodiscard]] bool is_label(std::uint32_t token) const
    {
        const auto kind = m_document.kind(token);
        if (kind == TokenKind::number) return m_document.raw(token).size() == 4;
        return (kind == TokenKind::word || kind == TokenKind::opaque) &&
               !m_sentence.is(token, {"the", "a", "an", "one", "about", "just"});
    }

    // "1,250 in March", "March: 1,250", "in March 1,250", "in March it was 1,250": the value of
    // that label in this sentence or the ones before it. nullptr when there is none, or two.
    [[nodiscard]] const Quantity* value_labelled(std::uint32_t label) const
    {
        const Quantity* found = nullptr;
        const auto wanted = m_document.word(label);
        const std::size_t first = m_index >= k_sentences_back ? m_index - k_sentences_back : 0;
        for (std::size_t i = first; i <= m_index; ++i) {
            const Passage passage = Passage::sentence(m_document, i);
            for (std::uint32_t at = passage.begin(); at < passage.end(); ++at) {
                if (at == label || passage.word(at) != wanted) continue;
                const Quantity* value = value_beside(passage, at);
                if (value == nullptr) continue;
                if (found != nullptr && found != value) return nullptr;
                found = value;
            }
        }
        return found;
    }

    [[nodiscard]] static const Quantity* value_beside(const Passage& passage, std::uint32_t label)
    {
        const bool opened = passage.is(label - 1, {"in", "for", "during", "by", "on", "at", "of"});
        const std::uint32_t before = opened ? label - 1 : label;
        const Quantity* next = nullptr;
        for (const auto& quantity : passage.quantities()) {
            if (quantity.begin == label || quantity.kind == QuantityKind::ordinal) continue;
            if (opened && quantity.end == before) return is_value(quantity) ? &quantity : nullptr;
            // One noun may stand between: "1,250 units in March".
            if (opened && quantity.end + 1 == before &&
                passage.document().kind(quantity.end) == TokenKind::word)
                return is_value(quantity) ? &quantity : nullptr;
            if (quantity.begin > label && next == nullptr) next = &quantity;
        }
        if (next == nullptr || next->begin - label > 5 || !is_value(*next)) return nullptr;
        constexpr std::string_view k_breaks[] = {",", ";", "and", "to", "from", "("};
        const bool colon = passage.is(label + 1, {":"}) && next->begin == label + 2;
        const bool leads = passage.is(label - 1, {"in", "for", "during"}) &&
                           !passage.any(label + 1, next->begin, k_breaks);
        return colon || leads ? next : nullptr;
    }

    [[nodiscard]] static bool is_value(const Quantity& quantity)
    {
        return quantity.kind == QuantityKind::cardinal && !quantity.doubtful &&
               !quantity.in_range && !quantity.year_like && reading::value_of(quantity) > 0;
    }

    // "That is a rise of", "This represents a fall of", "which means an increase of".
    [[nodiscard]] bool points_back() const
    {
        const std::uint32_t first = m_sentence.begin();
        return m_sentence.is(first, {"that", "this", "it"}) &&
               m_sentence.is(first + 1, {"is", "was", "means", "represents", "represented",
                                         "amounts", "equals", "marks", "meant", "corresponds"});
    }

    // Exactly two values of one kind in the sentence before: the change is the one between them.
    void compare_previous(const Quantity& change)
    {
        if (m_index == 0 ||
            m_document.sentences[m_index - 1].block != m_document.sentences[m_index].block)
            return;
        const Passage before = Passage::sentence(m_document, m_index - 1);
        const Quantity* values[2] = {};
        std::size_t count = 0;
        for (const auto& quantity : before.quantities()) {
            if (quantity.year_like && is_year(before, quantity)) continue;
            if (count == 2 || !is_value(quantity)) return;
            values[count++] = &quantity;
        }
        for (const auto& quantity : m_sentence.quantities())
            if (&quantity != &change && !is_year(m_sentence, quantity)) return;
        if (count == 2 && is_near_either(change, *values[0], *values[1]))
            compare(change, values[0], values[1]);
    }

    // Binding by place alone is believed only where the miss is small.
    [[nodiscard]] static bool is_near_either(const Quantity& change, const Quantity& first,
                                             const Quantity& second)
    {
        constexpr int k_points = 15;
        const Rational growth = abs(reading::value_of(second) / reading::value_of(first) - 1) * 100;
        return abs(abs(reading::value_of(change)) - growth) <= k_points;
    }

    void compare(const Quantity& change, const Quantity* from, const Quantity* to)
    {
        if (from == nullptr || to == nullptr || from == to || !are_alike(*from, *to)) return;
        Claimed claimed;
        claimed.check = "arith.percent_change";
        claimed.title = "Percentage does not match the two values";
        claimed.stated = &change;
        claimed.operands = {from, to};
        claimed.formula =
            base::concat("The change from ", reading::exact_text(reading::value_of(*from)), " to ",
                         reading::exact_text(reading::value_of(*to)));
        claimed.unit = "%";
        claimed.certainty = Certainty::strong;
        claimed.exact = abs(reading::value_of(*to) / reading::value_of(*from) - 1) * 100;
        const auto growth = [](const Quantity& first, const Quantity& second, bool other) {
            const auto ratio =
                reading::divide(reading::measured(second, other), reading::measured(first, other));
            if (!ratio) return std::optional<Interval>{};
            Interval out = (*ratio - Interval::point(1)) * Interval::point(100);
            if (out.high < 0) out = Interval::point(0) - out;
            return std::optional{out};
        };
        const Candidate candidates[] = {
            {"plain", [&](bool other) { return growth(*from, *to, other); }},
            {"the later value told first", [&](bool other) { return growth(*to, *from, other); }}};
        judge(m_document, claimed, candidates, m_review);
    }

    const Document& m_document;
    std::size_t m_index;
    Passage m_sentence;
    Review& m_review;
};

} // namespace

void check_changes_apart(const Document& document, std::size_t sentence, Review& review)
{
    ChangeApart{document, sentence, review}.run();
}

} // namespace verify::skeptic
