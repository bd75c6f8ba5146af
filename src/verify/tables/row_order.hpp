// Rows of a table by what they hold: which go up or down between two columns, which come first.
#pragma once

#include "verify/tables/naming.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace verify::tables {

using Rows = std::vector<std::size_t>; // or columns

// Rows whose values go that way from one column to the other, 1: up, 0: nowhere, -1: down; nullopt
// when one of them is not a number.
std::optional<Rows> going(const Axes& axes, int direction, std::size_t from, std::size_t to);

// The rows whose value is the largest; nullopt when a value is missing.
std::optional<Rows> first_by(const Axes& axes,
                             const std::function<std::optional<Rational>(std::size_t)>& value_of);

std::vector<const reading::TableCell*> cells_of(const Axes& axes, const Rows& rows,
                                                const Rows& columns);
// "North, South"; "none".
std::string names_of(const Axes& axes, const Rows& rows);

} // namespace verify::tables
