#include "verify/tables/values.hpp"

#include <algorithm>

namespace verify::tables {

namespace {

void add(std::optional<Derived> each, std::vector<Derived>& out)
{
    if (each) out.push_back(std::move(*each));
}

void add_totals(const Axes& axes, const Lines& rows, std::size_t column, std::vector<Derived>& out)
{
    add(total_of(axes, rows, {column}), out);
    add(total_of(axes, rows, {column}, Operation::mean), out);
}

void add_column(const Axes& axes, std::size_t column, std::vector<Derived>& out)
{
    const auto& rows = axes.rows();
    add_totals(axes, rows, column, out);
    for (const auto& group : axes.groups()) add_totals(axes, group.rows, column, out);
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t k = i + 1; k < rows.size(); ++k) {
            add(gap_of(axes, {rows[i], rows[k]}, {column}), out);
            add(total_of(axes, {rows[i], rows[k]}, {column}), out);
        }
}

// The earlier column first; nullopt where that is open.
std::optional<Span> in_time(const Axes& axes, const Span& columns)
{
    const auto& heads = axes.table().columns;
    const auto first = heads[columns.first].year;
    const auto second = heads[columns.second].year;
    const Span turned{columns.second, columns.first};
    if (first && second) return *first < *second ? columns : turned;
    const auto only = axes.pair();
    return only && (*only == columns || *only == turned) ? only : std::nullopt;
}

} // namespace

std::optional<Derived> gap_of(const Axes& axes, const Lines& rows, const Lines& columns)
{
    const auto* first = axes.number(rows.front(), columns.front());
    const auto* second = axes.number(rows.back(), columns.back());
    if (first == nullptr || second == nullptr) return std::nullopt;
    Question question{rows, columns, Operation::gap};
    if (first->number.value > second->number.value) {
        std::reverse(question.rows.begin(), question.rows.end());
        std::reverse(question.columns.begin(), question.columns.end());
    }
    return answer(axes.table(), question);
}

std::optional<Derived> total_of(const Axes& axes, const Lines& rows, const Lines& columns,
                                Operation operation)
{
    if (rows.size() * columns.size() < 2) return std::nullopt;
    auto out = answer(axes.table(), {rows, columns, operation});
    return out && out->cells.front()->number.is_percent ? std::nullopt : std::move(out);
}

std::optional<Derived> change_in_percent(const Axes& axes, std::size_t row, const Span& columns)
{
    const auto order = in_time(axes, columns);
    if (!order) return std::nullopt;
    auto out = answer(axes.table(), {{row}, {order->first, order->second}, Operation::percent});
    const bool is_usable =
        out && !out->cells.front()->number.is_percent && !out->interval.contains(0);
    return is_usable ? std::move(out) : std::nullopt;
}

int way_of(const Axes& axes, std::size_t row, const Span& columns)
{
    const auto order = in_time(axes, columns);
    const auto* from = order ? axes.number(row, order->first) : nullptr;
    const auto* to = order ? axes.number(row, order->second) : nullptr;
    if (from == nullptr || to == nullptr || from->number.value < 0 || to->number.value < 0)
        return 0;
    return cmp(to->number.value, from->number.value);
}

void add_row(const Axes& axes, std::size_t row, std::vector<Derived>& out)
{
    const auto& columns = axes.columns();
    for (std::size_t i = 0; i < columns.size(); ++i) {
        add(answer(axes.table(), {{row}, {columns[i]}, Operation::cell}), out);
        for (std::size_t k = i + 1; k < columns.size(); ++k)
            add(gap_of(axes, {row}, {columns[i], columns[k]}), out);
    }
}

void add_all(const Axes& axes, std::vector<Derived>& out)
{
    for (const auto r : axes.rows()) {
        add_row(axes, r, out);
        add(total_of(axes, {r}, axes.columns()), out);
    }
    for (const auto c : axes.columns()) {
        add_column(axes, c, out);
        for (std::size_t r = 0; r < axes.table().rows.size(); ++r)
            add(answer(axes.table(), {{r}, {c}, Operation::cell}), out);
    }
}

} // namespace verify::tables
