#include "verify/relations/levels.hpp"

#include "reading/lexicon/lexicon.hpp"

namespace verify::relations {

using reading::QuantityKind;

namespace {

// "in 3 weeks", "over four days": how long it took, and no level of what changed.
bool is_duration(const Term& term)
{
    const auto time = reading::powers_of(reading::Measured::time);
    const auto calendar = reading::powers_of(reading::Measured::calendar);
    if (!(term.powers == time) && !(term.powers == calendar)) return false;
    return term.has(Role::within);
}

} // namespace

bool is_level(const Term& term, const Term& stated)
{
    return &term != &stated && term.is_usable && term.value > 0 && !term.is_attribute &&
           !term.has(Role::mean) && !is_duration(term);
}

bool has_own_scope(const Document& document, std::uint32_t end)
{
    using reading::WordSet;
    while (reading::is_in(WordSet::up, document.word(end)) ||
           reading::is_in(WordSet::down, document.word(end)))
        ++end;
    const auto word = document.word(end);
    if (reading::is_one_of(word, {"this", "last", "since", "among", "during"})) return true;
    if (!reading::is_one_of(word, {"in", "on", "at"})) return false;
    // "on my laptop" is where all of it was, "in the north" one of two places.
    const std::uint32_t noun = end + (document.word(end + 1) == "the" ? 2U : 1U);
    constexpr std::uint32_t k_near = 3;
    const auto word_of_noun = document.word(noun);
    // "In the half" is the time of all of it, as "in the quarter" is.
    bool is_apart = word_of_noun != "half" && (reading::is_in(WordSet::tells_apart, word_of_noun) ||
                                               reading::is_in(WordSet::tells_order, word_of_noun));
    for (std::uint32_t at = noun; at <= noun + k_near; ++at)
        is_apart = is_apart || document.word(at) == "alone";
    return is_apart;
}

bool tells_yearly(const Document& document, std::uint32_t begin, std::uint32_t end)
{
    for (auto at = begin; at < end; ++at)
        if (reading::is_one_of(document.word(at),
                               {"annual", "annually", "yearly", "compounded", "compound"}))
            return true;
    return false;
}

std::optional<Pair> only_pair(const Scope& scope, const Term& stated, QuantityKind kind)
{
    Terms levels;
    for (const Term* term : scope.terms)
        if (term->kind == kind && is_level(*term, stated)) levels.push_back(term);
    std::optional<Pair> out;
    for (std::size_t i = 0; i < levels.size(); ++i) {
        Terms alike;
        for (const Term* other : levels)
            if (reading::are_same_level(*levels[i], *other)) alike.push_back(other);
        if (alike.size() > 2) return std::nullopt;
        if (alike.size() != 2 || alike.front() != levels[i]) continue;
        if (out) return std::nullopt;
        out = Pair{alike[0], alike[1]};
    }
    return out;
}

std::optional<Pair> in_time(const Pair& pair)
{
    const bool first_old = pair.first->has(Role::old) && !pair.second->has(Role::old);
    const bool first_now = pair.first->has(Role::now) && !pair.second->has(Role::now);
    const bool second_old = pair.second->has(Role::old) && !pair.first->has(Role::old);
    const bool second_now = pair.second->has(Role::now) && !pair.first->has(Role::now);
    const bool forward = first_old || (second_now && !second_old);
    const bool backward = second_old || (first_now && !first_old);
    if (forward && !backward) return pair;
    if (backward && !forward) return Pair{pair.second, pair.first};
    return std::nullopt;
}

std::optional<Interval> quotient(const Term& left, const Term& right)
{
    return reading::divide(left.measured, right.measured);
}

Interval scaled(const Interval& interval, const Rational& factor)
{
    const Interval other = Interval::point(factor);
    return interval * other;
}

Relation started(CheckRef check, std::string_view title, const Term& stated, Terms operands)
{
    auto out = related(check, title, stated, std::move(operands));
    out.is_complete = true;
    return out;
}

bool are_next(const Scope& scope, const Term& left, const Term& right)
{
    for (std::size_t i = 1; i < scope.terms.size(); ++i) {
        const Term* before = scope.terms[i - 1];
        const Term* behind = scope.terms[i];
        if ((before == &left && behind == &right) || (before == &right && behind == &left))
            return true;
    }
    return false;
}

} // namespace verify::relations
