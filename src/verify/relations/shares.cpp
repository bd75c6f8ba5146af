// arith.share: "9 of 12 (75%)", "of 24,000 the grants brought 18,240; so 76% of the income".
#include "base/concat.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "verify/law/judge.hpp"
#include "verify/law/precision.hpp"
#include "verify/relations/checks.hpp"
#include "verify/relations/levels.hpp"

#include <algorithm>

namespace verify::relations {

using reading::QuantityKind;
using reading::WordSet;

const Check k_arith_share{
    .id = "arith.share",
    .category = Category::consistency,
    .nature = Nature::relation,
    .proof =
        {"part, whole and percentage or fraction do not fit; a part in words and its percentage; "
         "percentages told in the order of their counts",
         "shares of shares"},
    .planted = k_planted_relations,
    .real = k_real_shares};

namespace {

// Amounts of one kind that stand before the percentage, or around it.
Terms levels_of_share(const Scope& scope, const Term& stated)
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

struct PartOfWhole {
    const Term* part = nullptr;
    const Term* whole = nullptr;
};

// The parts of the largest amount, when all are of one kind; of two kinds the only pair.
std::vector<PartOfWhole> shares_of(const Scope& scope, const Term& stated)
{
    constexpr std::size_t k_most_parts = 4;
    const Terms levels = levels_of_share(scope, stated);
    std::vector<PartOfWhole> out;
    const bool are_alike = std::all_of(levels.begin(), levels.end(), [&](const Term* term) {
        return reading::are_same_level(*term, *levels.front());
    });
    if (!are_alike) {
        if (const auto pair = only_pair(scope, stated, QuantityKind::cardinal)) {
            const bool first_is_less = pair->first->value < pair->second->value;
            out.push_back(first_is_less ? PartOfWhole{pair->first, pair->second}
                                        : PartOfWhole{pair->second, pair->first});
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
    std::erase_if(out,
                  [](const PartOfWhole& share) { return share.part->value == share.whole->value; });
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

// "40% of the class of 50", "12% on a meal of 75": words alone lead from a share to its whole, and
// none that takes the share off it or adds it.
bool is_share_of(const Scope& scope, const Term& share, const Term& whole)
{
    constexpr std::uint32_t k_most_between = 6;
    if (whole.begin <= share.end || whole.begin - share.end > k_most_between) return false;
    bool leads = false;
    const bool is_closed = scope.document->word(share.end) == ")";
    for (auto at = share.end + (is_closed ? 1 : 0); at < whole.begin; ++at) {
        const auto word = scope.document->word(at);
        if (scope.document->kind(at) != reading::TokenKind::word || word == "and") return false;
        if (reading::is_in(WordSet::up, word) || reading::is_in(WordSet::down, word) ||
            reading::is_in(WordSet::old_before, word))
            return false;
        leads = leads || reading::is_one_of(word, {"of", "on"});
    }
    return leads;
}

// "18 students, 40% of the class of 50", "45 (38%) of 120", "45 of 120 (38%)": nothing else stands
// between part, share and whole.
std::optional<PartOfWhole> named_share(const Scope& scope, const Term& stated)
{
    const auto& terms = scope.terms;
    const auto own =
        static_cast<std::size_t>(std::find(terms.begin(), terms.end(), &stated) - terms.begin());
    if (own == 0 || own >= terms.size()) return std::nullopt;
    const auto share_of = [&](const Term& part, const Term& whole) -> std::optional<PartOfWhole> {
        const bool are_levels = is_level(part, stated) && is_level(whole, stated) &&
                                reading::are_same_level(part, whole) && part.is_number();
        if (!are_levels || part.value >= whole.value) return std::nullopt;
        return PartOfWhole{&part, &whole};
    };
    const Term& before = *terms[own - 1];
    const bool is_beside = before.end + 1 == stated.begin &&
                           reading::is_one_of(scope.document->word(before.end), {",", "("});
    if (is_beside && own + 1 < terms.size() && is_share_of(scope, stated, *terms[own + 1]))
        return share_of(before, *terms[own + 1]);
    if (own < 2 || !stated.has(Role::bracket)) return std::nullopt;
    const Term& part = *terms[own - 2];
    const auto link = scope.document->word(part.end);
    const bool is_of = reading::is_one_of(link, {"of", "out", "/"}) && before.begin > part.end &&
                       before.begin <= part.end + 3;
    return is_of && before.end + 1 == stated.begin ? share_of(part, before) : std::nullopt;
}

// ", 32 lots,", "or 66", "(75 people)", "that is 24", "comes to 12": nothing but the result.
bool is_given(const Scope& scope, const Term& whole, const Term& stated)
{
    constexpr std::uint32_t k_most_between = 6;
    if (stated.begin <= whole.end || stated.begin - whole.end > k_most_between) return false;
    const auto opener = scope.document->word(stated.begin - 1);
    const auto next = scope.document->word(stated.end);
    if (stated.has(Role::result) || reading::is_one_of(opener, {"is", "was", "or"})) return true;
    return (opener == "(" && next == ")") ||
           (opener == "," && next == "," && stated.begin == whole.end + 1);
}

} // namespace

// "9 of her 12 shots (70%)", "of 24,000 the grants brought 18,240; so 72% of the income ..."
void propose_share(const Scope& scope, const Term& stated, Proposals& out)
{
    // "(55% male)" is a share of something else.
    const auto next = scope.document->word(stated.end);
    if (stated.has(Role::bracket) && next != ")" && next != ",") return;
    const auto named = named_share(scope, stated);
    if (!named && names_own_whole(scope, stated)) return;
    const auto shares = named ? std::vector{*named} : shares_of(scope, stated);
    if (shares.empty()) return;
    const auto relation_of = [&](const PartOfWhole& share) {
        auto relation = started(k_arith_share, "Share does not match part and whole", stated,
                                {share.part, share.whole});
        if (const auto ratio = quotient(*share.part, *share.whole))
            relation.computed = scaled(*ratio, 100);
        relation.exact = share.part->value / share.whole->value * 100;
        relation.formula = base::concat(printed(*share.part), " / ", printed(*share.whole));
        relation.holds = relation.computed.meets(stated.stated);
        relation.tries = static_cast<unsigned>(shares.size()) + 1;
        return relation;
    };
    const auto is_slip = [&](const PartOfWhole& share) {
        return miss_of(stated, share.part->value / share.whole->value * 100).slip != Slip::none;
    };
    auto chosen = std::find_if(shares.begin(), shares.end(),
                               [&](const PartOfWhole& share) { return relation_of(share).holds; });
    if (chosen == shares.end()) chosen = std::find_if(shares.begin(), shares.end(), is_slip);
    if (chosen == shares.end()) chosen = shares.begin();
    auto relation = relation_of(*chosen);
    const Term& part = *chosen->part;
    const Term& whole = *chosen->whole;
    if (part.is_open || whole.is_open) return;
    const bool is_only = shares.size() == 1;
    // "9 of her 12", or "of the 12, 9": nothing else stands between part and whole.
    // "A total of 44 events in 42 (12%)" is a whole of its own.
    const bool is_total = whole.begin >= 2 && scope.document->word(whole.begin - 2) == "total";
    const bool told =
        named || (is_only && !is_total && whole.has(Role::whole) && are_next(scope, part, whole));
    // Nothing else stands in the sentence, and the percentage comes last.
    const auto usable = std::count_if(scope.terms.begin(), scope.terms.end(),
                                      [](const Term* term) { return term->is_usable; });
    const bool alone = usable == 3 && scope.terms.back() == &stated &&
                       (next != "of" || is_part_of_told(scope, part, whole));
    const Term& later = part.begin > whole.begin ? part : whole;
    const bool follows = scope.terms.back() == &stated && are_next(scope, later, stated);
    relation.is_complete = told;
    relation.needs_slip = !told;
    const bool explains = next == "(" && part.begin == stated.end + 1;
    const bool says = stated.has(Role::bracket) || stated.is_told() || explains || named;
    // "74 of 88 pupils (84%)", "of 88 pupils, 74 (84%)": the words leave no other reading.
    const bool is_bound =
        told && stated.has(Role::bracket) && next == ")" && later.end + 1 == stated.begin;
    relation.is_plain = is_bound && !part.is_rate && !whole.is_rate;
    // "2% (98 of 100)" may count the others.
    relation.holds = relation.holds ||
                     (explains && (Interval::point(100) - relation.computed).meets(stated.stated));
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
    // "5 of 12 said so; a third said nothing": what follows belongs to the fraction.
    const bool is_apposed = scope.document->kind(stated.end) == reading::TokenKind::symbol;
    if (!ends || !is_apposed) return;
    auto relation =
        started(k_arith_share, "Share does not match part and whole", stated, {&part, &whole});
    relation.gives(part.value / whole.value, *quotient(part, whole),
                   base::concat(printed(part), " / ", printed(whole)));
    // A fraction in words is said of what is nearly so.
    const Rational slack = stated.value * Rational{3, 20};
    relation.holds = abs(relation.exact - stated.value) <= slack;
    relation.cue = Cue::strong;
    relation.is_plain = true;
    out.push_back(std::move(relation));
}

// "Half of the 64 delegates, 32 people,", "VAT at 20% on 150 comes to 30"
void propose_part(const Scope& scope, const Term& stated, Proposals& out)
{
    const auto own = std::find(scope.terms.begin(), scope.terms.end(), &stated);
    if (own - scope.terms.begin() < 2 || stated.value <= 0 || stated.is_rate) return;
    const Term& whole = **std::prev(own);
    const Term& share = **std::prev(own, 2);
    const bool is_percent = share.kind == QuantityKind::percent;
    if ((!is_percent && share.kind != QuantityKind::fraction) || !share.is_usable) return;
    if (!is_level(whole, stated) || whole.is_open || share.is_open) return;
    const bool are_alike = (whole.is_count() && stated.is_count() && !whole.is_rate) ||
                           reading::are_same_kind(whole, stated);
    if (!are_alike || stated.has(Role::rest)) return;
    // "Interest at 5% on 2,000 comes to 200 over two years": so much for each.
    const auto is_time = [](const Term* term) {
        return term->powers == reading::powers_of(reading::Measured::time) ||
               term->powers == reading::powers_of(reading::Measured::calendar);
    };
    if (std::any_of(std::next(own), scope.terms.end(), is_time)) return;
    if (!is_share_of(scope, share, whole) || !is_given(scope, whole, stated)) return;
    auto relation = started(k_arith_share, "Part does not match its share of the whole", stated,
                            {&share, &whole});
    const Rational unit = is_percent ? Rational{1, 100} : Rational{1};
    // No voter votes in part, and shops round to cents; bare numbers are exact.
    Rational slack = stated.noun.empty() && whole.noun.empty() ? 0 : 1;
    if (!stated.is_count())
        slack = std::max(Rational{1, 100}, rounding_slack({whole.quantity}, *stated.quantity));
    Interval computed = scaled(share.measured * whole.measured, unit);
    computed.low -= slack * stated.factor;
    computed.high += slack * stated.factor;
    relation.gives(share.value * whole.value * unit, computed,
                   base::concat(printed(share), is_percent ? "% of " : " of ", printed(whole)));
    relation.cue = Cue::strong;
    out.push_back(std::move(relation));
}

} // namespace verify::relations
