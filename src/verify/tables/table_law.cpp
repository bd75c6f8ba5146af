// table.row by law alone: a column that is the product, the difference, the sum or the points of
// columns before it, whatever its name is. All rows but one keep the law, and that one looks as if
// it was meant to.
#include "base/concat.hpp"
#include "reading/ascii.hpp"
#include "verify/law/ledger.hpp"
#include "verify/law/slip.hpp"
#include "verify/tables/checks.hpp"
#include "verify/tables/sheet.hpp"

#include <algorithm>

namespace verify::tables {

namespace {

// Numeric ones: a wider table fits some law by chance.
constexpr std::size_t k_most_columns_of_law = 10;
constexpr std::size_t k_most_rows = 60;

enum class Form { product, difference, sum, points };

struct Law {
    Form form = Form::sum;
    std::size_t result = 0;
    std::vector<std::size_t> operands;
    int weight = 1; // of the first operand: three points for a win
};

struct Computed {
    Interval interval;
    Rational exact;
    std::vector<const CellNumber*> operands;
    bool is_trivial = false; // holds whatever the table is about: times one, plus nothing
};

// The result in one row; nullopt when a cell of it is not a number.
std::optional<Computed> compute(const Sheet& sheet, const Law& law, std::size_t row)
{
    if (!sheet.columns()[law.result].cells[row]) return std::nullopt;
    Computed out;
    std::size_t telling = 0;
    for (const auto c : law.operands) {
        const auto& cell = sheet.columns()[c].cells[row];
        if (!cell) return std::nullopt;
        const Interval each = sheet.interval(*cell);
        telling += cell->value != 0 && (law.form != Form::product || cell->value != 1) ? 1U : 0U;
        if (out.operands.empty()) {
            const Rational weight{law.weight};
            out.interval = each * Interval::point(weight);
            out.exact = cell->value * weight;
        } else if (law.form == Form::product) {
            out.interval = out.interval * each;
            out.exact *= cell->value;
        } else if (law.form == Form::difference) {
            out.interval = out.interval - each;
            out.exact -= cell->value;
        } else {
            out.interval = out.interval + each;
            out.exact += cell->value;
        }
        out.operands.push_back(&*cell);
    }
    out.is_trivial = telling < 2;
    return out;
}

// Products are rounded to the last place of what is printed, up or down.
bool holds_under_law(const Sheet& sheet, const CellNumber& stated, const Computed& computed)
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
    std::size_t digits = 0;
    std::optional<std::size_t> broken; // the only row that breaks it
};

// nullopt when two rows break it, or too few keep it to be no chance.
std::optional<Kept> kept_by(const Sheet& sheet, const Law& law)
{
    Kept out;
    std::optional<Computed> first;
    bool is_same = true; // one row over and over says nothing
    for (std::size_t r = sheet.first_row(); r < sheet.rows().size(); ++r) {
        if (!is_counted(sheet.rows()[r])) continue;
        const auto computed = compute(sheet, law, r);
        if (!computed) continue;
        const CellNumber& stated = *sheet.columns()[law.result].cells[r];
        if (!holds_under_law(sheet, stated, *computed)) {
            if (out.broken) return std::nullopt;
            out.broken = r;
        } else if (!computed->is_trivial) {
            ++out.held;
            out.digits += digits_of(stated);
            is_same =
                is_same && (!first || (first->exact == computed->exact &&
                                       first->operands[0]->value == computed->operands[0]->value));
            first = computed;
        }
    }
    // Small numbers fit by chance: they need a third row, or a name.
    constexpr std::size_t k_least_digits = 4;
    constexpr std::size_t k_sure_digits = 6;
    const bool is_named = law.form == Form::points;
    const bool is_free = law.operands.size() == 2 && law.form != Form::product;
    const bool is_law =
        is_named || out.held >= 3 || out.digits >= (is_free ? k_sure_digits : k_least_digits);
    if (!is_law || out.held < 2 || is_same) return std::nullopt;
    return out;
}

std::vector<std::size_t> numbers_of(const Sheet& sheet)
{
    std::vector<std::size_t> out;
    for (std::size_t c = 0; c < sheet.columns().size(); ++c) {
        const Column& column = sheet.columns()[c];
        const auto count = std::count_if(column.cells.begin(), column.cells.end(),
                                         [](const auto& cell) { return cell.has_value(); });
        if (count >= 3 && !column.is_share) out.push_back(c);
    }
    return out;
}

// What a column may be made of: columns to its left, as one computes.
std::vector<Law> laws_for(const Sheet& sheet, const std::vector<std::size_t>& numeric,
                          std::size_t result)
{
    std::vector<std::size_t> left;
    for (const auto c : numeric)
        if (c < result) left.push_back(c);
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
            if (is_score) out.push_back({Form::points, result, two, 3});
            if (is_score) out.push_back({Form::points, result, two, 2});
            for (std::size_t m = k + 1; m < left.size(); ++m)
                out.push_back({Form::product, result, {left[i], left[k], left[m]}});
        }
    return out;
}

