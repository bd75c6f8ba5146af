#include "verify/tables/question.hpp"

#include "base/concat.hpp"

#include <algorithm>
#include <set>

namespace verify::tables {

namespace {

using reading::TableCell;

// What cells make by one step.
struct Derived {
    Interval interval; // by the rounding of the cells
    Rational exact;
    std::vector<const TableCell*> cells; // operands
    std::string formula;
};

bool is_gap(Operation operation)
{
    return operation == Operation::gap || operation == Operation::percent;
}

std::string written(const Rational& value, bool is_first)
{
    const std::string text = reading::exact_text(value);
    return value < 0 && !is_first ? base::concat("(", text, ")") : text;
}

// What the rounding of a printed cell allows.
Interval interval_of(const reading::Table& table, std::size_t column, const TableCell& cell)
{
    const auto& number = cell.number;
    const bool is_scaled = table.measure.scale || table.columns[column].measure.scale;
    if (number.place >= 0 && !is_scaled) return Interval::point(number.value);
    const Rational half = reading::power_of_ten(number.place) / 2;
    return {number.value - half, number.value + half};
}

void join(Derived& out, const Interval& interval, const Rational& value, Operation operation)
{
    if (out.cells.empty()) {
        out.interval = interval;
        out.exact = value;
        out.formula = written(value, true);
    } else if (is_gap(operation)) { // a later value less the one before
        out.formula = base::concat(written(value, true), " - ", written(out.exact, false));
        out.interval = interval - out.interval;
        out.exact = value - out.exact;
    } else {
        out.interval = out.interval + interval;
        out.exact += value;
        out.formula += base::concat(" + ", written(value, false));
    }
}

// The cell is a percentage where the others are, and a day where they are.
bool fits(const TableCell& cell, const Derived& out)
{
    if (out.cells.empty()) return true;
    const auto& first = *out.cells.front();
    return cell.kind == first.kind && cell.number.is_percent == first.number.is_percent;
}

bool divide_by_first(const Said& said, const Question& question, Derived& out)
{
    const TableCell& base = *out.cells.front();
    const Interval of = interval_of(said.table, question.columns.front(), base);
    const bool is_number = base.kind == reading::CellKind::number && !base.number.is_percent;
    const auto ratio = is_number && of.low > 0 ? reading::divide(out.interval, of) : std::nullopt;
    if (!ratio) return false;
    out.exact = out.exact / base.number.value * 100;
    out.interval = *ratio * Interval::point(100);
    out.formula =
        base::concat("(", out.formula, ") / ", written(base.number.value, true), " * 100");
    return true;
}

std::optional<Derived> derive(const Said& said, const Question& question)
{
    Derived out;
    for (const auto r : question.rows)
        for (const auto c : question.columns) {
            const TableCell& cell = said.cell({r, c});
            const auto value = said.rank({r, c});
            if (!value || !fits(cell, out)) return std::nullopt;
            const bool is_number = cell.kind == reading::CellKind::number;
            join(out, is_number ? interval_of(said.table, c, cell) : Interval::point(*value),
                 *value, question.operation);
            out.cells.push_back(&cell);
        }
    if (out.cells.empty()) return std::nullopt;
    if (question.operation == Operation::mean) {
        const Rational count{static_cast<unsigned long>(out.cells.size())};
        out.exact /= count;
        out.interval = {out.interval.low / count, out.interval.high / count};
        out.formula = base::concat("(", out.formula, ") / ", out.cells.size());
    }
    if (question.operation == Operation::percent && !divide_by_first(said, question, out))
        return std::nullopt;
    return out;
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

// Whether a printed number may be the value, under any scale of the table; for what is told without
// a sign, either way.
bool is_met(const Phrase& stated, const Derived& derived)
{
    constexpr int k_scales[] = {0, 3, 6, 9, -3, -6, -9};
    const Rational value = abs(*stated.value);
    const Rational unit = reading::power_of_ten(stated.place);
    return std::any_of(std::begin(k_scales), std::end(k_scales), [&](int scale) {
        if (scale != 0 && stated.is_percent) return false;
        const Rational factor = reading::power_of_ten(scale);
        const Rational meant = abs(derived.exact) * factor;
        Rational slack = (derived.interval.high - derived.interval.low) / 2 * factor;
        // Rounded or cut off to what is printed.
        if (reading::rounded(meant, stated.place) != meant) slack = std::max<Rational>(slack, unit);
        return abs(value - meant) <= slack || is_round_for(value, meant);
    });
}

std::optional<Answer> calculate(const Said& said, const Question& question)
{
    constexpr std::size_t k_written = 12; // cells of a formula that is read
    auto derived = derive(said, question);
    if (!derived) return std::nullopt;
    Answer out;
    out.exact = derived->exact;
    out.cells = derived->cells;
    out.formula = out.cells.size() <= k_written          ? derived->formula
                  : question.operation == Operation::sum ? "the sum of the column"
                                                         : "the mean of the column";
    // More of a cost in brackets may be meant either way.
    const bool is_turned = question.direction != 0 && derived->exact * question.direction <= 0;
    if (question.direction != 0 &&
        std::any_of(out.cells.begin(), out.cells.end(),
                    [](const auto* cell) { return cell->number.value < 0; }))
        return std::nullopt;
    const Phrase* number = question.stated.empty() ? nullptr : question.stated.front();
    out.holds = !is_turned && (number == nullptr || is_met(*number, *derived));
    if (out.holds) return out;
    out.told = is_turned ? question.cue : number;
    out.better = !is_turned ? reading::rounded_text(abs(derived->exact), std::min(number->place, 0))
                 : derived->exact == 0 ? "the same as"
                                       : "the other way round";
    // What stands in the table may be said of something else.
    out.is_sure = number == nullptr || number->places.empty();
    return out;
}

std::vector<const TableCell*> cells_of(const Said& said, const Values& values, std::size_t row)
{
    std::set<std::size_t> columns;
    for (const auto* value : values)
        for (const auto column : value->columns) {
            Phrase in_column = *value;
            in_column.columns = {column};
            if (said.stands_in(in_column, row)) columns.insert(column);
        }
    std::vector<const TableCell*> out;
    for (const auto column : columns) out.push_back(&said.cell({row, column}));
    return out;
}

// The only one that does not stand in the row; nullptr when there are two.
const Phrase* missing_in(const Said& said, const Values& stated, std::size_t row)
{
    const Phrase* out = nullptr;
    for (const auto* value : stated) {
        if (said.stands_in(*value, row)) continue;
        if (out != nullptr) return nullptr;
        out = value;
    }
    return out;
}

std::optional<Answer> find_some(const Said& said, const Question& question)
{
    if (question.rows.empty()) return std::nullopt;
    Answer out;
    out.formula = "the row that is named";
    for (const auto row : question.rows) {
        const auto holds = [&](const Phrase* value) { return said.stands_in(*value, row); };
        if (!std::all_of(question.stated.begin(), question.stated.end(), holds)) continue;
        Values all = question.named;
        all.insert(all.end(), question.stated.begin(), question.stated.end());
        out.cells = cells_of(said, all, row);
        // Two values that one cell holds say nothing of a row.
        out.holds = all.size() < 2 || out.cells.size() > 1;
        return out.holds ? std::optional{out} : std::nullopt;
    }
    const std::size_t row = question.rows.front();
    out.told = missing_in(said, question.stated, row);
    if (out.told == nullptr) return out;
    out.is_sure = std::all_of(question.rows.begin(), question.rows.end(),
                              [&](std::size_t each) { return said.contradicts(*out.told, each); });
    if (!out.is_sure) return out;
    const auto& cell = said.cell({row, out.told->columns.front()});
    out.cells = cells_of(said, question.named, row);
    out.cells.insert(out.cells.begin(), &cell);
    out.better = reading::text_of(said.document, cell.place);
    return out;
}

std::optional<Answer> find_every(const Said& said, const Question& question)
{
    const Phrase& value = *question.stated.front();
    Answer out;
    out.formula = "one of these rows";
    out.told = question.cue;
    out.holds = !question.rows.empty();
    for (const auto row : question.rows) {
        const auto& cell = said.cell({row, value.columns.front()});
        out.cells.push_back(&cell);
        if (said.stands_in(value, row)) continue;
        if (out.holds) out.better = reading::text_of(said.document, cell.place);
        out.holds = false;
        out.is_sure = out.is_sure || said.contradicts(value, row);
    }
    return out;
}

// As rows, or as different things of one column: each player once.
bool may_count(const Said& said, const Rows& rows, const Rational& stated)
{
    for (std::size_t c = 0; c < said.table.columns.size() && !rows.empty(); ++c) {
        std::set<std::string> different;
        for (const auto row : rows) different.insert(said.texts.at[row][c]);
        if (stated == Rational{static_cast<unsigned long>(different.size())}) return true;
    }
    return false;
}

Answer count_rows(const Said& said, const Question& question)
{
    const Rational stated = question.cue->value.value_or(0);
    Answer out;
    out.formula = "the count of such rows";
    out.told = question.cue;
    out.exact = Rational{static_cast<unsigned long>(question.rows.size())};
    out.better = question.stated.empty() ? reading::exact_text(*out.exact) : "just that";
    out.holds = *out.exact == stated;
    out.is_sure = !may_count(said, question.rows, stated);
    for (const auto row : question.rows)
        for (const auto c : question.columns) out.cells.push_back(&said.cell({row, c}));
    return out;
}

} // namespace

std::optional<Answer> answer(const Said& said, const Question& question)
{
    std::optional<Answer> out;
    switch (question.operation) {
        using enum Operation;
    case some: out = find_some(said, question); break;
    case every: out = find_every(said, question); break;
    case count: out = count_rows(said, question); break;
    case gap:
    case percent:
    case sum:
    case mean: out = calculate(said, question); break;
    }
    if (out) out->is_sure = out->is_sure && question.is_sure;
    return out;
}

} // namespace verify::tables
