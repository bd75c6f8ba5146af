// What cells of a table make: the one value that every reader of a sentence asks for. A reader
// binds rows, columns and what is done with them; the answer is computed here.
#pragma once

#include "verify/tables/tables.hpp"

namespace verify::tables {

enum class Operation {
    cell,    // as it stands
    gap,     // the second cell less the first
    percent, // the same in percent of the first; none where that is not above zero
    sum,
    mean,
};

// All cells of these rows in these columns, row by row.
struct Question {
    std::vector<std::size_t> rows;
    std::vector<std::size_t> columns;
    Operation operation = Operation::cell;
};

// What a table says.
struct Derived {
    Interval interval; // by the rounding of the cells
    Rational exact;
    std::vector<const reading::TableCell*> cells; // operands
    std::string formula;
};

// nullopt when a cell is not a number, or when percentages stand beside other numbers, or two
// units.
std::optional<Derived> answer(const reading::Table& table, const Question& question);

// Whether a printed number may be the value, under any scale of the table; for what is told without
// a sign, either way.
bool is_met(const Quantity& stated, const Derived& derived);

// Whether it looks like a slip of the pen for the value or, of a change in percent, like one of the
// new value for the old one; `most` is how likely chance may make it so.
bool is_slip_for(const Quantity& stated, const Derived& derived, double most);

} // namespace verify::tables
