// arith.percent_change: "from 48 to 30, a 60% reduction".
#include "base/concat.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "verify/law/precision.hpp"
#include "verify/relations/checks.hpp"
#include "verify/relations/levels.hpp"

#include <algorithm>

namespace verify::relations {

using reading::QuantityKind;

const Check k_arith_percent_change{
    .id = "arith.percent_change",
    .category = Category::consistency,
    .nature = Nature::relation,
    .proof =
        {"the change between two values is another one, or percentage points are called percent; a "
         "price after a discount or surcharge",
         "changes of changes"},
    .planted = k_planted_relations,
    .real = k_real_relations};

namespace {

// The same, told from the direction: what is reduced was the larger one. nullopt when the times say
// otherwise.
std::optional<Pair> directed(const Pair& pair, const Term& stated)
{
    const auto timed = in_time(pair);
    const bool up = stated.has(Role::up);
    if (up == stated.has(Role::down)) return timed;
    const bool first_is_less = pair.first->value < pair.second->value;
    const Pair out = first_is_less == up ? pair : Pair{pair.second, pair.first};
    if (timed && timed->first != out.first) return std::nullopt;
    return out;
}

// "From 500 ms to 350 ms", "to $1,800 from $1,500", "from 50% to 60%": an earlier and a later value
// side by side, the earlier one first. That both are means says that they are of one thing.
std::optional<Pair> framed(const Scope& scope, const Term& former, const Term& latter)
{
    if (former.has(Role::old) == former.has(Role::now)) return std::nullopt;
    const bool is_forward = former.has(Role::old);
    if (latter.has(Role::now) != is_forward || latter.has(Role::old) == is_forward)
        return std::nullopt;
    const Pair out = is_forward ? Pair{&former, &latter} : Pair{&latter, &former};
    // "From 9 to 5, 20% off" lists no percentages.
    const auto kind = latter.quantity->kind;
    const bool is_value = kind == QuantityKind::cardinal || kind == QuantityKind::percent;
    if (!is_value || latter.kind != kind || !are_levels(out)) return std::nullopt;
    // Behind a comma ("to $52, up from $40 a year ago") the second is told of another change.
    for (auto at = former.end; at < latter.begin; ++at)
        if (scope.document->word(at) == ",") return std::nullopt;
    return out;
}

// ", a jump of 25%", "(a 35% improvement)", "12% year on year, to": nothing else has a say between
// the values and the percentage.
bool is_told_of(const Scope& scope, const Pair& pair, const Term& stated)
{
    constexpr std::uint32_t k_most_between = 6;
    const auto begin = std::min(pair.first->begin, pair.second->begin);
    const auto end = std::max(pair.first->end, pair.second->end);
    const bool follows = stated.begin >= end;
    if (!follows && stated.end > begin) return false;
    const auto from = follows ? end : stated.end;
    const auto to = follows ? stated.begin : begin;
    if (to - from > k_most_between) return false;
    bool is_joined = false;
    for (auto at = from; at < to; ++at) {
        const auto word = scope.document->word(at);
        is_joined = is_joined || reading::is_one_of(word, {",", "(", "or", "by"});
        if (reading::is_one_of(word, {";", ":", "and", "but", "while", "with", "where", "whereas"}))
            return false;
        // Behind the comma only the change itself is named, perhaps as "i.e. by 25%".
        const bool is_link = reading::is_one_of(word, {",", "(", "or", "by", "of", "a", "an", "i",
                                                       ".", "e", "relative"}) ||
                             reading::is_in(reading::WordSet::up, word) ||
                             reading::is_in(reading::WordSet::down, word) ||
                             reading::is_in(reading::WordSet::filler, word) ||
                             reading::is_in(reading::WordSet::result, word);
        if (follows && is_joined && !is_link) return false;
    }
    auto next = stated.end;
    while (reading::is_in(reading::WordSet::up, scope.document->word(next)) ||
           reading::is_in(reading::WordSet::down, scope.document->word(next)))
        ++next;
    // "A 50% reduction in latency" is one of something else, "10% more than" of another pair.
    const bool is_of_other =
        reading::is_one_of(scope.document->word(next), {"of", "in", "on", "than"});
    return !is_of_other && (is_joined || !follows);
}

// "Tickets from 20 to 40 euros, 10% off": no word says that the one became the other.
bool is_range(const Scope& scope, const Pair& pair, const Term& stated)
{
    const Term& former = *pair.first;
    const bool is_forward = former.begin < pair.second->begin;
    if (!is_forward || !former.has(Role::old) || stated.begin < former.begin) return false;
    if (former.has(Role::up) || former.has(Role::down) || former.has(Role::by)) return false;
    const auto& document = *scope.document;
    // "From 340 to 425: an increase of 25%", "a 25% rise"
    constexpr std::uint32_t k_near = 2;
    for (auto at = stated.begin - k_near; at <= stated.end; ++at)
        if (reading::is_in(reading::WordSet::rises | reading::WordSet::falls, document.word(at)))
            return false;
    return document.word(former.begin - 1) == "from" && document.word(former.begin - 2) != "went";
}

bool moves(const Term& term)
{
    return term.kind == QuantityKind::percent && (term.has(Role::up) || term.has(Role::down));
}

// "Grew 5% and then 10%, from 100 to 115.5": one of several steps.
bool is_step_beside(const Scope& scope, const Term& other, const Term& stated)
{
    constexpr std::uint32_t k_near = 3;
    constexpr std::uint32_t k_far = 8;
    if (other.kind != QuantityKind::percent) return false;
    const auto begin = std::min(other.end, stated.end);
    const auto end = std::max(other.begin, stated.begin);
    for (auto at = begin; at < end; ++at)
        if (reading::is_in(reading::WordSet::contrasts | reading::WordSet::semicolon,
                           scope.document->word(at)))
            return false;
    return end <= begin + k_near || (end <= begin + k_far && moves(other));
}

} // namespace

bool are_levels(const Pair& pair)
{
    for (const Term* term : {pair.first, pair.second})
        if (!term->is_usable || term->value <= 0 || term->is_attribute) return false;
    // "From 900 to 1.2 million" leaves open what the first is a number of.
    const bool is_open_scale = pair.first->quantity->scaled != pair.second->quantity->scaled &&
                               pair.first->factor == pair.second->factor;
    return !is_open_scale && reading::are_same_level(*pair.first, *pair.second);
}

std::optional<Pair> frame_of(const Scope& scope, const Term& stated)
{
    if (scope.reach > 0 || stated.has(Role::old) || stated.has(Role::now)) return std::nullopt;
    Terms terms;
    for (const Term* term : scope.terms)
        if (term == &stated || !term->quantity->year_like || term->is_usable) terms.push_back(term);
    const auto own =
        static_cast<std::size_t>(std::find(terms.begin(), terms.end(), &stated) - terms.begin());
    const auto told = [&](std::size_t first, std::size_t other) -> std::optional<Pair> {
        const auto out = framed(scope, *terms[first], *terms[first + 1]);
        if (!out || !is_told_of(scope, *out, stated)) return std::nullopt;
        const bool is_step = other < terms.size() && is_step_beside(scope, *terms[other], stated);
        return is_step ? std::nullopt : out;
    };
    constexpr auto k_none = static_cast<std::size_t>(-1);
    const auto before = own >= 2 ? told(own - 2, own + 1) : std::nullopt;
    const auto behind =
        own + 2 < terms.size() ? told(own + 1, own > 0 ? own - 1 : k_none) : std::nullopt;
    if (before && behind) return std::nullopt;
    return before ? before : behind;
}

namespace {

// "Grew 8% annually from 200 to 300", "then up 20%": of a part of the time between two values, or
// of the time behind it.
bool is_of_other_time(const Scope& scope, const Term& stated)
{
    constexpr std::uint32_t k_near = 5;
    const auto& document = *scope.document;
    auto begin = stated.begin;
    while (begin > scope.begin && stated.begin - begin < k_near &&
           document.kind(begin - 1) != reading::TokenKind::number) {
        --begin;
        if (document.word(begin) == "then") return true;
    }
    return tells_yearly(document, begin, std::min(stated.end + 2, scope.end)) ||
           has_own_scope(document, stated.end);
}

} // namespace

bool tells_change(const Scope& scope, const Term& stated)
{
    if (moves(stated)) return true;
    const auto frame = frame_of(scope, stated);
    if (!frame) return false;
    // "An increase from 50 to 60, or 20%"
    const Term& former =
        frame->first->begin < frame->second->begin ? *frame->first : *frame->second;
    if (stated.kind == QuantityKind::percent) return former.has(Role::up) || former.has(Role::down);
    // "From 60 to 45, by a quarter"
    auto opener = stated.begin - 1;
    while (reading::is_in(reading::WordSet::filler, scope.document->word(opener))) --opener;
    return frame->first->is_number() && scope.document->word(opener) == "by";
}

namespace {

// "From 4% to 5%, an increase of 1%": the distance is right, and its name wrong.
std::optional<Relation> points_called_percent(const Pair& levels, const Term& stated,
                                              const Interval& told)
{
    if (levels.first->kind != QuantityKind::percent || stated.kind != QuantityKind::percent)
        return std::nullopt;
    const Rational points = abs(levels.second->value - levels.first->value);
    const Rational change = points / levels.first->value * 100;
    if (!told.contains(points) || told.contains(change)) return std::nullopt;
    auto out = started(k_arith_percent_change, "Percent said of percentage points", stated,
                       {levels.first, levels.second});
    out.exact = change;
    out.computed = Interval::point(change);
    out.formula = base::concat("(", printed(*levels.second), " - ", printed(*levels.first), ") / ",
                               printed(*levels.first), " in percent");
    out.reading = "percentage points";
    out.severity = Severity::minor;
    out.cue = Cue::strong;
    out.is_plain = true;
    return out;
}

} // namespace

// "up 15%" of 48 and 55: the change in percent of the earlier value.
void propose_change(const Scope& scope, const Term& stated, Proposals& out)
{
    const auto frame = frame_of(scope, stated);
    const auto pair = frame ? frame : only_pair(scope, stated, QuantityKind::cardinal);
    if (!pair || pair->first->value == pair->second->value) return;
    // None of several changes one after the other is that of the two amounts.
    if (!frame && std::count_if(scope.terms.begin(), scope.terms.end(),
                                [](const Term* term) { return moves(*term); }) > 1)
        return;
    // Below nothing a value is told as a loss, and not with a sign.
    if (stated.has(Role::down) && stated.value > 100) return;
    // What is faster takes less time: where both values are told by their times, these decide.
    const auto timed = frame ? frame : directed(*pair, stated);
    // "-98%": how far it fell.
    Interval told = stated.stated;
    if (told.high < 0) told = {-told.high, -told.low};
    const bool is_part = stated.kind == QuantityKind::fraction;
    const Rational unit = is_part ? 1 : 100;
    // "By one third" is said of 30 % as well.
    if (is_part) told = {told.low - stated.value / 10, told.high + stated.value / 10};
    if (auto misnamed = points_called_percent(timed.value_or(*pair), stated, told)) {
        out.push_back(std::move(*misnamed));
        return;
    }
    for (const Term* base : {pair->first, pair->second}) {
        const Term* other = base == pair->first ? pair->second : pair->first;
        const auto ratio = quotient(*other, *base);
        if (!ratio) return;
        Interval change = scaled(*ratio - Interval::point(1), unit);
        if (change.high < 0) change = {-change.high, -change.low};
        // Which of the two is the earlier one is open: either may be the base.
        const bool is_base = !timed || timed->first == base;
        const bool holds = is_base && change.meets(told);
        const bool share = scaled(*ratio, unit).meets(stated.stated);
        if (!holds && !(share && !timed)) continue;
        auto held = started(k_arith_percent_change, {}, stated, {base, other});
        held.holds = true;
        held.cue = Cue::strong;
        out.push_back(std::move(held));
        return;
    }
    if (pair->first->is_open || pair->second->is_open || stated.has(Role::beside)) return;
    if (is_of_other_time(scope, stated)) return;
    const Pair levels = timed.value_or(*pair);
    auto failed = started(k_arith_percent_change, "Percentage change does not match", stated,
                          {levels.first, levels.second});
    const auto ratio = quotient(*levels.second, *levels.first);
    failed.exact = abs(levels.second->value / levels.first->value - 1) * unit;
    failed.computed = scaled(*ratio - Interval::point(1), unit);
    failed.formula = base::concat("(", printed(*levels.second), " - ", printed(*levels.first),
                                  ") / ", printed(*levels.first));
    failed.tries = timed ? 1 : 2;
    const bool grew = levels.second->value > levels.first->value;
    const bool fits = frame || (grew ? stated.has(Role::up) : stated.has(Role::down));
    const bool is_change = !timed || !is_range(scope, *timed, stated);
    failed.cue = timed && fits && is_change ? Cue::strong : Cue::medium;
    failed.is_plain = frame && !stated.is_rate;
    // A wrong base is the commonest error of all: the new value, or the ratio itself.
    const Rational inverse = abs(1 - levels.first->value / levels.second->value) * unit;
    const bool wrong_base = timed && is_change && stated.stated.contains(inverse);
    if (wrong_base) {
        failed.reading = "the new value as base";
        failed.cue = Cue::strong;
        failed.is_plain = true;
    }
    out.push_back(std::move(failed));
}

} // namespace verify::relations
