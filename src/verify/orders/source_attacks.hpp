// What a source does to its reader, noted where its statements are read.
#pragma once

#include "statements/source.hpp"

namespace verify::orders {

// Fills `flags` and `instructions` of a source, which has none yet.
void note_attacks(statements::Source& source);

} // namespace verify::orders
