#include "verify/tables/question.hpp"

#include "base/concat.hpp"
#include "verify/law/slip.hpp"

#include <algorithm>

namespace verify::tables {

namespace {

using reading::TableCell;

std::string written(const Rational& value, bool is_first)
{
    const std::string text = reading::exact_text(value);
    return value < 0 && !is_first ? base::concat("(", text, ")") : text;
}

void join(Derived& out, const Interval& interval, const TableCell& cell, Operation operation)
{
    const bool is_minus = operation == Operation::gap || operation == Operation::percent;
    const Rational& value = cell.number.value;
    if (out.cells.empty()) {
        out.interval = interval;
        out.exact = value;
        out.formula = written(value, true);
    } else if (is_minus) { // a later value less the one before
        out.interval = interval - out.interval;
        out.exact = value - out.exact;
        out.formula = base::concat(written(value, true), " - ", written(value - out.exact, false));
    } else {
        out.interval = out.interval + interval;
        out.exact += value;
        out.formula += base::concat(" + ", written(value, false));
    }
    out.cells.push_back(&cell);
}

// The cell has the unit of the others, where several columns are read, and is a percentage when
// they are.
bool fits(const TableCell& cell, const Derived& out, bool is_across)
{
    if (cell.kind != reading::CellKind::number) return false;
    if (out.cells.empty()) return true;
    const auto& first = out.cells.front()->number;
    return cell.number.is_percent == first.is_percent &&
           (!is_across || cell.number.unit == first.unit);
}

// "130 chairs" for 129: a number that ends in zeros is told roughly.
bool is_round_for(const Rational& value, const Rational& meant)
{
    for (const int place : {3, 2, 1}) {
        const bool is_round = reading::rounded(value, place) == value;
        if (!is_round || reading::rounded(meant, place) != value) continue;
        return abs(value - meant) * 20 <= meant;
    }
    return false;
}

} // namespace

std::optional<Derived> answer(const reading::Table& table, const Question& question)
{
    Derived out;
    const bool is_added =
        question.operation == Operation::sum || question.operation == Operation::mean;
    const bool is_across = is_added && question.columns.size() > 1;
    for (const auto r : question.rows)
        for (const auto c : question.columns) {
            const TableCell& cell = table.rows[r].cells[c];
            if (!fits(cell, out, is_across)) return std::nullopt;
            join(out, interval_of(table, c, cell), cell, question.operation);
        }
    if (out.cells.empty()) return std::nullopt;
    if (question.operation == Operation::mean) {
        const Rational count{static_cast<unsigned long>(out.cells.size())};
        out.exact /= count;
        out.interval = {out.interval.low / count, out.interval.high / count};
        out.formula = base::concat("(", out.formula, ") / ", out.cells.size());
    }
    if (question.operation == Operation::percent) {
        const TableCell& base = *out.cells.front();
        const Interval of = interval_of(table, question.columns.front(), base);
        const auto ratio = of.low > 0 ? reading::divide(out.interval, of) : std::nullopt;
        if (!ratio) return std::nullopt;
        out.exact = out.exact / base.number.value * 100;
        out.interval = *ratio * Interval::point(100);
        out.formula =
            base::concat("(", out.formula, ") / ", written(base.number.value, true), " * 100");
    }
    return out;
}

bool is_met(const Quantity& stated, const Derived& derived)
{
    constexpr int k_scales[] = {0, 3, 6, 9, -3, -6, -9};
    const Rational value = abs(reading::value_of(stated));
    const Interval said = reading::stated(stated);
    for (const int scale : k_scales) {
        if (scale != 0 && stated.kind == QuantityKind::percent) break;
        const Rational factor = reading::power_of_ten(scale);
        const Rational meant = abs(derived.exact) * factor;
        Rational slack = (derived.interval.high - derived.interval.low) / 2 * factor;
        // Rounded or cut off to what is printed.
        const Rational unit = reading::power_of_ten(stated.place);
        const bool is_rounded = reading::rounded(meant, stated.place) != meant;
        if (is_rounded) slack = std::max<Rational>(slack, unit);
        if (abs(value - meant) <= slack || said.contains(meant)) return true;
        if (is_round_for(value, meant)) return true;
    }
    return false;
}

bool is_slip_for(const Quantity& stated, const Derived& derived, double most)
{
    const Rational value = abs(reading::value_of(stated));
    const Rational right = abs(derived.exact);
    const auto is_likely = [&](const Rational& meant, int place, bool is_exact) {
        const auto miss = miss_between(value, meant, place, is_exact);
        return miss.slip != Slip::none && miss.chance <= most;
    };
    if (stated.kind == QuantityKind::percent) {
        const Rational of_new = derived.exact / (1 + derived.exact / 100);
        return is_likely(right, stated.place, false) ||
               (most >= 1 && reading::stated(stated).contains(abs(of_new)));
    }
    if (!stated.scaled) return is_likely(right, std::min(stated.place, 0), stated.place >= 0);
    constexpr int k_scales[] = {3, 6, 9}; // "720 thousand" beside 720
    return std::any_of(std::begin(k_scales), std::end(k_scales), [&](int scale) {
        return is_likely(right * reading::power_of_ten(scale), stated.place, true);
    });
}

} // namespace verify::tables
