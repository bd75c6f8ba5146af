#include "verify/model/calculation.hpp"
#include "verify/relations/checks.hpp"

#include "base/concat.hpp"
#include "verify/law/judge.hpp"
#include "verify/relations/relation.hpp"
#include "verify/relations/relations.hpp"

#include <algorithm>

namespace verify::model {

using base::concat;
using reading::Role;
using reading::Term;
using relations::Cue;
using relations::Relation;

namespace {

using Terms = std::vector<const Term*>;

// One way to compute: in base units.
struct Way {
    Interval computed;
    Rational exact;
    std::string formula;
    Terms operands;
};

// Visitors and people may be the same ones, as a model says; metres and litres are not.
bool are_of_one_dimension(const Term& left, const Term& right)
{
    return left.kind == right.kind && left.powers == right.powers &&
           left.currency == right.currency && left.is_rate == right.is_rate;
}

bool are_of_one_dimension(const Terms& terms, const Term& with)
{
    return std::all_of(terms.begin(), terms.end(),
                       [&](const Term* each) { return are_of_one_dimension(*each, with); });
}

// Nor do their nouns tell them apart.
bool are_of_one_kind(const Terms& terms, const Term& with)
{
    return std::all_of(terms.begin(), terms.end(),
                       [&](const Term* each) { return reading::are_same_kind(*each, with); });
}

Way sum_of(const Terms& terms)
{
    Way out{Interval::point(0), Rational{0}, relations::joined(terms, " + "), terms};
    for (const Term* each : terms) {
        out.computed = out.computed + each->measured;
        out.exact += each->value;
    }
    return out;
}

std::optional<Way> quotient_of(const Term& left, const Term& right, const Rational& times,
                               std::string_view sign)
{
    const auto computed = reading::divide(left.measured, right.measured);
    if (!computed || right.value == 0) return std::nullopt;
    return Way{*computed * Interval::point(times),
               Rational{left.value / right.value * times},
               concat(relations::printed(left), sign, relations::printed(right)),
               {&left, &right}};
}

Way scaled(Way way, const Rational& factor)
{
    way.computed = way.computed * Interval::point(factor);
    way.exact *= factor;
    return way;
}

class Ways {
public:
    explicit Ways(const Pointer& pointer)
        : m_operation{pointer.operation}, m_stated{*pointer.stated.term}
    {
        for (const Number& each : pointer.operands) m_given.push_back(each.term);
    }

    // All that the operation may mean of these numbers; empty where they have no such relation.
    std::vector<Way> all()
    {
        const Terms& given = m_given;
        switch (m_operation) {
        case Operation::none: break;
        case Operation::sum:
            if (given.size() >= 2 && are_of_one_dimension(given, m_stated)) add(sum_of(given));
            break;
        case Operation::mean:
            if (given.size() >= 2 && are_of_one_dimension(given, m_stated)) {
                const auto count = static_cast<unsigned long>(given.size());
                Way way = scaled(sum_of(given), Rational{1, count});
                way.formula = concat('(', way.formula, ") / ", given.size());
                add(std::move(way));
            }
            break;
        case Operation::difference: differences(given); break;
        case Operation::product: products(given); break;
        case Operation::quotient: pairs(given, &Ways::quotient); break;
        case Operation::share: pairs(given, &Ways::share); break;
        case Operation::change: pairs(given, &Ways::change); break;
        }
        return std::move(m_ways);
    }

private:
    // What comes out below zero is not what a text means by a number above it.
    void add(std::optional<Way> way)
    {
        if (way && (way->exact > 0) == (m_stated.value > 0)) m_ways.push_back(std::move(*way));
    }

    // The first less all others; of two either way round.
    void differences(const Terms& given)
    {
        if (given.size() < 2 || !are_of_one_dimension(given, m_stated)) return;
        Way out{given.front()->measured, given.front()->value, relations::joined(given, " - "),
                given};
        for (std::size_t i = 1; i < given.size(); ++i) {
            out.computed = out.computed - given[i]->measured;
            out.exact -= given[i]->value;
        }
        if (given.size() == 2 && out.exact < 0) {
            out = scaled(std::move(out), -1);
            out.formula = relations::joined({given[1], given[0]}, " - ");
        }
        add(std::move(out));
    }

