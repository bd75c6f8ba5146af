#include "verify/tables/derived.hpp"

#include "base/concat.hpp"

#include <algorithm>

namespace verify::tables {

namespace {

using reading::TableCell;

void join(Derived& out, const Axes& axes, std::size_t column, const TableCell& cell, bool is_minus)
{
    const Interval each = interval_of(axes.table(), column, cell);
    const Rational& value = cell.number.value;
    if (out.cells.empty()) {
        out.interval = each;
        out.exact = value;
    } else {
        out.interval = is_minus ? out.interval - each : out.interval + each;
        out.exact += is_minus ? Rational{-value} : value;
        out.formula += is_minus ? " - " : " + ";
    }
    const bool is_below = value < 0 && !out.cells.empty();
    out.formula +=
        is_below ? base::concat("(", reading::exact_text(value), ")") : reading::exact_text(value);
    out.cells.push_back(&cell);
}

// The larger less the smaller.
std::optional<Derived> gap(const Axes& axes, std::size_t left_column, const TableCell* left,
                           std::size_t right_column, const TableCell* right)
{
    if (left == nullptr || right == nullptr || left->number.is_percent != right->number.is_percent)
        return std::nullopt;
    if (left->number.value < right->number.value) {
        std::swap(left, right);
        std::swap(left_column, right_column);
    }
    Derived out;
    join(out, axes, left_column, *left, false);
    join(out, axes, right_column, *right, true);
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

} // namespace

std::optional<Derived> gap_in_row(const Axes& axes, std::size_t row, std::size_t left,
                                  std::size_t right)
{
    return gap(axes, left, axes.number(row, left), right, axes.number(row, right));
}

std::optional<Derived> gap_in_column(const Axes& axes, std::size_t column, std::size_t left,
                                     std::size_t right)
{
    return gap(axes, column, axes.number(left, column), column, axes.number(right, column));
}

std::optional<Derived> sum_of_rows(const Axes& axes, std::size_t column,
                                   const std::vector<std::size_t>& rows)
{
    Derived out;
    for (const auto row : rows) {
        const auto* cell = axes.number(row, column);
        if (cell == nullptr || cell->number.is_percent) return std::nullopt;
        join(out, axes, column, *cell, false);
    }
    return out.cells.size() < 2 ? std::nullopt : std::optional{std::move(out)};
}

std::optional<Derived> mean_of_rows(const Axes& axes, std::size_t column,
                                    const std::vector<std::size_t>& rows)
{
    auto out = sum_of_rows(axes, column, rows);
    if (!out) return std::nullopt;
    const Rational count{static_cast<unsigned long>(rows.size())};
    out->exact /= count;
    out->interval = {out->interval.low / count, out->interval.high / count};
    out->formula = base::concat("(", out->formula, ") / ", rows.size());
    return out;
}

std::optional<Derived> sum_of_columns(const Axes& axes, std::size_t row,
                                      const std::vector<std::size_t>& columns)
{
    Derived out;
    for (const auto column : columns) {
        const auto* cell = axes.number(row, column);
        if (cell == nullptr || cell->number.is_percent) return std::nullopt;
        if (!out.cells.empty() && cell->number.unit != out.cells.front()->number.unit)
            return std::nullopt;
        join(out, axes, column, *cell, false);
    }
    return out.cells.size() < 2 ? std::nullopt : std::optional{std::move(out)};
}

bool is_met(const Quantity& stated, const Derived& derived)
{
    constexpr int k_scales[] = {0, 3, 6, 9, -3, -6, -9};
    const Rational value = abs(reading::value_of(stated));
    const Interval said = reading::stated(stated);
    for (const int scale : k_scales) {
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

} // namespace verify::tables
