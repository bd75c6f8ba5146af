// The value of the formula that a finding shows, in binary floating point.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace verify::outcome {

struct FormulaValue {
    long double value = 0;
    std::vector<long double> numbers; // as they are written, in their order
};

// The value of "(30 - 48) / 48" and "20% of 340": numbers with a decimal point, + - * / with their
// usual precedence, brackets, a percent sign behind a number, and "of" for times. nullopt: anything
// else, a division by zero, more than 200 numbers, brackets deeper than 20.
std::optional<FormulaValue> value_of_formula(std::string_view formula);

} // namespace verify::outcome
