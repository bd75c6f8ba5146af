// Roots of English words.
#pragma once

#include "reading/stem.hpp"

namespace reading {

// One text for all forms of a word, the irregular ones among them: of "bought" as of "buying". It
// is not a word itself. Of a form of two words ("left", "found") the root is always of the same
// one.
std::string root_of(const Stemmer& stemmer, std::string_view folded_word);

} // namespace reading
