#include "verify/model/wording.hpp"

#include "base/concat.hpp"
#include "reading/dates.hpp"
#include "verify/law/found.hpp"
#include "verify/moments/checks.hpp"
#include "verify/relations/checks.hpp"
#include "verify/sameness/checks.hpp"
#include "verify/statistics/checks.hpp"
#include "verify/wording/checks.hpp"

#include <algorithm>

namespace verify::model {

using equations::Datum;
using equations::DatumKind;
using reading::Measured;

const Check k_order_words{.id = "order.words",
                          .category = Category::consistency,
                          .nature = Nature::relation,
                          .proof = {"what stands as more, as first or as most is not so by the "
                                    "text's own figures",
                                    "a comparison that no model points at"}};

const Check k_contradiction_words{
    .id = "contradiction.words",
    .category = Category::consistency,
    .nature = Nature::possibility,
    .proof = {"two statements of one thing cannot both be so", "what no model points at"}};

namespace {

struct OfFunction {
    std::string_view name;
    const Check* check;
};
constexpr OfFunction k_of_functions[] = {{"mean", &relations::k_arith_mean},
                                         {"median", &relations::k_arith_mean},
                                         {"sum", &relations::k_arith_sum},
                                         {"change", &relations::k_arith_percent_change},
                                         {"days", &moments::k_date_interval},
                                         {"weekday", &moments::k_date_weekday},
                                         {"age", &moments::k_date_age},
                                         {"span", &moments::k_time_duration},
                                         {"count", &wording::k_struct_count},
                                         {"won", &wording::k_struct_count},
                                         {"inclusive", &wording::k_struct_count},
                                         {"rank", &k_order_words},
                                         {"min", &k_order_words},
                                         {"max", &k_order_words},
                                         {"p_t", &statistics::k_stats_pvalue},
                                         {"p_f", &statistics::k_stats_pvalue},
                                         {"p_chi2", &statistics::k_stats_pvalue},
                                         {"p_z", &statistics::k_stats_pvalue},
                                         {"p_r", &statistics::k_stats_pvalue}};

// The sign that joins the parts of a formula outermost; '\0': it has one operand.
char outermost(std::string_view formula)
{
    int depth = 0;
    char found = '\0';
    for (const char c : formula) {
        if (c == '(' || c == '[') ++depth;
        if (c == ')' || c == ']') --depth;
        if (depth > 0) continue;
        if (c == '+' || c == '-') return c;
        if ((c == '*' || c == '/') && found == '\0') found = c;
    }
    return found;
}

// A number as people read it: at most two places more than the text prints.
std::string number_text(const Rational& value, const Datum& stated)
{
    constexpr int k_more = 2;
    int place = 0;
    for (Rational step = stated.step / stated.factor; step < 1 && place > -9; step *= 10) --place;
    const Rational units = value / reading::power_of_ten(place - k_more);
    return units.get_den() == 1 ? reading::exact_text(value)
                                : reading::rounded_text(value, place - k_more);
}

Rational in_unit_of(const Datum& value, const Datum& stated)
{
    if (value.is_bare() && !stated.is_percent) return value.value;
    return (value.value - stated.zero) / stated.factor;
}

} // namespace

CheckRef check_of(const Pointed& pointed, const Datum& stated)
{
    if (pointed.computed.truth) return k_order_words;
    const std::string_view formula = pointed.formula;
    const auto name = formula.substr(0, formula.find('('));
    const char sign = outermost(formula);
    const auto* function = std::ranges::find(k_of_functions, name, &OfFunction::name);
    if (sign == '\0' && function != std::end(k_of_functions)) return *function->check;
    if (stated.kind == DatumKind::date) return moments::k_date_interval;
    if (stated.kind == DatumKind::clock || stated.has_dimension(Measured::time))
        return moments::k_time_duration;
    switch (sign) {
    case '+': return relations::k_arith_sum;
    case '-': return relations::k_arith_difference;
    case '*': return relations::k_arith_product;
    case '/': return stated.is_percent ? relations::k_arith_share : relations::k_arith_ratio;
    default: return relations::k_unit_conversion;
    }
}

std::string printed(const Datum& value, const Datum& stated)
{
    switch (value.kind) {
    case DatumKind::date: return reading::iso_text(value.day());
    case DatumKind::weekday:
        return std::string{
            reading::english_weekday(static_cast<int>(value.value.get_num().get_si()))};
    case DatumKind::clock: {
        const int east = stated.zone.value_or(0) - value.zone.value_or(0);
        Rational second = value.value;
        if (stated.zone && value.zone) second += east * equations::k_minute_seconds;
        while (second < 0) second += equations::k_day_seconds;
        while (second >= equations::k_day_seconds) second -= equations::k_day_seconds;
        return reading::clock_text(second.get_num().get_si());
    }
    case DatumKind::number:
        return number_text(in_unit_of(value, stated), stated) + (stated.is_percent ? "%" : "");
    case DatumKind::score:
    case DatumKind::words: break;
    }
    return value.words;
}

Finding finding_of(const Quotes& quotes, const Pointed& pointed, std::size_t gaps,
                   Severity severity)
{
    const auto& document = quotes.document();
    const Datum stated = quotes.datum_at(pointed.stated);
    const std::string value =
        pointed.computed.truth ? "false" : printed(pointed.computed.value, stated);
    const auto said = quotes.text_at(pointed.stated);
    Found out = found(check_of(pointed, stated),
                      pointed.computed.truth ? "The text's own figures say otherwise"
                                             : "A figure does not follow from the others",
                      document, Certainty::model, severity);
    out.stated(mark_view(document, pointed.stated.begin, pointed.stated.end));
    for (const auto& operand : pointed.operands)
        out.operand(mark_view(document, operand.begin, operand.end));
    out.shows("formula", equations::printed_formula(pointed.formula), "value", value, "stated",
              said, "gaps", static_cast<json_int_t>(gaps), "calculation", "exact");
    const std::string came =
        base::concat(gaps + 1, " readings by a model came to that, ", gaps,
                     " of them without what the text says; the calculation is exact, the reading "
                     "is the model's.");
    if (pointed.computed.truth)
        out.says("The text says \"", said, "\". That ", equations::printed_formula(pointed.formula),
                 " is not so. ", came);
    else
        out.says("The text says ", said, ". ", equations::printed_formula(pointed.formula), " is ",
                 value, ". ", came);
    return out.take("Correct what is stated, or what it follows from.");
}

Finding finding_of(const Quotes& quotes, const Clash& clash, std::size_t gaps, Severity severity)
{
    const auto& document = quotes.document();
    const auto first = quotes.text_at(clash.first);
    const auto second = quotes.text_at(clash.second);
    Found out = found(clash.is_of_values ? CheckRef{sameness::k_contradiction_value}
                                         : CheckRef{k_contradiction_words},
                      "Two places cannot both be so", document, Certainty::model, severity);
    out.stated(mark_view(document, clash.second.begin, clash.second.end));
    out.operand(mark_view(document, clash.first.begin, clash.first.end));
    out.shows("stated", second, "other", first, "gaps", static_cast<json_int_t>(gaps));
    out.says("The text says \"", first, "\" and \"", second,
             "\" of one thing. Each was taken out in turn, and a model that did not see it filled ",
             "in the other; the reading is the model's.");
    return out.take("Correct one of the two, or say of what each is so.");
}

} // namespace verify::model
