// What the terms of one passage tell of each other.
#pragma once

#include "reading/terms.hpp"

namespace reading {

// Gives terms what they leave out and a neighbour says: the unit of a list's or a range's other
// end, a currency of cents. Makes unusable what a neighbour shows to be a label or one of two
// alternatives. `terms` are all those of the passage, in its order.
void read_neighbours(const Passage& passage, std::vector<Term>& terms);

} // namespace reading
