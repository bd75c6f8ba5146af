#include "verify/relations/relation.hpp"
#include "verify/relations/checks.hpp"
#include "verify/relations/spoken.hpp"

#include "base/concat.hpp"
#include "verify/law/judge.hpp"

namespace verify::relations {

namespace {

// A miss within a quarter of what was meant counts where the words leave no other reading.
const Rational k_quarter{1, 4};

bool is_within_factor_two(const Term& stated, const Rational& meant)
{
    const Rational have = abs(stated.value);
    return have <= abs(meant) * 2 && abs(meant) <= have * 2;
}

// "About 36", "nearly 36", "up to 36". What took place "over twelve weeks" took twelve.
bool is_hedged(const Term& term)
{
    using reading::Qualifier;
    const auto qualifier = term.quantity->qualifier;
    return qualifier == Qualifier::over ? term.is_open : qualifier != Qualifier::none;
}

std::string shown(const Rational& value, int place)
{
    std::string out = reading::exact_text(value);
    const bool is_long = out.find('/') != std::string::npos || out.size() > 16;
    return is_long ? reading::rounded_text(value, place) : out;
}

Mark mark_of_term(const Document& document, const Term& term, std::string_view role)
{
    if (term.is_compound) return mark_tokens(document, term.begin, term.end, role);
    return mark_of(document, *term.quantity, role);
}

std::vector<Mark> marks_of(const Document& document, const Relation& relation)
{
    std::vector<Mark> out{mark_of_term(document, *relation.stated, "stated")};
    for (const Term* operand : relation.operands)
        out.push_back(mark_of_term(document, *operand, "operand"));
    out.insert(out.end(), relation.places.begin(), relation.places.end());
    return out;
}

void show(Found& found, const Relation& relation, const Rational& meant, int place)
{
    const Term& stated = *relation.stated;
    std::vector<Rational> operands;
    for (const Term* operand : relation.operands)
        operands.push_back(operand->value / operand->factor);
    const Rational reported = stated.value / stated.factor;
    found.evidence("operands", operands, "reported", reported, "recomputed", meant, "difference",
                   reported - meant, "formula", relation.formula);
    if (reading::exact_text(meant).find('/') != std::string::npos)
        found.evidence("recomputed_rounded", reading::rounded(meant, place));
    found.read_as(relation.reading);
}

} // namespace

Relation related(CheckRef check, std::string_view title, const Term& stated,
                 std::vector<const Term*> operands)
{
    return {.check = check, .title = title, .stated = &stated, .operands = std::move(operands)};
}

void Relation::gives(const Rational& exactly, const Interval& within, std::string by)
{
    exact = exactly;
    computed = within;
    formula = std::move(by);
    holds = computed.meets(stated->stated);
}

std::string printed(const Term& term)
{
    return shown(term.value / term.factor, -6);
}

std::string joined(const std::vector<const Term*>& terms, std::string_view sign)
{
    std::string out;
    for (const Term* term : terms) out += base::concat(out.empty() ? "" : sign, printed(*term));
    return out;
}

bool is_error(const Relation& relation)
{
    // "More than 36" has no one value that it should be.
    if (relation.holds || relation.stated->is_open) return false;
    const Term& stated = *relation.stated;
    const Miss miss = miss_of(stated, relation.exact);
    bool is_rough = is_hedged(stated);
    for (const Term* operand : relation.operands) is_rough = is_rough || is_hedged(*operand);
    // Only a slip is an error in what is told roughly.
    const Cue cue = is_rough ? std::min(relation.cue, Cue::medium) : relation.cue;
    const double chance = miss.chance * relation.tries * relation.rarity;
    switch (cue) {
    case Cue::strong:
        if (relation.is_plain) return true;
        if (relation.is_complete && miss.slip == Slip::factor) return true;
        // "15" for "85" is one digit, and may as well be another thing.
        if (miss.slip != Slip::none &&
            (chance <= 0.05 || is_within_factor_two(stated, relation.exact)))
            return true;
        return !relation.needs_slip &&
               (is_within(stated, relation.exact, k_quarter) ||
                (relation.is_complete && is_within_factor_two(stated, relation.exact)));
    case Cue::medium: return chance <= 0.12;
    case Cue::weak: return chance <= 0.01;
    case Cue::none: return false;
    }
    return false;
}

void conclude(const Document& document, const Relation& relation, Review& review)
{
    const Term& stated = *relation.stated;
    if (relation.holds) {
        // Words ("half of them") are said of what is nearly so; figures are not.
        const bool is_figure = stated.kind == reading::QuantityKind::cardinal ||
                               stated.kind == reading::QuantityKind::percent ||
                               stated.kind == reading::QuantityKind::points;
        const bool only_fits = is_figure && relation.reading == "plain" && relation.exact != 0 &&
                               !stated.quantity->spelled && !stated.stated.contains(relation.exact);
        review.passes.push_back({relation.check, marks_of(document, relation),
                                 only_fits ? k_compatible : relation.reading});
        return;
    }
    const int place = std::min(stated.quantity->place - 2, 0);
    const Rational meant = relation.exact / stated.factor;
    // "The sum of 4, 8 and 12 is 250."
    const bool is_grave = relation.is_plain && relation.check == k_arith_sum &&
                          !is_within(stated, relation.exact, Rational{1, 10});
    auto found = verify::found(relation.check, relation.title, document,
                               relation.cue == Cue::strong ? Certainty::exact : Certainty::strong,
                               is_grave ? Severity::critical : relation.severity);
    found.marks(marks_of(document, relation));
    show(found, relation, meant, place);
    found.gives(spoken(document, relation), spoken_value(document, stated, meant),
                quoted(document, stated));
    const auto written = found.quote(0);
    if (stated.is_compound || stated.quantity->spelled)
        return found.raise(review, "Replace ", written, " or correct a part.");
    found.correct(review, written, written_like(document, *stated.quantity, meant), "a part");
}

} // namespace verify::relations
