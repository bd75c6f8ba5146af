#include "verify/tables/rivals.hpp"

namespace verify::tables {

namespace {

Derived cell_alone(const Axes& axes, std::size_t column, const reading::TableCell& cell)
{
    return {interval_of(axes.table(), column, cell), cell.number.value, {&cell}, {}};
}

void add_column(const Axes& axes, std::size_t column, std::vector<Derived>& out)
{
    const auto& rows = axes.rows();
    const auto add = [&](std::optional<Derived> each) {
        if (each) out.push_back(std::move(*each));
    };
    add(sum_of_rows(axes, column, rows));
    add(mean_of_rows(axes, column, rows));
    for (const auto& group : axes.groups()) {
        add(sum_of_rows(axes, column, group.rows));
        add(mean_of_rows(axes, column, group.rows));
    }
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t k = i + 1; k < rows.size(); ++k) {
            add(gap_in_column(axes, column, rows[i], rows[k]));
            add(sum_of_rows(axes, column, {rows[i], rows[k]}));
        }
}

} // namespace

void add_row(const Axes& axes, std::size_t row, std::vector<Derived>& out)
{
    const auto& columns = axes.columns();
    for (std::size_t i = 0; i < columns.size(); ++i)
        for (std::size_t k = i; k < columns.size(); ++k) {
            if (auto each = gap_in_row(axes, row, columns[i], columns[k]); each && i != k)
                out.push_back(std::move(*each));
            if (const auto* cell = axes.number(row, columns[i]); cell && i == k)
                out.push_back(cell_alone(axes, columns[i], *cell));
        }
}

void add_all(const Axes& axes, std::vector<Derived>& out)
{
    for (const auto r : axes.rows()) {
        add_row(axes, r, out);
        if (auto each = sum_of_columns(axes, r, axes.columns())) out.push_back(std::move(*each));
    }
    for (const auto c : axes.columns()) {
        add_column(axes, c, out);
        for (std::size_t r = 0; r < axes.table().rows.size(); ++r)
            if (const auto* cell = axes.number(r, c)) out.push_back(cell_alone(axes, c, *cell));
    }
}

} // namespace verify::tables
