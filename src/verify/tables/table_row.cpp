// table.row: a column that is the product, the difference, the sum or the points of other columns,
// row by row.
//
// What belongs to what is proposed by the heads, or by the rows alone, whatever the columns are
// called. Rows tell whether it is so: where a head proposes it, more rows keep it than break it;
// where none does, all rows but one keep it, and that one looks as if it was meant to.
#include "base/concat.hpp"
#include "reading/ascii.hpp"
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
                        .proof = {"a row does not keep the sum, difference or product that its "
                                  "head names, or that all other "
                                  "rows keep",
                                  "laws of more than two columns and a weight"},
                        .planted = k_planted_laws};

namespace {

// In how many rows a law is tried; a longer table needs a head that names it.
constexpr std::size_t k_tried_rows = 60;
// Columns of numbers: a wider table fits some law by chance.
constexpr std::size_t k_most_columns_of_law = 10;
// Digits that all rows have together: with fewer a law may fit by chance.
constexpr std::size_t k_sure_digits = 6;

constexpr std::string_view k_results[] = {
    "amount",   "total",  "cost",    "sum",      "extended",   "fee",     "value",   "price",
    "revenue",  "charge", "charges", "subtotal", "betrag",     "montant", "importe", "net",
    "sales",    "pay",    "wage",    "wages",    "line",       "summe",   "gesamt",  "area",
    "earnings", "profit", "margin",  "balance",  "difference", "change",  "payment"};
constexpr std::string_view k_differences[] = {"net",    "profit",    "balance", "difference",
                                              "margin", "remaining", "left",    "surplus",
                                              "gain",   "change"};

enum class Form { product, difference, sum, points };

struct Law {
    Form form = Form::sum;
    std::size_t result = 0;
    std::vector<std::size_t> operands;
    bool is_named = false; // by the head of the result
    int weight = 1;        // of the first operand: three points for a win
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
        const Rational weight{law.weight};
        out.interval = interval * Interval::point(weight);
        out.exact = cell.value * weight;
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

// The result in one row; nullopt when a cell of it is not a number. A vacant cell adds nothing to a
// sum.
std::optional<Computed> compute(const Sheet& sheet, const Law& law, std::size_t row)
{
    const auto& stated = sheet.columns()[law.result].cells[row];
    if (!stated) return std::nullopt;
    Computed out;
    std::size_t telling = 0;
    for (const auto c : law.operands) {
        const auto& cell = sheet.columns()[c].cells[row];
        if (!cell) {
            const Cell* written = sheet.grid().at(row, c);
            const bool is_nothing = written == nullptr || is_vacant(sheet.document(), *written);
            if (law.form == Form::sum && is_nothing) continue;
            return std::nullopt;
        }
        // "% change" beside amounts is not their difference.
        if (law.form != Form::product && cell->is_percent != stated->is_percent)
            return std::nullopt;
        telling += cell->value != 0 && (law.form != Form::product || cell->value != 1) ? 1U : 0U;
        take(law, sheet.interval(*cell), *cell, out);
    }
    if (out.operands.size() < 2) return std::nullopt;
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
    std::optional<std::size_t> broken; // the first row that breaks it
    bool is_same = true;               // one row over and over says nothing
};

Kept kept_by(const Sheet& sheet, const Law& law)
{
    Kept out;
    std::optional<Computed> last;
    const std::size_t rows = std::min(sheet.rows().size(), k_tried_rows);
    for (std::size_t r = sheet.first_row(); r < rows; ++r) {
        if (!is_counted(sheet.rows()[r])) continue;
        auto computed = compute(sheet, law, r);
        // A head names no law that holds by nothing; without one such a row may break it.
        if (!computed || (law.is_named && computed->is_trivial)) continue;
        const CellNumber& stated = *sheet.columns()[law.result].cells[r];
        if (!holds_in_row(sheet, stated, *computed)) {
            if (++out.failed > (law.is_named ? std::max<std::size_t>(3, out.held) : 1)) break;
            if (!out.broken) out.broken = r;
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

bool is_trusted(const Sheet& sheet, const Law& law, const Kept& kept)
{
    if (law.is_named) {
        if (kept.held >= 2 && kept.held > kept.failed) return true;
        // Two rows with a total column of that name: one that holds tells what the other should be.
        const bool is_total = law.form == Form::sum && sheet.columns()[law.result].is_total;
        return is_total && kept.held == 1 && kept.failed <= 1;
    }
    if (kept.failed > 1 || kept.held < 2 || kept.is_same) return false;
    // Small numbers fit by chance: they need a third row, or a name.
    constexpr std::size_t k_least_digits = 4;
    const bool is_free = law.operands.size() == 2 && law.form != Form::product;
    return law.form == Form::points || kept.held >= 3 ||
           kept.digits >= (is_free ? k_sure_digits : k_least_digits);
}

std::string formula_of(const Law& law, const Computed& computed)
{
    const std::string_view sign = law.form == Form::product      ? " * "
                                  : law.form == Form::difference ? " - "
                                                                 : " + ";
    std::string out;
    for (const auto* operand : computed.operands)
        out += base::concat(out.empty() ? "" : sign, reading::exact_text(operand->value));
    return law.weight == 1 ? out : base::concat(law.weight, " * ", out);
}

// A number that is off as a slip of the pen is, by a digit or by the order of two.
bool is_slip_of_cell(const CellNumber& stated, const Rational& meant)
{
    const int place = std::min(stated.place, 0);
    if (miss_between(stated.value, meant, place, true).slip != Slip::none) return true;
    // Every number of one digit is a slip of every other; next to what was meant it is likely one,
    // and so it is when the other digit is lost.
    const Rational ten{10};
    const Rational tail = abs(meant) - abs(stated.value);
    if (place == 0 && abs(stated.value) < ten && tail >= ten && tail <= 9 * ten &&
        reading::rounded(tail, 1) == tail)
        return true;
    return abs(stated.value - meant) <= reading::power_of_ten(place);
}

void judge_rows(const Sheet& sheet, const Law& law, const Kept& kept, Review& review)
{
    Ledger ledger{review};
    for (std::size_t r = sheet.first_row(); r < sheet.rows().size(); ++r) {
        if (!is_counted(sheet.rows()[r])) continue;
        const auto computed = compute(sheet, law, r);
        if (!computed) continue;
        const CellNumber& stated = *sheet.columns()[law.result].cells[r];
        if (!law.is_named && ledger.knows(mark_of_cell(sheet.document(), stated, "stated")))
            continue;
        if (holds_in_row(sheet, stated, *computed)) {
            if (law.is_named || kept.digits >= k_sure_digits)
                pass(sheet, {k_table_row, stated, computed->operands, "plain"}, review);
        } else if (law.is_named || is_slip_of_cell(stated, computed->exact)) {
            report(sheet,
                   {k_table_row, "The row does not add up as the others do", &stated,
                    computed->operands, computed->exact, computed->interval,
                    formula_of(law, *computed)},
                   review);
        }
    }
}

// The sums a column called total may be: of all before it, of all after it, of the nearest two.
std::vector<Law> sums_of(const Sheet& sheet, const std::vector<std::size_t>& numeric,
                         std::size_t result)
{
    std::vector<std::size_t> before;
    std::vector<std::size_t> after;
    for (const auto c : numeric) {
        const Column& column = sheet.columns()[c];
        if (c == result || column.is_share) continue;
        (c < result ? before : after).push_back(c);
    }
    std::vector<Law> out;
    const auto add = [&](const std::vector<std::size_t>& operands) {
        if (operands.size() >= 2) out.push_back({Form::sum, result, operands, true});
    };
    add(before);
    add(after);
    if (before.size() > 2) {
        add({before.begin() + 1, before.end()});
        add({before.end() - 2, before.end()});
        // Sums already made of a part of the row are not counted twice.
        std::vector<std::size_t> plain;
        for (const auto c : before)
            if (!sheet.columns()[c].is_total) plain.push_back(c);
        if (plain.size() < before.size()) add(plain);
    }
    return out;
}

std::vector<Law> laws_by_head(const Sheet& sheet, const std::vector<std::size_t>& numeric,
                              std::size_t result)
{
    const Column& column = sheet.columns()[result];
    std::vector<Law> out;
    if (column.is_total) out = sums_of(sheet, numeric, result);
    const bool differs = has_word(column.header, k_differences);
    if (!differs && !has_word(column.header, k_results)) return out;
    for (std::size_t i = 0; i < numeric.size(); ++i)
        for (std::size_t k = i + 1; k < numeric.size(); ++k) {
            if (numeric[i] == result || numeric[k] == result) continue;
            out.push_back({Form::product, result, {numeric[i], numeric[k]}, true});
            if (!differs) continue;
            out.push_back({Form::difference, result, {numeric[i], numeric[k]}, true});
            out.push_back({Form::difference, result, {numeric[k], numeric[i]}, true});
        }
    return out;
}

// What a column may be made of, whatever it is called: columns to its left, as one computes.
std::vector<Law> laws_by_rows(const Sheet& sheet, const std::vector<std::size_t>& left,
                              std::size_t result)
{
    std::vector<Law> out;
    if (left.size() > 2) out.push_back({Form::sum, result, left});
    // Points may be taken off at a desk.
    const std::string_view text = sheet.document().view.folded;
    const bool is_docked = text.find("docked") != std::string_view::npos ||
                           text.find("deduct") != std::string_view::npos;
    const bool is_score = !is_docked && reading::is_one_of(sheet.columns()[result].header,
                                                           {"pts", "points", "punkte"});
    for (std::size_t i = 0; i < left.size(); ++i)
        for (std::size_t k = i + 1; k < left.size(); ++k) {
            const std::vector<std::size_t> two{left[i], left[k]};
            out.push_back({Form::product, result, two});
            out.push_back({Form::difference, result, two});
            out.push_back({Form::difference, result, {left[k], left[i]}});
            out.push_back({Form::sum, result, two});
            if (is_score) out.push_back({Form::points, result, two, false, 3});
            if (is_score) out.push_back({Form::points, result, two, false, 2});
            for (std::size_t m = k + 1; m < left.size(); ++m)
                out.push_back({Form::product, result, {left[i], left[k], left[m]}});
        }
    return out;
}

// Judges by the law that most rows keep. Nothing is said where two that no head names differ in
// which row breaks them.
void judge_best(const Sheet& sheet, const std::vector<Law>& laws, Review& review)
{
    const Law* best = nullptr;
    Kept most;
    bool is_open = false;
    for (const auto& law : laws) {
        const Kept kept = kept_by(sheet, law);
        if (!is_trusted(sheet, law, kept)) continue;
        if (kept.held > most.held) {
            most = kept;
            best = &law;
        } else if (!law.is_named && kept.held == most.held && kept.broken != most.broken) {
            is_open = true;
        }
    }
    if (best != nullptr && !is_open) judge_rows(sheet, *best, most, review);
}

// Columns that a law without a name may be of; none where the table is too small or too large.
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
    const auto numeric = numeric_columns(sheet);
    for (const auto result : numeric)
        judge_best(sheet, laws_by_head(sheet, numeric, result), review);
    std::vector<std::size_t> left;
    for (const auto result : free_columns(sheet)) {
        judge_best(sheet, laws_by_rows(sheet, left, result), review);
        left.push_back(result);
    }
}

} // namespace verify::tables
