// Numbers of free prose that follow from cells of the table beside it: the distance of two cells,
// the sum or the mean of a column, of a kind of rows, of some rows of a whole.
#pragma once

#include "verify/tables/naming.hpp"

namespace verify::tables {

// What a statement of prose is read with.
struct Scene {
    const Document& document;
    const Axes& axes;
    const Statement& statement;
    // Of the sentence before, for "its"; nullptr when it stands in another block.
    const Statement* before = nullptr;
};

// Where a value comes from.
struct Derived {
    Interval interval; // by the rounding of the cells
    Rational exact;
    std::vector<const reading::TableCell*> cells;
    std::string formula;
};

// nullopt when a cell is no number or the units differ.
std::optional<Derived> gap_in_row(const Axes& axes, std::size_t row, std::size_t left,
                                  std::size_t right);
std::optional<Derived> gap_in_column(const Axes& axes, std::size_t column, std::size_t left,
                                     std::size_t right);
std::optional<Derived> sum_of_rows(const Axes& axes, std::size_t column,
                                   const std::vector<std::size_t>& rows);
std::optional<Derived> mean_of_rows(const Axes& axes, std::size_t column,
                                    const std::vector<std::size_t>& rows);
std::optional<Derived> sum_of_columns(const Axes& axes, std::size_t row,
                                      const std::vector<std::size_t>& columns);

// Whether a printed number may be the value, under any scale of the table.
bool is_met(const Quantity& stated, const Derived& derived);

void check_derived(const Scene& scene, Review& review);
// How many rows go which way, which one alone does, which one most. False when it decides nothing.
bool check_rows_of_prose(const Scene& scene, Review& review);

} // namespace verify::tables
