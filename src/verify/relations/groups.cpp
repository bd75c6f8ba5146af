// arith.product where no unit and no "each" says that two numbers are multiplied: "eight rows of
// fourteen chairs, 122 chairs in all".
//
// What tells is the number itself: of a few pairs one gives it, or nearly so.
#include "base/concat.hpp"
#include "reading/clocks.hpp"
#include "verify/relations/checks.hpp"
#include "verify/relations/relation.hpp"

#include <algorithm>

namespace verify::relations {

namespace {

constexpr std::size_t k_most_factors = 4;

// So many groups of the other factor.
bool counts_groups(const Term& term)
{
    const bool is_span = term.powers == reading::powers_of(reading::Measured::calendar) ||
                         (term.powers == reading::powers_of(reading::Measured::time) &&
                          term.factor >= 24 * reading::k_hour);
    return (term.is_count() || is_span) && !term.is_rate && !term.is_open &&
           term.quantity->place >= 0;
}

bool is_of_result(const Term& term, const Term& stated)
{
    if (term.is_open) return false;
    if (stated.is_count()) return term.is_count();
    return term.currency == stated.currency && (term.is_rate || term.powers == stated.powers);
}

// Whatever it is multiplied by keeps its digits, so only words can tell.
bool is_power_of_ten(const Term& term)
{
    const auto digits = reading::exact_text(Rational{term.value / term.factor});
    return digits.find_first_not_of("10.") == std::string::npos &&
           std::count(digits.begin(), digits.end(), '1') == 1;
}

// "Each with ninety men aboard", "eight at every table".
bool says_each(const Scope& scope)
{
    for (std::uint32_t at = scope.begin; at < scope.end; ++at)
        if (reading::is_one_of(scope.document->word(at), {"each", "every", "apiece"}) &&
            scope.document->word(at + 1) != "of")
            return true;
    return false;
}

// "Six boxes of 24 bottles make 144 bottles", "each of the 12 rooms has 4 beds": the words leave no
// other reading.
bool is_contained(const Scope& scope, const Terms& operands, const Term& stated)
{
    const Document& document = *scope.document;
    const Term& count = *operands[0];
    const Term& each = *operands[1];
    // "29 of 52 knees" are not groups: their name is missing.
    const bool is_of = each.begin == count.end + 1 && document.word(count.end) == "of" &&
                       count.end > count.quantity->number_end;
    const bool is_each = count.begin >= 3 && document.word(count.begin - 3) == "each" &&
                         document.word(count.begin - 2) == "of";
    const bool is_of_kind = !each.is_rate && reading::are_same_kind(each, stated);
    // "6 nights at 95 euros"
    const bool is_at = each.begin == count.end + 1 && document.word(count.end) == "at" &&
                       !each.currency.empty() && count.end > count.quantity->number_end;
    if (is_at) return is_of_kind;
    return (is_of || is_each) && count.is_count() && !count.noun.empty() && is_of_kind &&
           each.noun == stated.noun;
}

struct Group {
    Terms operands;
    Interval computed;
    Rational exact;
};

std::vector<Group> groups_of(const Terms& factors, const Term& stated)
{
    std::vector<Group> out;
    out.reserve(factors.size() * factors.size());
    for (std::size_t i = 0; i < factors.size(); ++i)
        for (std::size_t j = 0; j < factors.size(); ++j) {
            const Term& count = *factors[i];
            const Term& each = *factors[j];
            // The order of two counts says nothing.
            if (i == j || (j < i && counts_groups(each) && is_of_result(count, stated))) continue;
            if (!counts_groups(count) || !is_of_result(each, stated)) continue;
            // "At 6 euros a head and night": in the units that are printed.
            const Rational per = each.value / each.factor;
            const Rational times = count.value / count.factor;
            const Rational product = per * times * stated.factor;
            const bool converts = !each.is_rate && each.factor != stated.factor;
            const Rational exact = converts ? Rational{each.value * times} : product;
            out.push_back(
                {{&count, &each}, each.measured * Interval::point(exact / each.value), exact});
        }
    return out;
}

// "12 crates of nine, and a crate with four: 112 jars": what is left over beside the groups.
std::optional<Group> with_rest(const Document& document, const std::vector<Group>& groups,
                               const Terms& factors, const Term& stated)
{
    for (const Group& group : groups) {
        const auto end = group.operands[0]->end;
        if (document.word(end) != "of" || group.operands[1]->begin != end + 1) continue;
        for (const Term* rest : factors) {
            const bool is_factor = rest == group.operands[0] || rest == group.operands[1];
            if (is_factor || rest->value >= group.exact) continue;
            Group out = group;
            out.operands.push_back(rest);
            out.computed = group.computed + rest->measured;
            out.exact += rest->value;
            if (out.computed.meets(stated.stated)) return out;
        }
    }
    return std::nullopt;
}

} // namespace

void propose_groups(const Scope& scope, const Term& stated, Proposals& out)
{
    if (!stated.is_usable || !stated.is_number() || stated.value <= 0 || stated.is_attribute)
        return;
    const bool is_level = stated.has(Role::old) || stated.has(Role::now);
    const bool has_each = says_each(scope) && !is_level;
    if ((!scope.is_joined && !has_each) || stated.is_rate || stated.has(Role::beside)) return;
    Terms factors;
    for (const Term* term : scope.terms) {
        if (term == &stated) break;
        const bool tells = !is_power_of_ten(*term) || scope.document->word(term->end) == "of" ||
                           scope.document->word(term->begin - 1) == "of";
        if (term->is_usable && term->is_number() && term->value > term->factor &&
            !term->is_attribute && tells)
            factors.push_back(term);
    }
    if (factors.size() < 2 || factors.size() > k_most_factors) return;
    // Said again, and made of nothing.
    if (std::any_of(factors.begin(), factors.end(),
                    [&](const Term* factor) { return factor->value == stated.value; }))
        return;
    auto groups = groups_of(factors, stated);
    if (groups.empty()) return;
    const bool says = stated.has(Role::total) || stated.has(Role::result);
    const auto held = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
        return group.computed.meets(stated.stated);
    });
    const auto rest =
        held != groups.end() ? std::nullopt : with_rest(*scope.document, groups, factors, stated);
    const Group& group = held != groups.end() ? *held : rest ? *rest : groups.back();
    auto relation =
        related(k_arith_product, "Product does not match its factors", stated, group.operands);
    relation.gives(group.exact, group.computed,
                   base::concat(printed(*group.operands[0]), " * ", printed(*group.operands[1])));
    if (rest) relation.formula += base::concat(" + ", printed(*group.operands[2]));
    relation.holds = held != groups.end() || rest;
    relation.tries = static_cast<unsigned>(groups.size());
    const bool contained = factors.size() == 2 && (says || stated.is_told()) &&
                           is_contained(scope, group.operands, stated);
    relation.needs_slip = !contained;
    relation.is_plain = contained;
    relation.cue = says || rest ? Cue::medium : Cue::weak;
    if ((has_each && factors.size() == 2) || contained) relation.cue = Cue::strong;
    out.push_back(std::move(relation));
}

} // namespace verify::relations
