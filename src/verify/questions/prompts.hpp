// What a model is told when a text is reviewed.
#pragma once

#include "llm/interview.hpp"

namespace verify::questions {

// How the figures of a text follow from each other, right or wrong. Form: derive_schema().
extern const llm::Prompt k_derive;
// Two places that cannot both be so. Form: clash_schema().
extern const llm::Prompt k_clash;
// What stands in a gap, by the rest of the lines. Form: gap_schema().
extern const llm::Prompt k_fill;
// Whether the author is right under a fair reading. Form: defend_schema().
extern const llm::Prompt k_defend;

} // namespace verify::questions
