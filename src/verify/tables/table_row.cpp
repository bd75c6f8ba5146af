// it, and that one looks as if it was meant to.
#include "base/concat.hpp"
#include "verify/law/ledger.hpp"
#include "verify/law/precision.hpp"
#include "verify/law/slip.hpp"
#include "verify/tables/checks.hpp"
#include "verify/tables/sheet.hpp"

#include <algorithm>

namespace verify::tables {

const Check k_table_row{.id = "table.row",
                        .category = Category::consistency,
                        .nature = Nature::relation,
                        .proof = {"a row does not keep the sum, difference or product that "
                                  "all other rows keep",
                                  "laws with a weight; tables of two rows"},
                        .planted = k_planted_laws};

namespace {

// A longer table is not tried.
constexpr std::size_t k_tried_rows = 60;
// Columns of numbers: a wider table fits some law by chance.
constexpr std::size_t k_most_columns_of_law = 10;
// Digits that all rows have together: with fewer a law may fit by chance.
constexpr std::size_t k_sure_digits = 6;

enum class Form { product, difference, sum };

struct Law {
    Form form = Form::sum;
    std::size_t result = 0;
    std::vector<std::size_t> operands;
};

struct Computed {
    Interval interval;
    Rational exact;
    std::vector<const CellNumber*> operands;
    bool is_trivial = true; // holds whatever the table is about: times one, plus nothing
};

void take(const Law& law, const Interval& interval, const CellNumber& cell, Computed& out)
{
    if (out.operands.empty()) {
        out.interval = interval;
        out.exact = cell.value;
    } else if (law.form == Form::product) {
        out.interval = out.interval * interval;
        out.exact *= cell.value;
    } else if (law.form == Form::difference) {
        out.interval = out.interval - interval;
        out.exact -= cell.value;
    } else {
        out.interval = out.interval + interval;
        out.exact += cell.value;
    }
    out.operands.push_back(&cell);
}

// The result in one row; nullopt when a cell of it is not a number.
std::optional<Computed> compute(const Sheet& sheet, const Law& law, std::size_t row)
{
    const auto& stated = sheet.columns()[law.result].cells[row];
    if (!stated) return std::nullopt;
    Computed out;
    std::size_t telling = 0;
    for (const auto c : law.operands) {
        const auto& cell = sheet.columns()[c].cells[row];
        // "% change" beside amounts is not their difference.
        if (!cell || (law.form != Form::product && cell->is_percent != stated->is_percent))
            return std::nullopt;
        telling += cell->value != 0 && (law.form != Form::product || cell->value != 1) ? 1U : 0U;
        take(law, sheet.interval(*cell), *cell, out);
    }
    out.is_trivial = telling < 2;
    return out;
}

// What is computed is rounded to the last place of what is printed, up or down.
bool holds_in_row(const Sheet& sheet, const CellNumber& stated, const Computed& computed)
{
    const Rational unit = reading::power_of_ten(stated.place);
    const bool is_rounded = reading::rounded(computed.exact, stated.place) != computed.exact;
    const Interval allowed =
        is_rounded ? Interval{stated.value - unit, stated.value + unit} : sheet.interval(stated);
    return computed.interval.meets(allowed);
}

// Digits that the rows which keep the law had to hit.
std::size_t digits_of(const CellNumber& number)
{
    const std::string text =
        reading::rounded_text(abs(number.value) / reading::power_of_ten(number.place), 0);
    return text.size();
}

struct Kept {
    std::size_t held = 0;
    std::size_t failed = 0;
    std::size_t digits = 0;
    std::optional<std::size_t> broken; // the row that breaks it
    bool is_same = true;               // one row over and over says nothing
};

Kept kept_by(const Sheet& sheet, const Law& law)
{
    Kept out;
    std::optional<Computed> last;
    for (std::size_t r = sheet.first_row(); r < sheet.rows().size(); ++r) {
        if (!is_counted(sheet.rows()[r])) continue;
        auto computed = compute(sheet, law, r);
        if (!computed) continue;
        const CellNumber& stated = *sheet.columns()[law.result].cells[r];
        if (!holds_in_row(sheet, stated, *computed)) {
            if (++out.failed > 1) break;
            out.broken = r;
        } else if (!computed->is_trivial) {
            ++out.held;
            out.digits += digits_of(stated);
            out.is_same = out.is_same &&
                          (!last || (last->exact == computed->exact &&
                                     last->operands[0]->value == computed->operands[0]->value));
            last = std::move(computed);
        }
    }
    return out;
}

bool is_trusted(const Law& law, const Kept& kept)
{
    if (kept.failed > 1 || kept.held < 2 || kept.is_same) return false;
    // Small numbers fit by chance: they need a third row.
    constexpr std::size_t k_least_digits = 4;
    const bool is_free = law.operands.size() == 2 && law.form != Form::product;
    return kept.held >= 3 || kept.digits >= (is_free ? k_sure_digits : k_least_digits);
}

std::string formula_of(const Law& law, const Computed& computed)
{
    const std::string_view sign = law.form == Form::product      ? " * "
                                  : law.form == Form::difference ? " - "
                                                                 : " + ";
    std::string out;
    for (const auto* operand : computed.operands)
        out += base::concat(out.empty() ? "" : sign, reading::exact_text(operand->value));
    return out;
}

// A number that is off as a slip of the pen is, by a digit or by the order of two.
bool is_slip_of_cell(const CellNumber& stated, const Rational& meant)
{
    const int place = std::min(stated.place, 0);
    return miss_between(stated.value, meant, place, true).slip != Slip::none ||
           abs(stated.value - meant) <= reading::power_of_ten(place);
}

void judge_rows(const Sheet& sheet, const Law& law, const Kept& kept, Review& review)
{
    Ledger ledger{review};
    for (std::size_t r = sheet.first_row(); r < sheet.rows().size(); ++r) {
        if (!is_counted(sheet.rows()[r])) continue;
        const auto computed = compute(sheet, law, r);
        if (!computed) continue;
        const CellNumber& stated = *sheet.columns()[law.result].cells[r];
        if (ledger.knows(mark_of_cell(sheet.document(), stated, "stated"))) continue;
        if (holds_in_row(sheet, stated, *computed)) {
            if (kept.digits >= k_sure_digits)
                pass(sheet, {k_table_row, stated, computed->operands, "plain"}, review);
        } else if (is_slip_of_cell(stated, computed->exact)) {
            report(sheet,
                   {k_table_row, "The row does not add up as the others do", &stated,
                    computed->operands, computed->exact, computed->interval,
                    formula_of(law, *computed)},
                   review);
        }
    }
}

// What a column may be made of, whatever it is called: columns to its left, as one computes.
std::vector<Law> laws_of(const std::vector<std::size_t>& left, std::size_t result)
{
    std::vector<Law> out;
    if (left.size() > 2) out.push_back({Form::sum, result, left});
    for (std::size_t i = 0; i < left.size(); ++i)
        for (std::size_t k = i + 1; k < left.size(); ++k) {
            const std::vector<std::size_t> two{left[i], left[k]};
            out.push_back({Form::product, result, two});
            out.push_back({Form::difference, result, two});
            out.push_back({Form::difference, result, {left[k], left[i]}});
            out.push_back({Form::sum, result, two});
            for (std::size_t m = k + 1; m < left.size(); ++m)
                out.push_back({Form::product, result, {left[i], left[k], left[m]}});
        }
    return out;
}

// Judges by the law that most rows keep. Nothing is said where two differ in which row breaks them.
void judge_best(const Sheet& sheet, const std::vector<Law>& laws, Review& review)
{
    const Law* best = nullptr;
    Kept most;
    bool is_open = false;
    for (const auto& law : laws) {
        const Kept kept = kept_by(sheet, law);
        if (!is_trusted(law, kept)) continue;
        if (kept.held > most.held) {
            most = kept;
            best = &law;
        } else if (kept.held == most.held && kept.broken != most.broken) {
            is_open = true;
        }
    }
    if (best != nullptr && !is_open) judge_rows(sheet, *best, most, review);
}

// Columns that a law may be of; none where the table is too small or too large.
std::vector<std::size_t> free_columns(const Sheet& sheet)
{
    std::vector<std::size_t> out;
    for (std::size_t c = 0; c < sheet.columns().size(); ++c) {
        const Column& column = sheet.columns()[c];
        const auto count = std::count_if(column.cells.begin(), column.cells.end(),
                                         [](const auto& cell) { return cell.has_value(); });
        if (count >= 3 && !column.is_share) out.push_back(c);
    }
    if (out.size() > k_most_columns_of_law || sheet.rows().size() > k_tried_rows) out.clear();
    return out;
}

} // namespace

void check_rows_of_sheet(const Sheet& sheet, Review& review)
{
    std::vector<std::size_t> left;
    for (const auto result : free_columns(sheet)) {
        judge_best(sheet, laws_of(left, result), review);
        left.push_back(result);
    }
}

} // namespace verify::tables
