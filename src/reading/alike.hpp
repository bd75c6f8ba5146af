// What several families ask about a quantity in its sentence.
#pragma once

#include "reading/labels.hpp"
#include "reading/passage.hpp"

#include <string_view>

namespace reading {

// Same currency, and no unit or units of one dimension that convert exactly.
bool are_alike(const Quantity& left, const Quantity& right);

// The noun counted: "employees" of "120 new employees"; empty when there is none near.
std::string_view noun_of(const Passage& passage, const Quantity& quantity);

// The factor that turns a value in the unit of `from` into the unit of `to`; 1 without units.
Rational conversion(const Quantity& from, const Quantity& to);

} // namespace reading
