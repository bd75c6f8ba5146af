// arith.difference of two levels: "up 23p, from 94p to 117p", "24.31 and 24.58, so 0.27 apart".
#include "base/concat.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "verify/relations/checks.hpp"
#include "verify/relations/levels.hpp"

#include <algorithm>

namespace verify::relations {

namespace {

// The two that the stated number may be the distance of. "£34 each, £52.50 and £18.50 a bag": per
// what they are may go without saying.
Terms levels_apart(const Scope& scope, const Term& stated)
{
    Terms out;
    for (const Term* term : scope.terms) {
        const bool is_level = term != &stated && term->is_usable && term->is_number() &&
                              !term->is_attribute && term->value >= 0 &&
                              term->powers == stated.powers &&
                              reading::are_same_level(*term, stated);
        if (is_level) out.push_back(term);
    }
    return out;
}

// "The gap between 41.3 and 38.9 is ...": what the sentence is about.
bool is_of_gap(const Scope& scope, const Term& stated)
{
    constexpr std::size_t k_near = 3;
    if (scope.terms.back() != &stated || !stated.is_told()) return false;
    for (auto at = scope.begin; at < scope.begin + k_near; ++at)
        if (reading::is_in(reading::WordSet::gap, scope.document->word(at))) return true;
    return false;
}

// "Bought at 34.00, sold at 52.50, so 18.50 is left": nothing else is told.
bool is_only_result(const Scope& scope, const Term& stated)
{
    constexpr std::size_t k_pair_and_result = 3;
    return stated.has(Role::result) && scope.terms.back() == &stated &&
           scope.terms.size() == k_pair_and_result;
}

} // namespace

void propose_distance(const Scope& scope, const Term& stated, Proposals& out)
{
    if (!stated.is_number() || stated.value <= 0 || stated.is_attribute) return;
    // "fell to 882 from 1,764" is a level, and no distance.
    const bool moves = !stated.has(Role::now) &&
                       (stated.has(Role::up) || stated.has(Role::down) || stated.has(Role::by));
    const bool says = moves || is_of_gap(scope, stated) || is_only_result(scope, stated);
    const Terms levels = levels_apart(scope, stated);
    if (!says || levels.size() != 2) return;
    const Term& left = *levels[0];
    const Term& right = *levels[1];
    // "cut from 52 to 47" is a level that something moves away from.
    if ((left.has(Role::up) || left.has(Role::down)) && !left.has(Role::old)) return;
    // Said twice, and not told of the two.
    if (left.value == stated.value || right.value == stated.value || left.value == right.value)
        return;
    const Term& more = left.value > right.value ? left : right;
    const Term& less = &more == &left ? right : left;
    // No two values lie farther apart than the larger one is from nothing.
    if (stated.value > more.value) return;
    auto relation = started(k_arith_difference, "Difference does not match the two values", stated,
                            {&more, &less});
    relation.gives(more.value - less.value, more.measured - less.measured,
                   base::concat(printed(more), " - ", printed(less)));
    const bool told =
        left.has(Role::old) || left.has(Role::now) || right.has(Role::old) || right.has(Role::now);
    const bool is_plain = moves ? told || stated.has(Role::result) : is_of_gap(scope, stated);
    relation.cue = is_plain ? Cue::strong : Cue::medium;
    // Numbers of nothing in particular are next to each other in many ways.
    if (stated.is_bare() && moves) relation.cue = std::min(relation.cue, Cue::medium);
    if (!scope.is_joined) relation.cue = Cue::none;
    out.push_back(std::move(relation));
}

} // namespace verify::relations
