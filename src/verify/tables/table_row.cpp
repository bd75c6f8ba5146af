// table.row: columns that follow from other columns, row by row.
//
// What belongs to what is read from the rows themselves: a relation counts when it holds in at
// least two rows and in more than it fails in. The rows it fails in are then wrong.
#include "reading/ascii.hpp"
#include "verify/law/precision.hpp"
#include "verify/tables/checks.hpp"
#include "verify/tables/sheet.hpp"

#include <algorithm>
#include <functional>

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

// In how many rows a relation is tried.
constexpr std::size_t k_tried_rows = 60;

constexpr std::string_view k_results[] = {
    "amount",   "total",  "cost",    "sum",      "extended",   "fee",     "value",   "price",
    "revenue",  "charge", "charges", "subtotal", "betrag",     "montant", "importe", "net",
    "sales",    "pay",    "wage",    "wages",    "line",       "summe",   "gesamt",  "area",
    "earnings", "profit", "margin",  "balance",  "difference", "change",  "payment"};
constexpr std::string_view k_differences[] = {"net",    "profit",    "balance", "difference",
                                              "margin", "remaining", "left",    "surplus",
                                              "gain",   "change"};

bool has_listed_word(std::string_view label, std::span<const std::string_view> words)
{
    while (!label.empty()) {
        const std::size_t end = std::min(label.find(' '), label.size());
        if (reading::is_one_of(label.substr(0, end), words)) return true;
        label.remove_prefix(std::min(end + 1, label.size()));
    }
    return false;
}

enum class Kind { sum, product, difference };

struct Relation {
    CheckRef check;
    Kind kind = Kind::sum;
    std::size_t result = 0;
    std::vector<std::size_t> operands;
};

struct Applied {
    Interval interval;
    Rational exact;
    std::vector<const CellNumber*> operands;
    bool is_trivial = true; // holds whatever the table is about: times one, plus nothing
};

// nullopt when a cell of the row is not a number. Of a sum a vacant cell is nothing.
std::optional<Applied> apply(const Sheet& sheet, const Relation& relation, std::size_t row)
{
    if (!sheet.columns()[relation.result].cells[row]) return std::nullopt;
    Applied out;
    for (const auto c : relation.operands) {
        const auto& cell = sheet.columns()[c].cells[row];
        if (!cell) {
            const Cell* written = sheet.grid().at(row, c);
            const bool nothing = written == nullptr || is_vacant(sheet.document(), *written);
            if (relation.kind == Kind::sum && nothing) continue;
            return std::nullopt;
        }
        // "% change" beside amounts is not a difference of them.
        const bool is_mixed =
            cell->is_percent != sheet.columns()[relation.result].cells[row]->is_percent;
        if (relation.kind != Kind::product && is_mixed) return std::nullopt;
        const Interval each = sheet.interval(*cell);
        if (out.operands.empty()) {
            out.interval = each;
            out.exact = cell->value;
        } else if (relation.kind == Kind::product) {
            out.interval = out.interval * each;
            out.exact *= cell->value;
        } else if (relation.kind == Kind::sum) {
            out.interval = out.interval + each;
            out.exact += cell->value;
        } else {
            out.interval = out.interval - each;
            out.exact -= cell->value;
        }
        out.operands.push_back(&*cell);
    }
    if (out.operands.size() < 2) return std::nullopt;
    const Rational neutral = relation.kind == Kind::product ? 1 : 0;
    const auto is_neutral = [&](const CellNumber* each) {
        return each->value == neutral || each->value == 0;
    };
    const auto trivial = std::count_if(out.operands.begin(), out.operands.end(), is_neutral);
    out.is_trivial = static_cast<std::size_t>(trivial) + 1 >= out.operands.size();
    return out;
}

// Money is rounded to its last place by the one who multiplies, up or down.
bool holds_in_row(const Sheet& sheet, const Relation& relation, const CellNumber& stated,
                  const Applied& applied)
{
    Interval allowed = sheet.interval(stated);
    if (relation.kind == Kind::product) {
        const Rational unit = reading::power_of_ten(stated.place);
        const bool is_rounded = reading::rounded(applied.exact, stated.place) != applied.exact;
        if (is_rounded) allowed = {stated.value - unit, stated.value + unit};
    }
    return applied.interval.meets(allowed);
}

struct Verdicts {
    std::size_t held = 0;
    std::size_t failed = 0;
};

