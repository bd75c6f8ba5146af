// arith.percent_change by the verb alone: "tripled from 40 to 100".
#include "base/concat.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "reading/number_words.hpp"
#include "verify/law/judge.hpp"
#include "verify/law/walk.hpp"
#include "verify/relations/checks.hpp"
#include "verify/relations/levels.hpp"
#include "verify/relations/relations.hpp"

#include <algorithm>

namespace verify::relations {

using reading::QuantityKind;

namespace {

// "tripled", "halved": how many times as much it is.
std::optional<reading::Decimal> times_of(std::string_view word)
{
    if (reading::is_one_of(word, {"halved", "halving"})) return reading::Decimal{5, -1};
    const auto times = reading::multiple_word(word);
    return times ? std::optional{reading::Decimal{*times, 0}} : std::nullopt;
}

// The verb that the first of two values follows; nullopt where it tells of a step that is repeated
// ("doubled every year", "doubled and doubled again") or names something ("doubling times").
std::optional<std::uint32_t> multiplying_verb(const Passage& passage, const Term& value,
                                              std::uint32_t from)
{
    using reading::WordSet;
    constexpr std::uint32_t k_reach = 6;
    // Words between the two that tell of steps, or open what another verb is told of.
    constexpr auto k_others = WordSet::every | WordSet::joins | WordSet::contrasts |
                              WordSet::indefinite | WordSet::up | WordSet::down;
    const std::uint32_t first = value.begin > from + k_reach ? value.begin - k_reach : from;
    std::optional<std::uint32_t> out;
    for (auto at = value.begin; at-- > first;) {
        const auto word = passage.word(at);
        if (times_of(word)) {
            if (out) return std::nullopt;
            const bool is_name =
                word.ends_with("ing") && !reading::is_in(WordSet::noun_end, passage.word(at + 1));
            if (is_name || reading::is_one_of(passage.word(at + 1), {"twice", "again"}))
                return std::nullopt;
            out = at;
        } else if (!out && (word == ";" || word == "as" || reading::is_in(k_others, word)))
            return std::nullopt;
    }
    return out;
}

// Whether the clause of the first value goes on to the second.
bool are_joined(const Passage& passage, const Term& former, const Term& latter)
{
    constexpr std::uint32_t k_reach = 6;
    constexpr std::string_view k_breaks[] = {";", "and", "but", "while", "(", "between"};
    return latter.begin >= former.end && latter.begin - former.end <= k_reach &&
           !passage.any(former.end, latter.begin, k_breaks);
}

// What "doubled" is said of: nearly so, and more where it says so.
Interval allowed_of(const Passage& passage, std::uint32_t verb, const Rational& times)
{
    Interval out{times * Rational{95, 100}, times * Rational{105, 100}};
    const auto before = passage.word(verb - 1);
    const bool is_rough = reading::is_in(
        reading::Cues{reading::WordSet::rough, {"practically", "virtually", "quite"}}, before);
    if (is_rough) out = {out.low * Rational{85, 100}, out.high * Rational{115, 100}};
    constexpr int k_any = 1000;
    if (!reading::is_one_of(before, {"than", "over"})) return out;
    if (times > 1)
        out.high += k_any;
    else
        out.low = 0;
    return out;
}

void judge_multiplied(const Passage& passage, const Pair& levels, std::uint32_t verb,
                      Review& review)
{
    const auto ratio = quotient(*levels.second, *levels.first);
    if (!ratio) return;
    Quantity quantity;
    quantity.kind = QuantityKind::multiple;
    quantity.begin = quantity.number_begin = verb;
    quantity.end = quantity.number_end = verb + 1;
    quantity.value = *times_of(passage.word(verb));
    quantity.spelled = true;
    Term stated;
    stated.quantity = &quantity;
    stated.kind = quantity.kind;
    stated.value = reading::to_rational(quantity.value);
    stated.measured = stated.stated = allowed_of(passage, verb, stated.value);
    stated.begin = quantity.begin;
    stated.end = quantity.end;
    auto relation = started(k_arith_percent_change, "Stated multiple does not match the two values",
                            stated, {levels.first, levels.second});
    relation.gives(levels.second->value / levels.first->value, *ratio,
                   base::concat(printed(*levels.second), " / ", printed(*levels.first)));
    relation.cue = Cue::strong;
    relation.is_plain = true;
    if (relation.holds || is_error(relation)) conclude(passage.document(), relation, review);
}

} // namespace

void check_multiplied(const Document& document, Review& review)
{
    each_sentence(document, Reads::text, review, [&](std::size_t i) {
        const Passage passage = Passage::sentence(document, i);
        std::uint32_t from = passage.begin(); // behind the number before the two
        const Term* former = nullptr;
        for (const auto& term : document.terms().of(i)) {
            // "From 40 in 2019 to 90 in 2021"
            if (term.quantity->year_like && !term.is_usable) continue;
            if (former != nullptr) {
                const auto levels = in_time({former, &term});
                const auto verb = multiplying_verb(passage, *former, from);
                if (levels && verb && are_levels(*levels) && are_joined(passage, *former, term) &&
                    !is_disowned(passage))
                    judge_multiplied(passage, *levels, *verb, review);
                from = former->end;
            }
            former = &term;
        }
    });
}

} // namespace verify::relations