std::string formula_of_law(const Law& law, const Computed& computed)
{
    const std::string_view sign = law.form == Form::product      ? " * "
                                  : law.form == Form::difference ? " - "
                                                                 : " + ";
    std::string out;
    if (law.weight != 1) out = base::concat(law.weight, " * ");
    bool is_first = true;
    for (const auto* operand : computed.operands) {
        if (!is_first) out += sign;
        is_first = false;
        out += reading::exact_text(operand->value);
    }
    return out;
}

// A number that is off as a slip of the pen is, by a digit or by the order of two.
bool is_slip_of_cell(const CellNumber& stated, const Rational& meant)
{
    const int place = std::min(stated.place, 0);
    if (miss_between(stated.value, meant, place, true).slip != Slip::none) return true;
    // Every number of one digit is a slip; next to what was meant it is likely one, and so it is
    // when the other digit is lost.
    const Rational ten{10};
    const Rational tail = abs(meant) - abs(stated.value);
    if (place == 0 && abs(stated.value) < ten && tail >= ten && tail <= 9 * ten &&
        reading::rounded(tail, 1) == tail)
        return true;
    return abs(stated.value - meant) <= reading::power_of_ten(place);
}

void judge_law(const Sheet& sheet, const Law& law, const Kept& kept, Review& review)
{
    const auto& stated_of = sheet.columns()[law.result].cells;
    Ledger ledger{review};
    if (kept.broken) {
        const CellNumber& stated = *stated_of[*kept.broken];
        const auto computed = compute(sheet, law, *kept.broken);
        const Mark mark = mark_of_cell(sheet.document(), stated, "stated");
        if (!is_slip_of_cell(stated, computed->exact) || ledger.knows(mark)) return;
        report(sheet,
               {k_table_row, "The row does not add up as the others do", &stated,
                computed->operands, computed->exact, computed->interval,
                formula_of_law(law, *computed)},
               review);
    }
    constexpr std::size_t k_sure_digits = 6; // what fits by chance is not a law
    if (kept.digits < k_sure_digits) return;
    for (std::size_t r = sheet.first_row(); r < sheet.rows().size(); ++r) {
        if (!is_counted(sheet.rows()[r]) || r == kept.broken) continue;
        const auto computed = compute(sheet, law, r);
        if (!computed || ledger.knows(mark_of_cell(sheet.document(), *stated_of[r], "stated")))
            continue;
        pass(sheet, {k_table_row, *stated_of[r], computed->operands, "plain"}, review);
    }
}

} // namespace

void check_laws(const Sheet& sheet, Review& review)
{
    const auto numeric = numbers_of(sheet);
    if (numeric.size() < 3 || numeric.size() > k_most_columns_of_law) return;
    if (sheet.rows().size() > k_most_rows) return;
    for (const auto result : numeric) {
        std::optional<std::pair<Law, Kept>> best;
        bool is_open = false; // two laws that differ in which row breaks them
        for (const auto& law : laws_for(sheet, numeric, result)) {
            const auto kept = kept_by(sheet, law);
            if (!kept) continue;
            if (!best || kept->held > best->second.held)
                best = {law, *kept};
            else if (kept->held == best->second.held && kept->broken != best->second.broken)
                is_open = true;
        }
        if (best && !is_open) judge_law(sheet, best->first, best->second, review);
    }
}

} // namespace verify::tables
