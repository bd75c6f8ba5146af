// What a source does to its reader, noted where its statements are read.
#pragma once

#include "statements/source.hpp"
#include "verify/law/words.hpp"

namespace verify::orders {

// Fills `flags` and `instructions` of a source, which has none yet.
void note_attacks(statements::Source& source);

// Whether it gives orders to a machine that reads it, or only speaks of some: a machine may take
// either for one.
bool speaks_of_orders(const Document& document);

} // namespace verify::orders
