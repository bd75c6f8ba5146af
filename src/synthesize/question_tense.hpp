// Whether a question asks of what was, is or will be.
#pragma once

#include "reading/passage.hpp"
#include "synthesize/question.hpp"

#include <string_view>

namespace synthesize {

// Fills in the tense of `part`, whose kind is read, and how many years back it asks. By
// auxiliaries, else by the verb; of English and German. `words`: those of the part.
void read_tense(const reading::Passage& words, std::string_view language, Part& part);

} // namespace synthesize
