// arith.sum, arith.difference: "84 (31, 27 and 26)", "75 of 180 left", "58 seconds behind".
#include "base/concat.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "verify/law/judge.hpp"
#include "verify/relations/checks.hpp"
#include "verify/relations/relation.hpp"
#include "verify/relations/sums.hpp"

#include <algorithm>
#include <numeric>

namespace verify::relations {

using reading::WordSet;

namespace {

constexpr std::size_t k_most_parts_of_amount = 10;

bool is_part_of(const Term& part, const Term& whole)
{
    if (&part == &whole || !part.is_usable || !part.is_number() || part.is_attribute) return false;
    if (part.value < 0) return false;
    return are_same_kind(part, whole);
}

Interval sum_of(const Terms& terms)
{
    Interval out = Interval::point(0);
    for (const Term* term : terms) out = out + term->measured;
    return out;
}

// What a list takes off: "discount $5.00". Never all of it.
bool is_taken_off(const Term& term, const Terms& all)
{
    return term.has(Role::down) && &term != all.front();
}

Rational value_of_all(const Terms& terms)
{
    Rational out{0};
    for (const Term* term : terms) out += term->value;
    return out;
}

Terms without(const Terms& terms, const Term* one)
{
    Terms out;
    for (const Term* term : terms)
        if (term != one) out.push_back(term);
    return out;
}

// Whether a word says that a number is a whole, a rest or a distance.
Cue cue_of(const Term& stated)
{
    const bool says = stated.has(Role::total) || stated.has(Role::rest) || stated.has(Role::up) ||
                      stated.has(Role::down) || stated.has(Role::by);
    return says ? Cue::strong : Cue::weak;
}

// Whether one of the numbers, the stated one among them, is the sum of others.
std::optional<Relation> closed(const Term& stated, const Terms& parts, const Rational& slack)
{
    Interval allowed = stated.stated;
    allowed.low -= slack;
    allowed.high += slack;
    const auto held = [&](CheckRef check, Terms operands) {
        return Relation{.check = check,
                        .title = {},
                        .stated = &stated,
                        .operands = std::move(operands),
                        .holds = true,
                        .cue = cue_of(stated)};
    };
    std::vector<int> signs;
    for (const Term* part : parts) signs.push_back(is_taken_off(*part, parts) ? -1 : 1);
    const Sums sums{parts, signs};
    if (auto set = sums.meeting(allowed, 2)) return held(k_arith_sum, std::move(*set));
    // "144 candles at 0.85, 122.40 in all"
    if (parts.size() == 2 && (parts[0]->measured * parts[1]->measured).meets(allowed))
        return held(k_arith_product, parts);
    if (sums.flows_to(allowed)) return held(k_arith_difference, parts);
    for (const Term* whole : parts) {
        if (whole->measured.high < allowed.low) continue;
        const Terms others = without(parts, whole);
        const Interval taken{whole->measured.low - allowed.high,
                             whole->measured.high - allowed.low};
        const Sums rest{others, std::vector<int>(others.size(), 1)};
        auto set = rest.meeting(taken, 1);
        if (!set) continue;
        Terms operands{whole};
        for (const Term* part : *set) operands.push_back(part);
        return held(k_arith_difference, std::move(operands));
    }
    return std::nullopt;
}

// "the three grants of ...": how many parts there are.
bool counts_parts(const Term& term, std::size_t parts)
{
    const Rational value = term.value;
    // A noun taken from the others does not say so.
    const bool has_noun = !term.noun.empty() && term.end > term.quantity->number_end;
    const bool counts = term.quantity->spelled || has_noun;
    return counts && term.is_count() && term.quantity->place == 0 && value == Rational{parts} &&
           parts >= 2;
}

struct Amounts {
    const Scope& scope;
    const Term& stated;
    Terms parts;           // all of the stated term's kind but it
    bool is_counted;       // a word says how many parts there are
    bool is_last;          // nothing of its kind stands behind it
    bool is_first;         // or before it
    bool has_colon;        // opens a list of its parts: "84 points: 31, 27 and 26"
    bool has_outside_role; // a part is told to be something else: a mean, a rate, an earlier value
    bool has_beside;       // "90 for the keys", "350 incl. delivery": it may hold more, or less
};

// Counts of other things: "52 in favour, 41 against and 7 abstentions, 100 votes".
Terms other_counts(const Scope& scope, const Term& stated)
{
    Terms out;
    if (!stated.is_count()) return out;
    for (const Term* term : scope.terms)
        if (term != &stated && term->is_usable && term->is_count() && !term->is_rate &&
            !term->is_attribute && !are_same_kind(*term, stated))
            out.push_back(term);
    return out;
}

std::optional<Amounts> amounts_of(const Scope& scope, const Term& stated)
{
    Amounts out{scope, stated, {}, false, true, true, false, false, false};
    const auto next = scope.document->word(stated.end);
    out.has_colon = next == ":" || next == "(";
    Terms all;
    bool behind = false;
    for (const Term* term : scope.terms) {
        if (term == &stated) {
            // What comes behind "31 in all" is not part of it.
            if (stated.has(Role::total) && !out.has_colon && all.size() >= 2) break;
            behind = true;
            continue;
        }
        if (!is_part_of(*term, stated)) continue;
        (behind ? out.is_last : out.is_first) = false;
        all.push_back(term);
    }
    for (const Term* term : all) {
        if (all.size() > 2 && counts_parts(*term, all.size() - 1)) {
            out.is_counted = true;
            continue;
        }
        out.parts.push_back(term);
    }
    for (const Term* term : scope.terms) {
        const bool is_part = std::find(out.parts.begin(), out.parts.end(), term) != out.parts.end();
        if (term != &stated && !is_part && counts_parts(*term, out.parts.size()))
            out.is_counted = true;
    }
    for (const Term* term : out.parts) {
        const bool outside = term->has(Role::mean) || term->has(Role::each) || term->is_open;
        out.has_outside_role = out.has_outside_role || outside;
        // "320 plus 180" are two parts, "350 incl. delivery" holds another. Durations that "plus"
        // joins are added up among the moments.
        const bool joins = scope.document->word(term->end) == "plus" && !term->is_compound;
        out.has_beside = out.has_beside || (term->has(Role::beside) && !joins);
    }
    // "A tenth went to the fox": part of what happened is not told in numbers of this kind.
    for (const Term* term : scope.terms)
        if (term->kind == reading::QuantityKind::fraction ||
            term->kind == reading::QuantityKind::multiple ||
            (stated.is_count() && !term->is_usable && term->is_number() &&
             term->quantity->spelled && term->noun.empty()))
            out.has_outside_role = true;
    if (out.parts.size() < 2 || out.parts.size() > k_most_parts_of_amount) return std::nullopt;
    return out;
}

// "Six trials, 51 of them, 18 bees": a bare total does not say which of them it counts.
bool are_of_several_kinds(const Amounts& amounts)
{
    const std::string* noun = nullptr;
    for (const Term* part : amounts.parts) {
        if (part->noun.empty()) continue;
        if (noun != nullptr && *noun != part->noun) return true;
        noun = &part->noun;
    }
    return false;
}

Relation total_of(const Amounts& amounts)
{
    const Term& stated = amounts.stated;
    auto out = related(k_arith_sum, "Total does not match its parts", stated, amounts.parts);
    out.computed = sum_of(amounts.parts);
    out.exact = value_of_all(amounts.parts);
    out.formula = joined(amounts.parts, " + ");
    // A list of three and more is seldom near its last number by chance.
    constexpr double k_of_list = 0.2;
    const bool is_close = is_within(stated, out.exact, Rational{3, 20});
    if (amounts.parts.size() >= 3 && is_close) out.rarity = k_of_list;
    const bool ends = amounts.is_last || (amounts.is_first && amounts.has_colon);
    if (!ends || amounts.has_outside_role || stated.has(Role::mean)) return out;
    const bool partial =
        says_partial(amounts.scope) || stated.has(Role::beside) || amounts.has_beside;
    const bool mixed = !other_counts(amounts.scope, stated).empty() && !amounts.is_counted;
    // Across sentences a total near its parts, or none at all.
    const bool is_total = stated.has(Role::total);
    const bool is_far = amounts.scope.reach > 0 && (are_of_several_kinds(amounts) || !is_close);
    if (is_far || (!is_total && (mixed || partial)))
        out.cue = Cue::none;
    else if (is_total)
        out.cue = mixed || partial ? Cue::medium : Cue::strong;
    else {
        // "60, 120, 150 and 300 Hz": one of the list, and not what it makes.
        const bool is_member =
            reading::is_one_of(amounts.scope.document->word(stated.begin - 1), {"and", "or", "&"});
        const bool is_listed =
            !is_member && amounts.is_last && (stated.is_told() || amounts.parts.size() >= 3);
        const bool is_counted =
            !is_member && amounts.is_counted && (stated.is_told() || amounts.is_last);
        out.cue = is_listed || is_counted ? Cue::medium : Cue::weak;
    }
    return out;
}

std::optional<Relation> rest_of(const Amounts& amounts)
{
    const Term& stated = amounts.stated;
    const Term* whole = *std::max_element(
        amounts.parts.begin(), amounts.parts.end(),
        [](const Term* left, const Term* right) { return left->value < right->value; });
    const Terms taken = without(amounts.parts, whole);
    const Rational left = whole->value - value_of_all(taken);
    constexpr std::size_t k_most_taken = 3;
    if (left <= 0 || !amounts.is_last || taken.size() > k_most_taken) return std::nullopt;
    // Said again, and not what is left; "141 of these" are a part of what was told last.
    if (whole->value == stated.value || amounts.scope.document->word(stated.end) == "of")
        return std::nullopt;
    auto out = related(k_arith_difference, "What is left does not match", stated, amounts.parts);
    out.exact = left;
    out.computed = whole->measured - sum_of(taken);
    out.formula = base::concat(printed(*whole), " - ", joined(taken, " - "));
    const bool whole_first = whole == amounts.parts.front() || whole->has(Role::whole);
    if (!whole_first || amounts.has_outside_role) return out;
    out.is_complete = true;
    if (!amounts.scope.is_joined) {
        // "The 1,650 still unspent": of what was told before.
        if (stated.has(Role::rest)) out.cue = Cue::medium;
        return out;
    }
    if (stated.has(Role::rest) && !amounts.has_beside)
        out.cue = Cue::strong;
    else if (stated.has(Role::rest) || stated.is_told())
        out.cue = Cue::medium;
    return out;
}

} // namespace

void propose_amounts(const Scope& scope, const Term& stated, Proposals& out)
{
    if (!stated.is_number() || stated.value <= 0 || stated.is_attribute) return;
    // Across sentences only a word that says so makes a whole.
    const bool says = stated.has(Role::total) || stated.has(Role::result) || stated.has(Role::rest);
    const auto amounts = amounts_of(scope, stated);
    if (!amounts) return;
    constexpr std::size_t k_list = 3;
    const bool is_tally = amounts->is_last && amounts->parts.size() >= k_list && !stated.is_rate &&
                          stated.per.empty();
    if (!scope.is_joined && !says && !is_tally) return;
    // Prices a month of several things are told one after the other, and add up only when told to.
    if (scope.reach > 0 && stated.is_rate && !stated.has(Role::total)) return;
    std::vector<const Quantity*> quantities;
    for (const Term* part : amounts->parts) quantities.push_back(part->quantity);
    const Rational slack = rounding_slack(quantities, *stated.quantity) * stated.factor;
    if (auto holding = closed(stated, amounts->parts, slack)) {
        out.push_back(std::move(*holding));
        return;
    }
    const Terms others = other_counts(scope, stated);
    if (!others.empty() && others.size() + amounts->parts.size() <= k_most_parts_of_amount) {
        Terms all = amounts->parts;
        all.insert(all.end(), others.begin(), others.end());
        if (auto holding = closed(stated, all, slack)) {
            out.push_back(std::move(*holding));
            return;
        }
    }
    auto rest = rest_of(*amounts);
    const bool larger = std::all_of(amounts->parts.begin(), amounts->parts.end(),
                                    [&](const Term* part) { return part->value < stated.value; });
    // "The raffle and the auction together, so 9,150 is missing": below its parts no total is.
    const bool is_total = stated.has(Role::total) && (larger || !stated.is_told());
    if (rest && rest->cue != Cue::none && !is_total) out.push_back(std::move(*rest));
    if (!larger && !is_total) return;
    out.push_back(total_of(*amounts));
    if (!scope.is_joined && !says) out.back().cue = std::min(out.back().cue, Cue::weak);
}

} // namespace verify::relations
