// Parts the words that name a speaker from what is said.
#pragma once

#include "reading/passage.hpp"

#include <vector>

namespace statements {

// For each token of the sentence, from its first on: whether it belongs to the words that tell who
// says the rest ("officials said on Monday", "according to the fire brigade").
std::vector<bool> saying_in(const reading::Passage& sentence);

} // namespace statements
