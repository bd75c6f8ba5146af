#include "verify/relations/relation.hpp"

#include "base/concat.hpp"
#include "verify/law/judge.hpp"

namespace verify::relations {

namespace json = base::json;

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

json::Ref evidence_of(const Relation& relation, const Rational& meant, int place)
{
    const Term& stated = *relation.stated;
    auto operands = json::array();
    for (const Term* operand : relation.operands)
        json::append(operands.get(),
                     reading::exact_json(Rational{operand->value / operand->factor}));
    const Rational reported = stated.value / stated.factor;
    auto out =
        json::object("operands", std::move(operands), "reported", reading::exact_json(reported),
                     "recomputed", reading::exact_json(meant), "difference",
                     reading::exact_json(Rational{reported - meant}), "formula", relation.formula);
    if (reading::exact_text(meant).find('/') != std::string::npos)
        json::set(out.get(), "recomputed_rounded",
                  reading::exact_json(reading::rounded(meant, place)));
    const Reading plain{relation.reading, false};
    json::set(out.get(), "readings", readings_json({&plain, 1}));
    return out;
}

} // namespace

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
    // Of what is told roughly only a slip is an error.
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
    Finding finding;
    finding.check = relation.check;
    // "The sum of 4, 8 and 12 is 250."
    const bool is_grave = relation.is_plain && relation.check == "arith.sum" &&
                          !is_within(stated, relation.exact, Rational{1, 10});
    finding.severity = is_grave ? Severity::critical : relation.severity;
    finding.certainty = relation.cue == Cue::strong ? Certainty::exact : Certainty::strong;
    finding.title = relation.title;
    finding.marks = marks_of(document, relation);
    finding.evidence = evidence_of(relation, meant, place);
    finding.reasoning = base::concat(relation.formula, " gives ", shown(meant, place),
                                     "; the text states ", printed(stated), ".");
    const auto written = quote_of(document, finding.marks.front());
    if (!stated.is_compound && !stated.quantity->spelled) {
        const std::string better = written_like(document, *stated.quantity, meant);
        finding.suggestion =
            base::concat("Replace ", written, " by ", better, " or correct a part.");
        finding.replacement = better;
    } else {
        finding.suggestion = base::concat("Replace ", written, " or correct a part.");
    }
    raise(document, std::move(finding), review);
}

} // namespace verify::relations
