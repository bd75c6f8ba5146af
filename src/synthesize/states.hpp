// Words that exclude each other: of one thing at one time only one of them holds.
#pragma once

#include "reading/passage.hpp"
#include "synthesize/statement.hpp"

namespace synthesize {

// The states named in a sentence, in its order. A colour is one only next to "level", "alert" or
// "code"; most other words only after a form of "be" or where a verb stands.
std::vector<State> read_states(const reading::Passage& sentence);

} // namespace synthesize