Verdicts try_out(const Sheet& sheet, const Relation& relation)
{
    Verdicts out;
    const std::size_t rows = std::min(sheet.rows().size(), k_tried_rows);
    for (std::size_t r = sheet.first_row(); r < rows; ++r) {
        if (!is_counted(sheet.rows()[r])) continue;
        const auto applied = apply(sheet, relation, r);
        if (!applied || applied->is_trivial) continue;
        const bool good =
            holds_in_row(sheet, relation, *sheet.columns()[relation.result].cells[r], *applied);
        (good ? out.held : out.failed) += 1;
        if (out.failed > 3 && out.failed > out.held) break;
    }
    return out;
}

std::string formula_of_row(const Relation& relation, const Applied& applied)
{
    const std::string_view sign = relation.kind == Kind::product      ? " * "
                                  : relation.kind == Kind::difference ? " - "
                                                                      : " + ";
    std::string out;
    for (const auto* operand : applied.operands) {
        if (!out.empty()) out += sign;
        out += reading::exact_text(operand->value);
    }
    return out;
}

void judge_rows(const Sheet& sheet, const Relation& relation, Review& review)
{
    for (std::size_t r = sheet.first_row(); r < sheet.rows().size(); ++r) {
        if (!is_counted(sheet.rows()[r])) continue;
        const auto applied = apply(sheet, relation, r);
        if (!applied) continue;
        const CellNumber& stated = *sheet.columns()[relation.result].cells[r];
        if (holds_in_row(sheet, relation, stated, *applied)) {
            pass(sheet, {relation.check, stated, applied->operands, "plain"}, review);
            continue;
        }
        report(sheet,
               {relation.check, "The row does not add up as the others do", &stated,
                applied->operands, applied->exact, applied->interval,
                formula_of_row(relation, *applied)},
               review);
    }
}

// The sums a column called total may be: of all before it, of all after it, of the nearest two.
std::vector<Relation> sums_of(const Sheet& sheet, const std::vector<std::size_t>& numeric,
                              std::size_t result)
{
    std::vector<std::size_t> before;
    std::vector<std::size_t> after;
    for (const auto c : numeric) {
        const Column& column = sheet.columns()[c];
        if (c == result || column.is_share) continue;
        (c < result ? before : after).push_back(c);
    }
    std::vector<Relation> out;
    const auto add = [&](const std::vector<std::size_t>& operands) {
        if (operands.size() >= 2) out.push_back({k_table_row, Kind::sum, result, operands});
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

std::vector<Relation> candidates_of(const Sheet& sheet, const std::vector<std::size_t>& numeric,
                                    std::size_t result)
{
    const Column& column = sheet.columns()[result];
    std::vector<Relation> out;
    if (column.is_total) out = sums_of(sheet, numeric, result);
    if (!has_listed_word(column.header, k_results) &&
        !has_listed_word(column.header, k_differences))
        return out;
    const bool differs = has_listed_word(column.header, k_differences);
    for (std::size_t i = 0; i < numeric.size(); ++i)
        for (std::size_t k = i + 1; k < numeric.size(); ++k) {
            if (numeric[i] == result || numeric[k] == result) continue;
            out.push_back({k_table_row, Kind::product, result, {numeric[i], numeric[k]}});
            if (!differs) continue;
            out.push_back({k_table_row, Kind::difference, result, {numeric[i], numeric[k]}});
            out.push_back({k_table_row, Kind::difference, result, {numeric[k], numeric[i]}});
        }
    return out;
}

// Two rows with a total column of that name: one that holds tells what the other should be.
bool is_trusted(const Sheet& sheet, const Relation& relation, const Verdicts& verdicts)
{
    if (verdicts.held >= 2 && verdicts.held > verdicts.failed) return true;
    const bool named = relation.kind == Kind::sum && sheet.columns()[relation.result].is_total;
    return named && verdicts.held == 1 && verdicts.failed <= 1;
}

} // namespace

void check_total_columns(const Sheet& sheet, Review& review)
{
    const auto numeric = numeric_columns(sheet);
    for (const auto result : numeric) {
        const Relation* best = nullptr;
        Verdicts most;
        const auto candidates = candidates_of(sheet, numeric, result);
        for (const auto& relation : candidates) {
            const Verdicts verdicts = try_out(sheet, relation);
            if (!is_trusted(sheet, relation, verdicts) || verdicts.held <= most.held) continue;
            most = verdicts;
            best = &relation;
        }
        if (best != nullptr) judge_rows(sheet, *best, review);
    }
}

} // namespace verify::tables
