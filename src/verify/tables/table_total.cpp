// table.total: rows that sum up the rows they stand with.
#include "base/concat.hpp"
#include "reading/ascii.hpp"
#include "verify/law/precision.hpp"
#include "verify/tables/checks.hpp"
#include "verify/tables/sheet.hpp"

#include <algorithm>

namespace verify::tables {

const Check k_table_total{
    .id = "table.total",
    .category = Category::consistency,
    .nature = Nature::relation,
    .proof = {"totals of Markdown and CSV tables are not the sum of their rows",
              "totals without a label"},
    .planted = k_planted_tables,
    .real = k_real_tables};

namespace {

struct Parts {
    std::string_view reading;
    std::vector<std::size_t> rows;
    bool negate_deductions = false;
};

struct Sum {
    Interval interval;
    Rational exact;
    Rational least; // of the parts
    Rational most;
    std::vector<const CellNumber*> operands;
};

bool is_same_unit(const CellNumber& left, const CellNumber& right)
{
    return left.is_percent == right.is_percent &&
           (left.unit == right.unit || left.unit.empty() || right.unit.empty());
}

// nullopt when fewer than two numbers stand there, or they are of different units.
std::optional<Sum> sum_of(const Sheet& sheet, const Column& column, const Parts& parts,
                          const CellNumber& stated)
{
    Sum sum;
    sum.interval = Interval::point(0);
    for (const auto row : parts.rows) {
        const auto& cell = column.cells[row];
        if (!cell) continue;
        if (!is_same_unit(*cell, stated)) return std::nullopt;
        const bool flips =
            parts.negate_deductions && sheet.rows()[row].is_deduction && cell->value > 0;
        const Interval each = sheet.interval(*cell);
        sum.interval = flips ? sum.interval - each : sum.interval + each;
        sum.exact += flips ? Rational{-cell->value} : cell->value;
        if (sum.operands.empty() || cell->value < sum.least) sum.least = cell->value;
        if (sum.operands.empty() || cell->value > sum.most) sum.most = cell->value;
        sum.operands.push_back(&*cell);
    }
    if (sum.operands.size() < 2) return std::nullopt;
    return sum;
}

// The sets of rows that a total in row `at` may be of; the first is the plain one.
std::vector<Parts> readings_of(const Sheet& sheet, std::size_t at)
{
    const auto& rows = sheet.rows();
    Parts since{"plain", {}, false};
    Parts before{"all rows before", {}, false};
    Parts with_parts{"with the rows called parts", {}, false};
    Parts every{"every row before", {}, false}; // "net" and "balance" may name a part too
    Parts totals{"totals before", {}, false};
    Parts running{"on top of the total before", {}, false};
    std::optional<std::size_t> last_total;
    for (std::size_t r = sheet.first_row(); r < at; ++r) {
        if (rows[r].kind == RowKind::total) {
            totals.rows.push_back(r);
            since.rows.clear();
            last_total = r;
        } else if (rows[r].kind == RowKind::data) {
            since.rows.push_back(r);
            before.rows.push_back(r);
        }
        if (rows[r].kind != RowKind::total) every.rows.push_back(r);
        if (rows[r].kind == RowKind::data || rows[r].kind == RowKind::part)
            with_parts.rows.push_back(r);
    }
    if (last_total) {
        running.rows = since.rows;
        running.rows.push_back(*last_total);
    }
    std::vector<Parts> out{since, before, running, totals, with_parts, every};
    for (Parts signs : {since, before}) {
        signs.reading = "deductions are negative";
        signs.negate_deductions = true;
        out.push_back(std::move(signs));
    }
    return out;
}

bool is_weak_label(const SheetRow& row)
{
    return !row.is_strict || reading::is_one_of(row.label, {"all", "overall", "combined"});
}

// Whether a total that no reading explains is beyond doubt meant to be the sum.
bool is_certain(const Sheet& sheet, const Column& column, std::size_t row, const Sum& sum,
                const CellNumber& stated)
{
    const SheetRow& at = sheet.rows()[row];
    const bool is_inside = sum.least >= 0 && stated.value <= sum.most && stated.value >= sum.least;
    const Rational miss = abs(stated.value - sum.exact);
    const bool is_near = miss * 4 <= abs(sum.exact);
    if (column.has_text) return false;
    if (column.is_share || stated.is_percent) return stated.value == 100 && !is_inside && is_near;
    if (!column.is_additive) return false;
    // An average in a row of totals lies among its parts.
    if (is_inside && !is_near) return false;
    if (is_weak_label(at)) return is_near && !is_inside && row + 1 == sheet.rows().size();
    if (sheet.is_selection() && stated.value > sum.exact) return false;
    return miss * 2 <= abs(sum.exact) * (stated.value > sum.exact ? 2 : 1);
}

std::string formula_of_sum(const Sum& sum)
{
    constexpr std::size_t k_written = 12;
    if (sum.operands.size() > k_written)
        return base::concat("The sum of the ", sum.operands.size(), " rows");
    std::string out;
    for (const auto* operand : sum.operands) {
        if (!out.empty()) out += " + ";
        out += reading::exact_text(operand->value);
    }
    return out;
}

void check_total(const Sheet& sheet, const Column& column, std::size_t row, Review& review)
{
    const CellNumber& stated = *column.cells[row];
    const Interval allowed = sheet.interval(stated);
    std::optional<Sum> plain;
    std::vector<Reading> readings;
    for (const auto& parts : readings_of(sheet, row)) {
        auto sum = sum_of(sheet, column, parts, stated);
        if (!sum) continue;
        const bool holds = sum->interval.meets(allowed);
        readings.push_back({parts.reading, holds});
        if (holds) {
            if (column.is_additive || column.is_share)
                pass(sheet, {k_table_total, stated, sum->operands, parts.reading}, review);
            return;
        }
        if (!plain) plain = std::move(sum);
    }
    if (!plain || !is_certain(sheet, column, row, *plain, stated)) return;
    report(sheet,
           {k_table_total, "The total is not the sum of its rows", &stated, plain->operands,
            plain->exact, plain->interval, formula_of_sum(*plain), readings},
           review);
}

} // namespace

void check_total_rows(const Sheet& sheet, Review& review)
{
    constexpr std::size_t k_most_totals = 40;
    // Each total reads its columns a few times: the work of all stays that of one large table.
    constexpr std::size_t k_most_cells = 150'000;
    const std::size_t cells = sheet.rows().size() * sheet.columns().size();
    const std::size_t most =
        std::min(k_most_totals, std::max<std::size_t>(1, k_most_cells / cells));
    std::size_t looked = 0;
    for (std::size_t r = sheet.first_row(); r < sheet.rows().size() && looked < most; ++r) {
        if (sheet.rows()[r].kind != RowKind::total) continue;
        ++looked;
        for (const auto& column : sheet.columns())
            if (column.cells[r]) check_total(sheet, column, r, review);
    }
}

} // namespace verify::tables
