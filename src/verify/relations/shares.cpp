// arith.share: "9 of 12 (75%)", "of 24,000 the grants brought 18,240; so 76% of the income".
#include "base/concat.hpp"
#include "verify/relations/levels.hpp"

#include <algorithm>

namespace verify::relations {

using reading::QuantityKind;

namespace {

// Amounts of one kind that stand before the percentage, or around it.
Terms levels_for(const Scope& scope, const Term& stated)
{
    Terms before;
    Terms all;
    bool passed = false;
    for (const Term* term : scope.terms) {
        passed = passed || term == &stated;
        if (term->kind != QuantityKind::cardinal || !is_level(*term, stated)) continue;
        all.push_back(term);
        if (!passed) before.push_back(term);
    }
    const bool is_enough =
        before.size() >= 2 && std::all_of(before.begin(), before.end(), [&](const Term* term) {
            return reading::are_same_level(*term, *before.front());
        });
    return is_enough ? before : all;
}

struct Share {
    const Term* part = nullptr;
    const Term* whole = nullptr;
};

// The parts of the largest amount, when all are of one kind; of two kinds the only pair.
std::vector<Share> shares_of(const Scope& scope, const Term& stated)
{
    constexpr std::size_t k_most_parts = 4;
    const Terms levels = levels_for(scope, stated);
    std::vector<Share> out;
    const bool are_alike = std::all_of(levels.begin(), levels.end(), [&](const Term* term) {
        return reading::are_same_level(*term, *levels.front());
    });
    if (!are_alike) {
        if (const auto pair = only_pair(scope, stated, QuantityKind::cardinal)) {
            const bool first_is_less = pair->first->value < pair->second->value;
            out.push_back(first_is_less ? Share{pair->first, pair->second}
                                        : Share{pair->second, pair->first});
        }
    } else if (levels.size() >= 2 && levels.size() <= k_most_parts + 1) {
        const Term* whole = *std::max_element(
            levels.begin(), levels.end(),
            [](const Term* left, const Term* right) { return left->value < right->value; });
        Rational parts{0};
        for (const Term* part : levels) {
            if (part == whole) continue;
            out.push_back({part, whole});
            parts += part->value;
        }
        // Parts that are more than the largest are of a whole that is not told.
        if (out.size() > 1 && parts > whole->value) out.clear();
    }
    std::erase_if(out, [](const Share& share) { return share.part->value == share.whole->value; });
    return out;
}

// "18% of 340" is told of another number, "18% of the income" of what was said before.
bool names_own_whole(const Scope& scope, const Term& stated)
{
    if (scope.document->word(stated.end) != "of") return false;
    // "80% of those who spoke"
    if (reading::is_one_of(scope.document->word(stated.end + 2), {"who", "that", "which", "whose"}))
        return true;
    constexpr std::uint32_t k_near = 4;
    return std::any_of(scope.terms.begin(), scope.terms.end(), [&](const Term* term) {
        return term->begin > stated.end && term->begin <= stated.end + k_near;
    });
}

// "Of 800 euros, 600 went" names a part; "rent is 600 and the deposit 800" are two things.
bool is_part_of_told(const Scope& scope, const Term& part, const Term& whole)
{
    if (whole.has(Role::whole)) return true;
    if (part.begin < whole.begin) return false;
    if (reading::is_one_of(scope.document->word(part.end), {"of", "from"})) return true;
    for (auto at = whole.end; at < part.begin; ++at)
        if (scope.document->word(at) == "and") return false;
    return true;
}

} // namespace

// "9 of her 12 shots (70%)", "of 24,000 the grants brought 18,240; so 72% of the income ..."
void propose_share(const Scope& scope, const Term& stated, Proposals& out)
{
    // "(55% male)" is a share of something else.
    const auto next = scope.document->word(stated.end);
    if (stated.has(Role::bracket) && next != ")" && next != ",") return;
    if (names_own_whole(scope, stated)) return;
    const auto shares = shares_of(scope, stated);
    if (shares.empty()) return;
    const auto relation_of = [&](const Share& share) {
        auto relation = started("arith.share", "Share does not match part and whole", stated,
                                {share.part, share.whole});
        if (const auto ratio = quotient(*share.part, *share.whole))
            relation.computed = scaled(*ratio, 100);
        relation.exact = share.part->value / share.whole->value * 100;
        relation.formula = base::concat(printed(*share.part), " / ", printed(*share.whole));
        relation.holds = relation.computed.meets(stated.stated);
        relation.tries = static_cast<unsigned>(shares.size()) + 1;
        return relation;
    };
    const auto is_slip = [&](const Share& share) {
        return miss_of(stated, share.part->value / share.whole->value * 100).slip != Slip::none;
    };
    auto chosen = std::find_if(shares.begin(), shares.end(),
                               [&](const Share& share) { return relation_of(share).holds; });
    if (chosen == shares.end()) chosen = std::find_if(shares.begin(), shares.end(), is_slip);
    if (chosen == shares.end()) chosen = shares.begin();
    auto relation = relation_of(*chosen);
    const Term& part = *chosen->part;
    const Term& whole = *chosen->whole;
    if (part.is_open || whole.is_open) return;
    const bool is_only = shares.size() == 1;
    // "9 of her 12", or "of the 12, 9": nothing else stands between part and whole.
    const bool told = is_only && whole.has(Role::whole) && are_next(scope, part, whole);
    // Nothing else stands in the sentence, and the percentage comes last.
    const auto usable = std::count_if(scope.terms.begin(), scope.terms.end(),
                                      [](const Term* term) { return term->is_usable; });
    const bool alone = usable == 3 && scope.terms.back() == &stated &&
                       (next != "of" || is_part_of_told(scope, part, whole));
    const Term& later = part.begin > whole.begin ? part : whole;
    const bool follows = scope.terms.back() == &stated && are_next(scope, later, stated);
    relation.is_complete = told;
    relation.needs_slip = !told;
    const bool says = stated.has(Role::bracket) || stated.is_told();
    const bool concludes = stated.has(Role::result) && later.begin < stated.begin &&
                           is_part_of_told(scope, part, whole);
    const bool is_likely =
        concludes && (is_only || miss_of(stated, relation.exact).chance * relation.tries <= 1);
    if ((told && (says || follows)) || (alone && says) || is_likely)
        relation.cue = Cue::strong;
    else
        relation.cue = told ? Cue::medium : Cue::weak;
    out.push_back(std::move(relation));
}

// "9,000 of the 36,000, a third"
void propose_fraction(const Scope& scope, const Term& stated, Proposals& out)
{
    const auto shares = shares_of(scope, stated);
    if (shares.size() != 1 || shares.front().part->is_open || shares.front().whole->is_open) return;
    const Term& part = *shares.front().part;
    const Term& whole = *shares.front().whole;
    if (!whole.has(Role::whole) || !are_next(scope, part, whole)) return;
    const Term& later = part.begin > whole.begin ? part : whole;
    const bool ends = are_next(scope, later, stated) && later.begin < stated.begin;
    if (!ends || scope.document->word(stated.end) == "of") return;
    auto relation =
        started("arith.share", "Share does not match part and whole", stated, {&part, &whole});
    relation.exact = part.value / whole.value;
    relation.computed = *quotient(part, whole);
    relation.formula = base::concat(printed(part), " / ", printed(whole));
    // A fraction in words is said of what is nearly so.
    const Rational slack = stated.value * Rational{3, 20};
    relation.holds = abs(relation.exact - stated.value) <= slack;
    relation.cue = Cue::strong;
    relation.is_plain = true;
    out.push_back(std::move(relation));
}

} // namespace verify::relations
