// Everything that the cells of a table make by one step: what else a number of prose may mean.
#pragma once

#include "verify/tables/derived.hpp"

namespace verify::tables {

// The cells of a row and their distances.
void add_row(const Axes& axes, std::size_t row, std::vector<Derived>& out);

// Cells, distances, sums and means of all rows, columns and kinds of rows.
void add_all(const Axes& axes, std::vector<Derived>& out);

} // namespace verify::tables
