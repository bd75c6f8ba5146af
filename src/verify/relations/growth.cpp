// arith.growth: "8,000 at 3 % a year, interest added, is 8,741.82 after three years".
#include "base/concat.hpp"
#include "verify/relations/relation.hpp"

#include <algorithm>

namespace verify::relations {

namespace {

constexpr long k_most_years = 60;

struct Growth {
    const Term* start = nullptr;
    const Term* rate = nullptr;
    const Term* time = nullptr;
};

bool is_yearly(const Scope& scope, const Term& rate)
{
    if (rate.is_rate) return true;
    for (std::uint32_t at = scope.begin; at < scope.end; ++at)
        if (reading::is_one_of(scope.document->word(at), {"annual", "annually", "yearly",
                                                          "compounded", "compound", "interest"}))
            return true;
    return false;
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

} // namespace

void propose_growth(const Scope& scope, const Term& stated, Proposals& out)
{
    if (!stated.is_usable || stated.currency.empty() || stated.is_rate || !scope.is_joined) return;
    const auto growth = growth_of(scope, stated);
    if (!growth || !is_yearly(scope, *growth->rate)) return;
    const Rational years = growth->time->value / 12;
    if (years.get_den() != 1 || years < 2 || years > k_most_years) return;
    if (growth->start->value >= stated.value) return;
    const int count = static_cast<int>(years.get_num().get_si());
    const Rational share = growth->rate->value / 100;
    const auto compounded = reading::power(1 + share, count);
    if (!compounded) return;
    Relation relation{.check = "arith.growth",
                      .title = "Growth over the years does not match",
                      .stated = &stated,
                      .operands = {growth->start, growth->rate, growth->time}};
    relation.exact = growth->start->value * *compounded;
    relation.computed = Interval::point(relation.exact);
    relation.formula = base::concat(printed(*growth->start), " * (1 + ", printed(*growth->rate),
                                    " / 100) ^ ", count);
    const Rational simple = growth->start->value * (1 + share * count);
    const bool says_compound = [&] {
        for (std::uint32_t at = scope.begin; at < scope.end; ++at)
            if (reading::is_one_of(
                    scope.document->word(at),
                    {"compounded", "compound", "compounding", "added", "reinvested"}))
                return true;
        return false;
    }();
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
