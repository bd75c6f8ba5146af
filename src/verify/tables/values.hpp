// Values that free prose may mean: what two cells are apart, what several come to, and everything
// that the cells of a table make by one step.
#pragma once

#include "verify/tables/naming.hpp"
#include "verify/tables/question.hpp"

namespace verify::tables {

using Lines = std::vector<std::size_t>; // rows, or columns

// The larger of two cells less the smaller.
std::optional<Derived> gap_of(const Axes& axes, const Lines& rows, const Lines& columns);
// The sum or the mean of two cells or more that are not percentages.
std::optional<Derived> total_of(const Axes& axes, const Lines& rows, const Lines& columns,
                                Operation operation = Operation::sum);

using Span = std::pair<std::size_t, std::size_t>; // two columns

// From the earlier of two columns to the later one; nullopt where their order is open, or where the
// rounding of the cells leaves the sign open.
std::optional<Derived> change_in_percent(const Axes& axes, std::size_t row, const Span& columns);
// 1 where a row rises from the earlier of two columns to the later one, -1 where it falls, else 0:
// of costs in brackets either may be said.
int way_of(const Axes& axes, std::size_t row, const Span& columns);

// The cells of a row and their distances.
void add_row(const Axes& axes, std::size_t row, std::vector<Derived>& out);

// Cells, distances, sums and means of all rows, columns and kinds of rows.
void add_all(const Axes& axes, std::vector<Derived>& out);

} // namespace verify::tables
