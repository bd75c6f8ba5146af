// How many witnesses stand behind statements that say the same.
#pragma once

#include "synthesize/map.hpp"

#include <vector>

namespace synthesize {

// Those of one independent group are of one witness; two have it from one witness when a sentence
// was printed word for word by both (six words and more; of fourteen and more three quarters of
// their runs of three), when they name one and the same reporter ("Aviawire reported", "the
// ministry said", "told Aviawire"), and when one names the other's paper. What copies several is
// left out beside them. A group that has it from two which do not have it from each other makes no
// one witness of them: there are as many witnesses as groups can be found of which no two have it
// from one. `clean`: without sources that try to steer their readers.
std::size_t witnesses_of(const Map& map, const std::vector<std::size_t>& statements, bool clean);

} // namespace synthesize
