// What all claims together are worth: verdict, confidence, and what the sources leave open.
#pragma once

#include "synthesize/study.hpp"

namespace synthesize {

// Whether the sources speak of what was asked at all: of one word of the question, and of a quarter
// of them.
bool is_about_query(const Study& study);

// Fills verdict, confidence and gaps from the claims.
void assess(Study& study);

} // namespace synthesize
