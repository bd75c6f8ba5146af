// arith.percent_change, arith.share, arith.ratio: "from 48 to 30, a 60% reduction", "9 of 12
// (70%)", "four times as much".
#include "base/concat.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "verify/relations/levels.hpp"

#include <algorithm>

namespace verify::relations {

using reading::QuantityKind;

namespace {

// The pair with the earlier value first, where the words tell which it is.
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

// "From 500 ms to 350 ms", "to $1,800 from $1,500": the one earlier and the one later value of the
// sentence, the earlier one first. That both are means says that they are of one thing.
std::optional<Pair> framed(const Scope& scope, const Term& stated)
{
    Pair out;
    if (scope.reach > 0 || stated.has(Role::old) || stated.has(Role::now)) return std::nullopt;
    for (const Term* term : scope.terms) {
        if (term == &stated || !term->is_number() || !term->is_usable) continue;
        const bool is_old = term->has(Role::old);
        if (is_old == term->has(Role::now)) return std::nullopt;
        const Term*& place = is_old ? out.first : out.second;
        if (place != nullptr) return std::nullopt;
        place = term;
    }
    const bool is_whole = out.first != nullptr && out.second != nullptr;
    if (!is_whole || !are_next(scope, *out.first, *out.second)) return std::nullopt;
    const bool are_levels = out.first->value > 0 && out.second->value > 0 &&
                            !out.first->is_attribute && !out.second->is_attribute &&
                            reading::are_same_level(*out.first, *out.second);
    // "From 120 to 150 million" leaves open what the first is a number of; behind a comma ("to $52,
    // up from $40 a year ago") the second is told of another change.
    if (out.first->quantity->scaled != out.second->quantity->scaled) return std::nullopt;
    const bool is_forward = out.first->begin < out.second->begin;
    const Term& former = is_forward ? *out.first : *out.second;
    const Term& latter = is_forward ? *out.second : *out.first;
    for (auto at = former.end; at < latter.begin; ++at)
        if (scope.document->word(at) == ",") return std::nullopt;
    return are_levels ? std::optional{out} : std::nullopt;
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
        // Behind the comma only the change itself is named.
        const bool is_link = reading::is_one_of(word, {",", "(", "or", "by", "of", "a", "an"}) ||
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
    // "A 50% reduction in latency" is one of something else.
    const bool is_of_other = reading::is_one_of(scope.document->word(next), {"of", "in"});
    return !is_of_other && (is_joined || !follows);
}

// "up 15%" of 48 and 55: the change in percent of the earlier value.
void propose_change(const Scope& scope, const Term& stated, Proposals& out)
{
    auto frame = framed(scope, stated);
    if (frame && !is_told_of(scope, *frame, stated)) frame.reset();
    const auto pair = frame ? frame : only_pair(scope, stated, QuantityKind::cardinal);
    if (!pair || pair->first->value == pair->second->value) return;
    // Of several changes one after the other none is that of the two amounts.
    const auto moves = std::count_if(scope.terms.begin(), scope.terms.end(), [](const Term* term) {
        return term->kind == QuantityKind::percent &&
               (term->has(Role::up) || term->has(Role::down));
    });
    if (moves > 1) return;
    // Below nothing a value is told as a loss, and not with a sign.
    if (stated.has(Role::down) && stated.value > 100) return;
    // What is faster takes less time: where both values are told by their times, these decide.
    const auto timed = frame ? frame : directed(*pair, stated);
    // "-98%": how far it fell.
    Interval told = stated.stated;
    if (told.high < 0) told = {-told.high, -told.low};
    for (const Term* base : {pair->first, pair->second}) {
        const Term* other = base == pair->first ? pair->second : pair->first;
        const auto ratio = quotient(*other, *base);
        if (!ratio) return;
        Interval change = scaled(*ratio - Interval::point(1), 100);
        if (change.high < 0) change = {-change.high, -change.low};
        // Which of the two is the earlier one is open: either may be the base.
        const bool is_base = !timed || timed->first == base;
        const bool holds = is_base && change.meets(told);
        const bool share = scaled(*ratio, 100).meets(stated.stated);
        if (!holds && !(share && !timed)) continue;
        auto held = started("arith.percent_change", {}, stated, {base, other});
        held.holds = true;
        held.cue = Cue::strong;
        out.push_back(std::move(held));
        return;
    }
    if (pair->first->is_open || pair->second->is_open || stated.has(Role::beside)) return;
    if (has_own_scope(*scope.document, stated.end)) return;
    const Pair levels = timed.value_or(*pair);
    auto failed = started("arith.percent_change", "Percentage change does not match", stated,
                          {levels.first, levels.second});
    const auto ratio = quotient(*levels.second, *levels.first);
    failed.exact = abs(levels.second->value / levels.first->value - 1) * 100;
    failed.computed = scaled(*ratio - Interval::point(1), 100);
    failed.formula = base::concat("(", printed(*levels.second), " - ", printed(*levels.first),
                                  ") / ", printed(*levels.first));
    failed.tries = timed ? 1 : 2;
    const bool grew = levels.second->value > levels.first->value;
    const bool fits = frame || (grew ? stated.has(Role::up) : stated.has(Role::down));
    failed.cue = timed && fits ? Cue::strong : Cue::medium;
    failed.is_plain = frame && !stated.is_rate;
    // A wrong base is the commonest error of all: the new value, or the ratio itself.
    const Rational inverse = abs(1 - levels.first->value / levels.second->value) * 100;
    const bool wrong_base = timed && stated.stated.contains(inverse);
    if (wrong_base) {
        failed.reading = "the new value as base";
        failed.cue = Cue::strong;
        failed.is_plain = true;
    }
    out.push_back(std::move(failed));
}

void propose_points(const Scope& scope, const Term& stated, Proposals& out)
{
    const auto pair = only_pair(scope, stated, QuantityKind::percent);
    if (!pair || pair->first->value == pair->second->value) return;
    const Term& more = pair->first->value > pair->second->value ? *pair->first : *pair->second;
    const Term& less = &more == pair->first ? *pair->second : *pair->first;
    auto relation =
        started("arith.percent_change", "Percentage points do not match", stated, {&more, &less});
    relation.exact = more.value - less.value;
    relation.computed = more.measured - less.measured;
    relation.formula = base::concat(printed(more), " - ", printed(less));
    relation.holds = relation.computed.meets(stated.stated);
    relation.cue = Cue::strong;
    const bool far = stated.value > relation.exact * 4 || stated.value * 4 < relation.exact;
    const Rational risen = (more.value - less.value) / less.value * 100;
    const Rational fallen = (more.value - less.value) / more.value * 100;
    const bool moves = stated.has(Role::up) || stated.has(Role::down) || stated.has(Role::by);
    if (stated.stated.contains(risen) || stated.stated.contains(fallen)) {
        relation.reading = "percent taken for points";
        relation.is_plain = true;
    } else if (!far && (in_time(*pair) || stated.is_told() || moves)) {
        relation.cue = Cue::strong;
        // Points are the distance of two percentages, and there are only these two.
        relation.is_plain = moves;
    } else
        relation.cue = Cue::medium;
    out.push_back(std::move(relation));
}

// "four times as much"
void propose_multiple(const Scope& scope, const Term& stated, Proposals& out)
{
    const auto pair = only_pair(scope, stated, QuantityKind::cardinal);
    if (!pair || pair->first->value == pair->second->value) return;
    const Term& large = pair->first->value > pair->second->value ? *pair->first : *pair->second;
    const Term& small = &large == pair->first ? *pair->second : *pair->first;
    const auto ratio = quotient(large, small);
    if (!ratio) return;
    auto relation =
        started("arith.ratio", "Multiple does not match the two values", stated, {&large, &small});
    relation.computed = *ratio;
    relation.exact = large.value / small.value;
    relation.formula = base::concat(printed(large), " / ", printed(small));
    const auto next = scope.document->word(stated.end);
    const bool more = reading::is_in(reading::WordSet::up, next);
    Interval allowed = stated.stated;
    const bool rough = stated.quantity->place >= 0;
    if (rough) {
        // "Four times" is said of what is nearly so.
        allowed.low -= Rational{1, 2};
        allowed.high += Rational{1, 2};
    }
    // "Six times more" is said of seven times as much.
    relation.holds =
        ratio->meets(allowed) || (more && (*ratio - Interval::point(1)).meets(allowed));
    const bool compares = more || reading::is_one_of(next, {"as", "the", "that", "what", "last",
                                                            "its", "their", "his", "her", "our"});
    relation.cue = compares ? Cue::strong : Cue::none;
    out.push_back(std::move(relation));
}

// "12,000, of which 30% at once, leaves 8,400", "84 after 30% off is 58.80".
void propose_applied(const Scope& scope, const Term& stated, Proposals& out)
{
    const Term* whole = nullptr;
    const Term* share = nullptr;
    for (const Term* term : scope.terms) {
        if (term == &stated || !term->is_usable) continue;
        const bool is_share =
            term->kind == QuantityKind::percent || term->kind == QuantityKind::fraction;
        const bool is_whole = reading::are_same_kind(*term, stated) && !term->is_attribute;
        const Term*& place = is_share ? share : whole;
        if (!is_share && !is_whole) continue;
        if (place != nullptr) return;
        place = term;
    }
    if (whole == nullptr || share == nullptr || scope.terms.back() != &stated) return;
    if (share->is_rate || whole->is_open || stated.value <= 0) return;
    // "From 1,200 to 1,500": the percentage is what is told of the two.
    if (whole->has(Role::old) || stated.has(Role::now)) return;
    const Rational part =
        share->kind == QuantityKind::percent ? Rational{share->value / 100} : share->value;
    if (part <= 0 || part >= 1) return;
    auto relation =
        started("arith.share", "What the percentage leaves does not match", stated, {whole, share});
    const bool takes = share->has(Role::down) || stated.has(Role::rest);
    const bool adds = share->has(Role::up) && !takes;
    relation.exact = whole->value * (adds ? Rational{1 + part} : Rational{1 - part});
    relation.formula = base::concat(printed(*whole), adds ? " + " : " - ", printed(*share),
                                    share->kind == QuantityKind::percent ? "% of it" : " of it");
    const Rational unit = reading::power_of_ten(stated.quantity->place) * stated.factor / 2;
    for (const Rational& value :
         {Rational{whole->value * (1 - part)}, Rational{whole->value * (1 + part)},
          Rational{whole->value * part}, Rational{whole->value / (1 - part)},
          Rational{whole->value / (1 + part)}})
        relation.holds = relation.holds ||
                         (value - unit <= stated.stated.high && stated.stated.low <= value + unit);
    const bool says = stated.has(Role::rest) || ((takes || adds) && stated.is_told());
    relation.cue = says ? Cue::strong : Cue::none;
    if (relation.holds || relation.cue != Cue::none) out.push_back(std::move(relation));
}

} // namespace

void propose_ratios(const Scope& scope, const Term& stated, Proposals& out)
{
    if (!stated.is_usable || !scope.is_joined) return;
    if (stated.has(Role::beside) && stated.kind != QuantityKind::points) return;
    for (std::uint32_t at = scope.begin; at < scope.end; ++at)
        if (scope.document->word(at) == "respectively") return;
    const bool moves = stated.has(Role::up) || stated.has(Role::down);
    switch (stated.kind) {
    case QuantityKind::percent:
        if (moves)
            propose_change(scope, stated, out);
        else
            propose_share(scope, stated, out);
        return;
    case QuantityKind::points: propose_points(scope, stated, out); return;
    case QuantityKind::multiple: propose_multiple(scope, stated, out); return;
    case QuantityKind::cardinal:
        propose_part(scope, stated, out);
        propose_applied(scope, stated, out);
        return;
    case QuantityKind::fraction: propose_fraction(scope, stated, out); return;
    case QuantityKind::ordinal: return;
    }
}

} // namespace verify::relations
