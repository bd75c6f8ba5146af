// What a percentage, points or a multiple is proposed as, by its kind; points, multiples and what a
// percentage leaves: "four times as much", "84 after 30% off is 58.80".
#include "base/concat.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "verify/law/precision.hpp"
#include "verify/relations/checks.hpp"
#include "verify/relations/levels.hpp"

#include <algorithm>

namespace verify::relations {

using reading::QuantityKind;

const Check k_arith_ratio{
    .id = "arith.ratio",
    .category = Category::consistency,
    .nature = Nature::relation,
    .proof = {"\"four times as much\" is not what the two values give", "powers of them"},
    .planted = k_planted_relations,
    .real = k_real_relations};

namespace {

void propose_points(const Scope& scope, const Term& stated, Proposals& out)
{
    auto pair = frame_of(scope, stated);
    if (!pair || pair->first->is_number()) pair = only_pair(scope, stated, QuantityKind::percent);
    if (!pair || pair->first->value == pair->second->value) return;
    const Term& more = pair->first->value > pair->second->value ? *pair->first : *pair->second;
    const Term& less = &more == pair->first ? *pair->second : *pair->first;
    auto relation =
        started(k_arith_percent_change, "Percentage points do not match", stated, {&more, &less});
    relation.gives(more.value - less.value, more.measured - less.measured,
                   base::concat(printed(more), " - ", printed(less)));
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
        started(k_arith_ratio, "Multiple does not match the two values", stated, {&large, &small});
    relation.gives(large.value / small.value, *ratio,
                   base::concat(printed(large), " / ", printed(small)));
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
        started(k_arith_share, "What the percentage leaves does not match", stated, {whole, share});
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
    switch (stated.kind) {
    case QuantityKind::percent:
        if (tells_change(scope, stated))
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
    case QuantityKind::fraction:
        if (tells_change(scope, stated))
            propose_change(scope, stated, out);
        else
            propose_fraction(scope, stated, out);
        return;
    case QuantityKind::ordinal: return;
    }
}

} // namespace verify::relations
