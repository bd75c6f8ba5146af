#include "verify/equations/solving.hpp"
#include "verify/equations/checks.hpp"

#include "base/concat.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "verify/law/judge.hpp"

#include <algorithm>
#include <utility>

namespace verify::equations {

using reading::WordSet;

namespace {

// The one letter of both sides; empty when there are two or none, or a number that is not a pure
// one.
std::string letter_of(std::string_view text, const Chain& chain)
{
    std::string out;
    for (const auto& side : chain.sides)
        for (const auto& sign : side.signs) {
            if (sign.kind == Kind::number &&
                (sign.percent || sign.named || sign.has_other || !sign.unit.empty()))
                return {};
            if (sign.kind != Kind::letter) continue;
            const std::string name{text.substr(sign.begin, sign.end - sign.begin)};
            if (!out.empty() && name != out) return {};
            out = name;
        }
    return out.size() == 1 ? out : std::string{};
}

// Left less right where the letter has this value.
std::optional<Rational> difference_at(std::string_view text, const Chain& chain,
                                      const std::string& letter, long value)
{
    Letters letters;
    letters.known[letter] = Interval::point(value);
    const auto left = evaluate(text, chain.sides[0].signs, {}, letters);
    const auto right = evaluate(text, chain.sides[1].signs, {}, letters);
    if (!left || !right || left->at.low != left->at.high || right->at.low != right->at.high)
        return std::nullopt;
    return Rational{left->at.low - right->at.low};
}

} // namespace

std::optional<Step> step_of(std::string_view text, const Chain& chain)
{
    if (chain.is_asked || chain.sides.size() != 2 || chain.sides[0].is_open ||
        chain.sides[1].is_open)
        return std::nullopt;
    Step out;
    out.letter = letter_of(text, chain);
    if (out.letter.empty()) return std::nullopt;
    const auto zero = difference_at(text, chain, out.letter, 0);
    const auto one = difference_at(text, chain, out.letter, 1);
    const auto two = difference_at(text, chain, out.letter, 2);
    const auto three = difference_at(text, chain, out.letter, 3);
    if (!zero || !one || !two || !three) return std::nullopt;
    const Rational slope = *one - *zero;
    const bool is_linear = *two - *one == slope && *three - *two == slope;
    if (!is_linear || slope == 0) return std::nullopt;
    out.root = -*zero / slope;
    out.allowed = Interval::point(out.root);
    // "p = 0.02", "p = 7.2 x 10": told, and not to be solved.
    out.is_solved = chain.sides[0].is_letter() && !chain.sides[1].has(Kind::letter);
    if (out.is_solved)
        for (const auto& sign : chain.sides[1].signs)
            if (sign.kind == Kind::number && (sign.place < 0 || chain.sides[1].about)) {
                const Rational unit = reading::power_of_ten(sign.place);
                out.allowed = {out.root - unit, out.root + unit};
            }
    out.begin = chain.begin();
    out.end = chain.end();
    return out;
}

void Solving::see(const Chain& chain, std::size_t sentence)
{
    constexpr std::size_t k_reach = 2;
    auto step = step_of(m_document.view.text, chain);
    const bool follows =
        step && m_step && m_step->letter == step->letter && sentence - m_sentence <= k_reach;
    const auto before = std::exchange(m_step, std::move(step));
    m_sentence = sentence;
    if (!follows || before->is_solved || !is_led_to()) return;
    if (m_step->allowed.contains(before->root) || before->allowed.contains(m_step->root)) return;
    report(*before);
}

// What stands before it says that it follows, or it is what was looked for.
bool Solving::is_led_to() const
{
    const auto range = m_document.of_sentence[m_sentence];
    auto at = range.end;
    while (at > range.begin && m_document.tokens[at - 1].begin >= m_step->begin) --at;
    // "If x = 5": no step, a case.
    constexpr std::uint32_t k_near = 4;
    for (auto word = at; word-- > range.begin && at - word <= k_near;)
        if (reading::is_one_of(m_document.word(word),
                               {"if", "when", "for", "at", "let", "try", "suppose", "put", "set",
                                "take", "not", "or", "where", "with"}))
            return false;
    if (m_step->is_solved) return true;
    return at > range.begin &&
           reading::is_in(reading::Cues{WordSet::so, {"gives", "giving", "\u21d2", "\u2192"}},
                          m_document.word(at - 1));
}

void Solving::report(const Step& before)
{
    const Passage sentence = Passage::sentence(m_document, m_sentence);
    if (is_disowned(sentence) || sentence.is(sentence.end() - 1, {"?"})) return;
    const auto quoted = [&](const Step& step) {
        return base::concat('"', m_document.view.text.substr(step.begin, step.end - step.begin),
                            "\" is solved by ", step.letter, " = ", reading::exact_text(step.root));
    };
    found(k_arith_equation, "The step does not follow from the equation before it", m_document)
        .stated(mark_view(m_document, m_step->begin, m_step->end))
        .operand(mark_view(m_document, before.begin, before.end))
        .evidence("reported", m_step->root, "recomputed", before.root)
        .read_as("plain")
        .says(quoted(before), ", ", quoted(*m_step), ".")
        .raise(m_review, "Do this step again.");
}

} // namespace verify::equations
