// arith.growth: "8,000 at 3 % a year, interest added, is 8,741.82 after three years".
#include "base/concat.hpp"
#include "verify/law/precision.hpp"
#include "verify/relations/checks.hpp"
#include "verify/relations/levels.hpp"

#include <algorithm>

namespace verify::relations {

const Check k_arith_growth{
    .id = "arith.growth",
    .category = Category::consistency,
    .nature = Nature::relation,
    .proof =
        {"an amount after some years at a rate, the next step of a growth, or what several changes "
         "in percent lead to is another one",
         "rates that change"},
    .planted = k_planted_relations,
    .real = k_real_relations};

namespace {

constexpr long k_most_years = 60;

struct Growth {
    const Term* start = nullptr;
    const Term* rate = nullptr;
    const Term* time = nullptr;
};

bool has_any(const Scope& scope, std::initializer_list<std::string_view> words)
{
    for (std::uint32_t at = scope.begin; at < scope.end; ++at)
        if (reading::is_one_of(scope.document->word(at), words)) return true;
    return false;
}

bool is_yearly(const Scope& scope, const Term& rate)
{
    return rate.is_rate || tells_yearly(*scope.document, scope.begin, scope.end) ||
           has_any(scope, {"interest"});
}

// What was told once holds for each step.
bool recurs(const Scope& scope, const Term& rate)
{
    return is_yearly(scope, rate) ||
           has_any(scope, {"every", "each", "always", "steadily", "again", "same", "another"});
}

// One amount before the stated one, one percentage, one number of years: nullopt for anything else.
std::optional<Growth> growth_of(const Scope& scope, const Term& stated)
{
    Growth out;
    for (const Term* term : scope.terms) {
        if (term == &stated || !term->is_usable) continue;
        const bool is_time = term->powers == reading::powers_of(reading::Measured::calendar);
        if (is_time && !term->is_rate && term->is_number()) {
            if (out.time != nullptr) return std::nullopt;
            out.time = term;
        } else if (term->kind == reading::QuantityKind::percent) {
            if (out.rate != nullptr) return std::nullopt;
            out.rate = term;
        } else if (term->is_number() && term->powers == stated.powers && !term->is_rate) {
            if (out.start != nullptr || term->currency != stated.currency) return std::nullopt;
            out.start = term;
        }
    }
    const bool is_whole = out.start != nullptr && out.rate != nullptr && out.time != nullptr;
    return is_whole ? std::optional{out} : std::nullopt;
}

// One level after another that grew, or fell, by the same share: the first step shows the rule.
struct Steps {
    const Term* first = nullptr;
    const Term* second = nullptr;
    const Term* rate = nullptr;
    Rational factor{1};
};

// What may be a level of the same thing as the stated one.
bool is_same_level(const Term& term, const Term& stated)
{
    return term.is_usable && term.is_number() && !term.is_open && !term.is_attribute &&
           !(term.is_count() && term.has(Role::within)) && term.value > 0 &&
           reading::are_same_level(term, stated);
}

std::optional<Steps> steps_of(const Scope& scope, const Term& stated)
{
    std::vector<const Term*> levels;
    std::vector<const Term*> rates;
    for (const Term* term : scope.terms) {
        if (term == &stated) break;
        const bool is_share = term->kind == reading::QuantityKind::percent ||
                              (term->kind == reading::QuantityKind::fraction && term->value < 1);
        if (is_share && term->value > 0)
            rates.push_back(term);
        else if (is_same_level(*term, stated))
            levels.push_back(term);
    }
    // "By half, and another third the year after": each step has a share of its own.
    const bool is_one_rate = std::all_of(rates.begin(), rates.end(), [&](const Term* rate) {
        return rate->kind == rates.front()->kind && rate->value == rates.front()->value;
    });
    if (levels.size() < 2 || rates.empty() || !is_one_rate) return std::nullopt;
    if (!recurs(scope, *rates.front()) || has_any(scope, {"respectively"})) return std::nullopt;
    Steps out{levels[levels.size() - 2], levels.back()};
    if (out.first->value == out.second->value) return std::nullopt;
    for (const Term* rate : rates) {
        const bool is_percent = rate->kind == reading::QuantityKind::percent;
        const Rational printed = rate->value / rate->factor;
        const Rational share = is_percent ? Rational{printed / 100} : printed;
        for (const Rational& factor : {Rational{1 + share}, Rational{1 - share}}) {
            if (factor <= 0) continue;
            const Interval reached = out.first->measured * Interval::point(factor);
            if (!reached.meets(out.second->stated)) continue;
            // A share so small that rounding hides it shows nothing.
            if (reached.meets(out.first->stated)) continue;
            out.rate = rate;
            out.factor = factor;
            return out;
        }
    }
    return std::nullopt;
}

} // namespace

void propose_step(const Scope& scope, const Term& stated, Proposals& out)
{
    if (!is_same_level(stated, stated)) return;
    const auto steps = steps_of(scope, stated);
    if (!steps) return;
    const Rational before = steps->second->value;
    const Rational step = abs(Rational{before - steps->first->value});
    auto relation = related(k_arith_growth, "The next step of the growth does not match", stated,
                            {steps->second, steps->rate});
    relation.exact = before * steps->factor;
    relation.computed = steps->second->measured * Interval::point(steps->factor);
    const bool grows = steps->factor > 1;
    relation.formula = base::concat(
        printed(*steps->second), grows ? " * (1 + " : " * (1 - ", printed(*steps->rate),
        steps->rate->kind == reading::QuantityKind::percent ? " / 100)" : ")");
    const Rational unit = reading::power_of_ten(stated.quantity->place) * stated.factor;
    Interval allowed = stated.stated;
    allowed.low -= unit;
    allowed.high += unit;
    relation.holds = relation.computed.meets(allowed);
    const bool goes_on = grows ? stated.value > before : stated.value < before;
    const bool is_linear = stated.stated.contains(before + (before - steps->first->value));
    const bool is_near = abs(stated.value - relation.exact) * 2 <= step;
    const bool is_slip = miss_of(stated, relation.exact).chance <= 0.05 &&
                         miss_of(stated, relation.exact).slip != Slip::none;
    if (!relation.holds && (!goes_on || !(is_linear || is_near || is_slip))) return;
    relation.cue = Cue::strong;
    relation.is_plain = true;
    out.push_back(std::move(relation));
}

void propose_changes(const Scope& scope, const Term& stated, Proposals& out)
{
    if (!is_same_level(stated, stated)) return;
    const Term* start = nullptr;
    std::vector<const Term*> changes;
    for (const Term* term : scope.terms) {
        if (term == &stated) continue;
        const bool moves = term->has(Role::up) != term->has(Role::down);
        if (term->kind == reading::QuantityKind::percent) {
            if (!moves || term->begin > stated.begin || term->is_rate) return;
            changes.push_back(term);
        } else if (is_same_level(*term, stated)) {
            if (start != nullptr || term->begin > stated.begin) return;
            start = term;
        }
    }
    if (start == nullptr || changes.size() < 2) return;
    auto relation = related(
        k_arith_growth, "Changes one after the other do not lead to this amount", stated, {start});
    Rational factor{1};
    Rational sum{1};
    relation.formula = printed(*start);
    for (const Term* change : changes) {
        const bool rises = change->has(Role::up);
        const Rational share = (rises ? change->value : Rational{-change->value}) / 100;
        factor *= 1 + share;
        sum += share;
        relation.operands.push_back(change);
        relation.formula +=
            base::concat(" * (1 ", rises ? "+ " : "- ", printed(*change), " / 100)");
    }
    relation.exact = start->value * factor;
    relation.computed = start->measured * Interval::point(factor);
    relation.holds = relation.computed.meets(stated.stated);
    // The commonest error of all: the percentages are added up.
    const bool is_added = stated.stated.contains(Rational{start->value * sum});
    if (!relation.holds && !is_added) return;
    relation.cue = Cue::strong;
    relation.is_plain = is_added;
    out.push_back(std::move(relation));
}

void propose_growth(const Scope& scope, const Term& stated, Proposals& out)
{
    if (!stated.is_usable || stated.currency.empty() || stated.is_rate) return;
    const auto growth = growth_of(scope, stated);
    if (!growth || !is_yearly(scope, *growth->rate)) return;
    const Rational years = growth->time->value / 12;
    if (years.get_den() != 1 || years < 2 || years > k_most_years) return;
    if (growth->start->value >= stated.value) return;
    const int count = static_cast<int>(years.get_num().get_si());
    const Rational share = growth->rate->value / growth->rate->factor / 100;
    const auto compounded = reading::power(1 + share, count);
    if (!compounded) return;
    auto relation = related(k_arith_growth, "Growth over the years does not match", stated,
                            {growth->start, growth->rate, growth->time});
    relation.exact = growth->start->value * *compounded;
    relation.computed = Interval::point(relation.exact);
    relation.formula = base::concat(printed(*growth->start), " * (1 + ", printed(*growth->rate),
                                    " / 100) ^ ", count);
    const Rational simple = growth->start->value * (1 + share * count);
    const bool says_compound =
        has_any(scope, {"compounded", "compound", "compounding", "added", "reinvested"});
    // Amounts are rounded each year.
    const Rational cents = reading::power_of_ten(std::min(stated.quantity->place, 0)) * count;
    Interval allowed = stated.stated;
    allowed.low -= cents;
    allowed.high += cents;
    relation.holds =
        relation.computed.meets(allowed) || (!says_compound && allowed.contains(simple));
    relation.cue = Cue::strong;
    const Rational gained = relation.exact - growth->start->value;
    // The interest, and not only the sum, is near what it should be.
    const bool is_near = abs(stated.value - relation.exact) * 2 <= gained;
    if (!relation.holds && !is_near) return;
    relation.is_plain = is_near;
    out.push_back(std::move(relation));
}

} // namespace verify::relations
