// arith.product, arith.mean: products and quotients by the algebra of units, and means of lists.
#include "base/concat.hpp"
#include "reading/term_nouns.hpp"
#include "verify/law/precision.hpp"
#include "verify/relations/checks.hpp"
#include "verify/relations/relation.hpp"

#include <algorithm>

namespace verify::relations {

const Check k_arith_product{
    .id = "arith.product",
    .category = Category::consistency,
    .nature = Nature::relation,
    .proof =
        {"a count times a rate, or so many groups of so many, is not the result stated; quotients "
         "by their units",
         "more than two factors without units"},
    .planted = k_planted_relations,
    .real = k_real_relations};

namespace {

bool is_factor_of_product(const Term& term, const Term& stated)
{
    return &term != &stated && term.is_usable && term.is_number() && term.value > 0;
}

// What two factors make: their powers, and what is counted in the product.
struct Shape {
    reading::Powers powers;
    std::string per;
    std::string noun;
    std::string_view currency;
};

bool fits_shape(const Shape& shape, const Term& stated)
{
    if (!(shape.powers == stated.powers) || shape.per != stated.per) return false;
    if (shape.currency != stated.currency) return false;
    return shape.noun.empty() || stated.noun.empty() || shape.noun == stated.noun;
}

// "6 hours a day, 4 days a week": what the first is per the second counts.
bool goes_on(const Document& document, const Term& left, const Term& right)
{
    return reading::noun_stem(document.word(left.end - 1)) ==
           reading::noun_stem(document.word(right.quantity->number_end));
}

// Times: "40 an hour" times "3 hours", "$9 each" times "12 books", "24 m" times "9.5 m". nullopt
// when neither units nor what it is per say that the two are multiplied.
std::optional<Shape> times(const Document& document, const Term& left, const Term& right)
{
    Shape out{left.powers + right.powers, {}, {}, {}};
    if (!left.currency.empty() && !right.currency.empty()) return std::nullopt;
    out.currency = left.currency.empty() ? right.currency : left.currency;
    const Term& rate = left.is_rate ? left : right;
    const Term& count = &rate == &left ? right : left;
    if (rate.is_rate && !count.is_rate) {
        // "three times a day": each time one of what is counted.
        if (rate.noun != "time") out.noun = rate.noun;
        if (rate.per.empty()) {
            // Per a unit: it has to be cancelled.
            const bool cancels = !count.powers.is_none();
            return cancels ? std::optional{out} : std::nullopt;
        }
        const bool counted = rate.per == "each" ? count.is_count() : rate.per == count.noun;
        return counted ? std::optional{out} : std::nullopt;
    }
    if (left.is_rate && right.is_rate) {
        if (!goes_on(document, left, right)) return std::nullopt;
        return Shape{left.powers + right.powers, right.per, left.noun, out.currency};
    }
    if (left.is_rate || right.is_rate) return std::nullopt;
    // Two measures multiply when both have a unit; money by a unit needs a rate.
    const bool measures = !left.powers.is_none() && !right.powers.is_none() &&
                          left.currency.empty() && right.currency.empty();
    return measures ? std::optional{out} : std::nullopt;
}

std::optional<Shape> over(const Term& left, const Term& right)
{
    // "5 drivers made 300 deliveries, 60 a driver"
    const bool counts = right.is_count() && !right.noun.empty() && !right.is_rate;
    if (counts && !left.is_rate && !left.is_bare() && left.noun != right.noun)
        return Shape{left.powers, right.noun, left.noun, left.currency};
    if (right.powers.is_none() || !right.currency.empty() || left.is_rate) return std::nullopt;
    if (left.powers.is_none() && left.noun.empty()) return std::nullopt;
    Shape out{left.powers - right.powers, {}, left.noun, left.currency};
    if (out.powers.is_none()) return std::nullopt;
    return out;
}

bool leaves_out_unit_of(const Term& left, const Term& right, const Term& stated)
{
    return stated.is_rate && stated.noun.empty() && stated.currency.empty() &&
           stated.powers == reading::Powers{} - right.powers && !left.powers.is_none();
}

struct Product {
    Terms operands;
    Interval computed;
    Rational exact;
    std::string formula;
};

std::vector<Product> products_for(const Document& document, const Terms& factors,
                                  const Term& stated)
{
    std::vector<Product> out;
    for (std::size_t i = 0; i < factors.size(); ++i) {
        for (std::size_t j = 0; j < factors.size(); ++j) {
            if (i == j) continue;
            const Term& left = *factors[i];
            const Term& right = *factors[j];
            if (i < j)
                if (const auto shape = times(document, left, right);
                    shape && fits_shape(*shape, stated))
                    out.push_back({{&left, &right},
                                   left.measured * right.measured,
                                   left.value * right.value,
                                   base::concat(printed(left), " * ", printed(right))});
            const auto shape = over(left, right);
            if (!shape) continue;
            // "21 hectares in six hours, 3.5 an hour": of what goes without saying.
            const bool is_elided = leaves_out_unit_of(left, right, stated);
            if (!fits_shape(*shape, stated) && !is_elided) continue;
            const Rational unit = is_elided ? Rational{1 / left.factor} : Rational{1};
            if (const auto quotient = reading::divide(left.measured, right.measured))
                out.push_back({{&left, &right},
                               *quotient * Interval::point(unit),
                               left.value / right.value * unit,
                               base::concat(printed(left), " / ", printed(right))});
        }
    }
    return out;
}

// Three lengths are a volume.
std::vector<Product> volumes_for(const Terms& factors, const Term& stated)
{
    const reading::Powers length{{1}};
    const reading::Powers volume{{3}};
    Terms sides;
    for (const Term* term : factors)
        if (term->powers == length && !term->is_rate) sides.push_back(term);
    if (!(stated.powers == volume) || sides.size() != 3) return {};
    Product out{sides, Interval::point(1), Rational{1}, joined(sides, " * ")};
    for (const Term* side : sides) {
        out.computed = out.computed * side->measured;
        out.exact *= side->value;
    }
    return {out};
}

// "12 rolls at $0.50 each, and the basket costs $8"
bool has_own_subject(const Scope& scope, const Term& before, const Term& stated)
{
    for (std::uint32_t at = before.end; at + 1 < stated.begin; ++at)
        if (reading::is_one_of(scope.document->word(at), {"and", "but", "while"}) &&
            reading::is_one_of(scope.document->word(at + 1),
                               {"the", "a", "an", "his", "her", "its", "their", "another"}))
            return true;
    return false;
}

// "30 tickets at $65 each, for a total of": the words leave no other reading.
bool is_priced(const Scope& scope, const Terms& operands, const Term& stated)
{
    return scope.terms.size() == 3 && (stated.has(Role::total) || stated.is_told()) &&
           operands.front()->is_rate != operands.back()->is_rate &&
           operands.back()->begin == operands.front()->end + 1;
}

void propose_product(const Scope& scope, const Term& stated, Proposals& out)
{
    Terms factors;
    for (const Term* term : scope.terms) {
        if (term == &stated) break; // the result comes last
        if (is_factor_of_product(*term, stated)) factors.push_back(term);
    }
    if (factors.size() < 2 || factors.size() > 6) return;
    const bool has_unit = !stated.powers.is_none();
    const bool is_mean = stated.has(Role::mean) && !stated.per.empty();
    if (!has_unit && !stated.is_told() && !stated.has(Role::total) && !is_mean) return;
    const CheckRef check = is_mean ? k_arith_mean : k_arith_product;
    auto found = products_for(*scope.document, factors, stated);
    for (auto& volume : volumes_for(factors, stated)) found.push_back(std::move(volume));
    if (found.empty()) return;
    for (auto& product : found) {
        if (!product.computed.meets(stated.stated)) continue;
        auto held = related(check, {}, stated, std::move(product.operands));
        held.holds = true;
        held.cue = Cue::strong;
        out.push_back(std::move(held));
        return;
    }
    if (found.size() != 1 || stated.has(Role::beside)) return;
    Product& product = found.front();
    // "At 8 hours a day for 5 days, 40 hours": the days cancel, and are not another result.
    const auto& operands = product.operands;
    const bool cancels = goes_on(*scope.document, *operands.front(), *operands.back());
    const bool has_rival = std::any_of(factors.begin(), factors.end(), [&](const Term* factor) {
        const bool takes_part =
            std::find(operands.begin(), operands.end(), factor) != operands.end();
        return reading::are_same_kind(*factor, stated) && !(takes_part && cancels);
    });
    if (has_rival) return;
    auto failed = related(check,
                          is_mean ? "Mean does not match total and count"
                                  : "Product does not match its factors",
                          stated, operands);
    failed.computed = product.computed;
    failed.exact = product.exact;
    // In the units of the result, so that a reader can follow it.
    failed.formula = std::move(product.formula);
    const bool ends = stated.is_told() || stated.has(Role::total) || scope.terms.back() == &stated;
    failed.cue = ends ? Cue::strong : Cue::medium;
    if (has_own_subject(scope, *failed.operands.back(), stated)) failed.cue = Cue::none;
    // Grams stand beside hours and metres without taking part.
    failed.is_complete = std::none_of(factors.begin(), factors.end(), [&](const Term* factor) {
        if (std::find(operands.begin(), operands.end(), factor) != operands.end()) return false;
        // "Nine hours, five of them on the bikes": it may be of any kind.
        if (factor->quantity->currency.empty() && factor->quantity->unit == nullptr &&
            (factor->noun.empty() || factor->is_bare()))
            return true;
        return std::any_of(operands.begin(), operands.end(), [&](const Term* operand) {
            return factor->powers == operand->powers && factor->currency == operand->currency;
        });
    });
    // "One third is borne by the state": what is left of a whole is told in no number.
    const bool is_parted =
        std::any_of(scope.terms.begin(), scope.terms.end(),
                    [](const Term* term) { return term->kind == reading::QuantityKind::fraction; });
    if (!scope.is_joined && !stated.is_told()) failed.cue = Cue::none;
    if (!failed.is_complete || is_parted) failed.cue = std::min(failed.cue, Cue::medium);
    failed.is_plain = failed.cue == Cue::strong && is_priced(scope, operands, stated);
    out.push_back(std::move(failed));
}

bool has_word(const Scope& scope, std::string_view word)
{
    for (std::uint32_t at = scope.begin; at < scope.end; ++at)
        if (scope.document->word(at) == word) return true;
    return false;
}

// The list that the mean is of. `heads`: the sentence opens with "the mean of the values".
Terms values_of_mean(const Scope& scope, const Term& stated, bool heads)
{
    // The list stands before its mean, or behind it: "a mean of 4, from 3, 4 and 5".
    Terms before;
    Terms behind;
    bool passed = false;
    for (const Term* term : scope.terms) {
        passed = passed || term == &stated;
        // "9 out of 10": the scale, and no value
        const auto opener = scope.document->word(term->begin - 1);
        const bool is_scale =
            term->begin > 1 && opener == "of" && scope.document->word(term->begin - 2) == "out";
        if (is_scale) continue;
        const bool is_value = term != &stated && term->is_usable &&
                              reading::are_same_level(*term, stated) && !term->has(Role::total) &&
                              (heads || !term->has(Role::mean));
        if (is_value) (passed ? behind : before).push_back(term);
    }
    // "The average of 12, 15 and 19" opens a list and is not one of its results.
    const auto next = scope.document->word(stated.end);
    if (before.size() < 3 && (next == "," || next == "and")) return {};
    Terms values = before.size() >= 3 ? before : behind;
    // "her three exams" says how many values there are.
    const Rational count_of_rest{
        static_cast<unsigned long>(values.empty() ? 0 : values.size() - 1)};
    std::erase_if(values, [&](const Term* term) {
        return term->is_count() && !term->noun.empty() && term->value == count_of_rest;
    });
    return values;
}

void propose_mean(const Scope& scope, const Term& stated, Proposals& out)
{
    // "Above the average of 9" is another mean.
    if (stated.has(Role::up) || stated.has(Role::down)) return;
    if (has_word(scope, "weighted")) return;
    const bool is_median = has_word(scope, "median");
    // "The mean of the values 3, 5 and 10 is 6."
    const bool heads = scope.own < scope.terms.size() && scope.terms[scope.own]->has(Role::mean) &&
                       scope.terms.back() == &stated && stated.is_told();
    if (!stated.has(Role::mean) && !heads) return;
    const Terms values = values_of_mean(scope, stated, heads);
    if (values.size() < 3) return;
    // Values of one list are printed alike.
    for (const Term* value : values)
        if (value->quantity->place != values.front()->quantity->place) return;
    Interval sum = Interval::point(0);
    Rational exact{0};
    for (const Term* value : values) {
        sum = sum + value->measured;
        exact += value->value;
    }
    std::vector<Rational> sorted;
    for (const Term* value : values) sorted.push_back(value->value);
    const Rational count{static_cast<unsigned long>(values.size())};
    auto mean = related(k_arith_mean, "Mean does not match the values", stated, values);
    mean.computed = {sum.low / count, sum.high / count};
    mean.exact = exact / count;
    // "7 mm a day" of a list of daily millimetres.
    const bool is_per_time = stated.is_rate && !values.front()->is_rate;
    if (is_per_time) {
        const Rational into = stated.factor / values.front()->factor;
        mean.exact *= into;
        mean.computed = {mean.computed.low * into, mean.computed.high * into};
        for (Rational& value : sorted) value *= into;
    }
    mean.formula = base::concat("(", joined(values, " + "), ") / ", values.size());
    Interval allowed = stated.stated;
    if (stated.quantity->place >= 0) {
        allowed.low -= stated.factor / 2;
        allowed.high += stated.factor / 2;
    }
    std::sort(sorted.begin(), sorted.end());
    const Rational median = (sorted[(sorted.size() - 1) / 2] + sorted[sorted.size() / 2]) / 2;
    mean.holds = is_median ? allowed.contains(median) : mean.computed.meets(allowed);
    if (is_median) {
        mean.exact = median;
        mean.formula = base::concat("the median of ", joined(values, ", "));
    }
    mean.cue = scope.is_joined ? Cue::strong : Cue::none;
    if (stated.has(Role::beside)) mean.cue = Cue::none;
    mean.is_complete = true;
    out.push_back(std::move(mean));
}

} // namespace

void propose_products(const Scope& scope, const Term& stated, Proposals& out)
{
    if (!stated.is_number() || stated.value <= 0 || !stated.is_usable) return;
    propose_mean(scope, stated, out);
    propose_product(scope, stated, out);
}

} // namespace verify::relations