    // Products of counts and of what one costs or measures: at most one of them has a unit, which
    // the product has, too.
    void products(const Terms& given)
    {
        if (given.size() < 2) return;
        Way out{Interval::point(1), Rational{1}, relations::joined(given, " * "), given};
        reading::Powers powers;
        std::string_view currency;
        for (const Term* each : given) {
            if (!each->is_number() || (!currency.empty() && !each->currency.empty())) return;
            if (!each->currency.empty()) currency = each->currency;
            powers = powers + each->powers;
            out.computed = out.computed * each->measured;
            out.exact *= each->value;
        }
        if (m_stated.is_number() && powers == m_stated.powers && currency == m_stated.currency)
            add(std::move(out));
    }

    void pairs(const Terms& given, void (Ways::*make)(const Term&, const Term&))
    {
        if (given.size() != 2) return;
        (this->*make)(*given[0], *given[1]);
        (this->*make)(*given[1], *given[0]);
    }

    void quotient(const Term& left, const Term& right)
    {
        const bool is_money_by_money = !left.currency.empty() && !right.currency.empty();
        if (!left.is_number() || !right.is_number() || !m_stated.is_number()) return;
        if (!(left.powers - right.powers == m_stated.powers) || !right.currency.empty() ||
            is_money_by_money || left.currency != m_stated.currency)
            return;
        add(quotient_of(left, right, Rational{1}, " / "));
    }

    void share(const Term& left, const Term& right)
    {
        if (!is_ratio(m_stated) || !are_of_one_dimension(left, right)) return;
        if (left.value > right.value) return; // a part of a whole
        add(quotient_of(left, right, in_its_unit(), " of "));
    }

    void change(const Term& old, const Term& now)
    {
        if (m_stated.kind != QuantityKind::percent || !reading::are_same_level(old, now)) return;
        auto way = quotient_of(now, old, in_its_unit(), " / ");
        if (!way) return;
        way->computed = way->computed - Interval::point(in_its_unit());
        way->exact -= in_its_unit();
        if (way->exact < 0) *way = scaled(std::move(*way), -1); // "fell by"
        way->formula = concat("from ", relations::printed(old), " to ", relations::printed(now));
        add(std::move(way));
    }

    static bool is_ratio(const Term& term)
    {
        return term.kind == QuantityKind::percent || term.kind == QuantityKind::fraction;
    }
    [[nodiscard]] Rational in_its_unit() const
    {
        return m_stated.kind == QuantityKind::percent ? Rational{100} : Rational{1};
    }

