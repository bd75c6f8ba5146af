// Numbers that name something instead of counting it.
#pragma once

#include "reading/passage.hpp"

namespace reading {

// A year by its shape and its neighbours: "in 2019", "(2019)", "2019-2021".
bool is_year(const Passage& passage, const Quantity& quantity);

// A plain count, measure or amount that a sum may hold: no year, range, label ("page 5") or doubt.
bool is_addend(const Passage& passage, const Quantity& quantity);

} // namespace reading