    Operation m_operation;
    const Term& m_stated;
    Terms m_given;
    std::vector<Way> m_ways;
};

struct Told {
    CheckRef check;
    std::string_view title;
    Role role; // that the words give a number which is such a result
};

Told told_of(Operation operation)
{
    switch (operation) {
    case Operation::none: break;
    case Operation::sum:
        return {relations::k_arith_sum, "Total does not match its parts", Role::total};
    case Operation::difference:
        return {relations::k_arith_difference, "Difference does not match", Role::rest};
    case Operation::product:
        return {relations::k_arith_product, "Product does not match", Role::result};
    case Operation::quotient:
        return {relations::k_arith_product, "Quotient does not match", Role::each};
    case Operation::share: return {relations::k_arith_share, "Share does not match", Role::whole};
    case Operation::change:
        return {relations::k_arith_percent_change, "Change does not match", Role::up};
    case Operation::mean: return {relations::k_arith_mean, "Mean does not match", Role::mean};
    }
    return {relations::k_arith_sum, "Total does not match its parts", Role::total};
}

// How many sets of so many numbers there were to choose from, and two ways round of a pair.
unsigned choices(const Document& document, const Pointer& pointer, std::size_t ways)
{
    constexpr double k_most = 1e6;
    std::size_t first = pointer.stated.sentence;
    std::size_t last = first;
    for (const Number& each : pointer.operands) {
        first = std::min(first, each.sentence);
        last = std::max(last, each.sentence);
    }
    std::size_t numbers = 0;
    for (std::size_t i = first; i <= last; ++i)
        for (const Term& term : document.terms().of(i))
            if (term.is_usable && &term != pointer.stated.term) ++numbers;
    auto out = static_cast<double>(ways);
    for (std::size_t i = 0; i < pointer.operands.size() && out < k_most; ++i)
        out *= static_cast<double>(numbers - std::min(i, numbers)) / static_cast<double>(i + 1);
    return static_cast<unsigned>(std::clamp(out, 1.0, k_most));
}

// Whether one of them is about the place.
template <typename Judged> bool is_first_of(const std::vector<Judged>& all, const Mark& place)
{
    return std::any_of(all.begin(), all.end(), [&](const Judged& each) {
        const Mark& mark = each.marks.front();
        return !mark.source && mark.begin < place.end && place.begin < mark.end;
    });
}

// Ten or a thousand times as much is another unit as often as a slip, where a product is meant.
bool is_beyond_doubt(const Relation& relation)
{
    const bool adds_up = relation.check == relations::k_arith_sum ||
                         relation.check == relations::k_arith_difference ||
                         relation.check == relations::k_arith_mean;
    const auto& first = *relation.operands.front();
    const bool is_share = relation.check == relations::k_arith_share;
    if (adds_up && !are_of_one_kind(relation.operands, *relation.stated)) return false;
    if (is_share && !are_of_one_kind(relation.operands, first)) return false;
    const bool is_factor = miss_of(*relation.stated, relation.exact).slip == Slip::factor;
    return relations::is_error(relation) &&
           !(is_factor && relation.check == relations::k_arith_product);
}

} // namespace

Ruled rule(const Document& document, const Pointer& pointer, const Review& told,
           const Review& found)
{
    const Term& stated = *pointer.stated.term;
    const auto at = mark_of(document, *stated.quantity, "stated");
    if (is_first_of(told.passes, at)) return {Ruling::holds, {}};
    if (is_first_of(told.findings, at) || is_first_of(found.findings, at) ||
        is_disowned(Passage::sentence(document, pointer.stated.sentence)))
        return {};
    // What the built-in checks make of this number when they are made to look at it.
    Review looked;
    relations::check_pointed(document, pointer.stated.sentence, stated, looked);
    if (!looked.passes.empty()) return {Ruling::holds, {}};
    if (!looked.findings.empty()) return {Ruling::wrong, std::move(looked.findings.front())};
    // What the model says of it.
    const auto ways = Ways{pointer}.all();
    if (ways.empty()) return {};
    if (std::any_of(ways.begin(), ways.end(),
                    [&](const Way& way) { return way.computed.meets(stated.stated); }))
        return {Ruling::holds, {}};
    const Told words = told_of(pointer.operation);
    const bool is_ratio = stated.kind == QuantityKind::percent;
    std::vector<Relation> missed;
    missed.reserve(ways.size());
    for (const Way& way : ways)
        missed.push_back({.check = words.check,
                          .title = words.title,
                          .stated = &stated,
                          .operands = way.operands,
                          .computed = way.computed,
                          .exact = way.exact,
                          .formula = way.formula,
                          .cue = stated.has(words.role) || is_ratio ? Cue::medium : Cue::weak,
                          .tries = choices(document, pointer, ways.size())});
    const auto error = std::find_if(missed.begin(), missed.end(), is_beyond_doubt);
    const bool is_wrong = error != missed.end();
    Review out;
    relations::conclude(document, is_wrong ? *error : missed.front(), out);
    return {is_wrong ? Ruling::wrong : Ruling::missed, std::move(out.findings.front())};
}

} // namespace verify::model
