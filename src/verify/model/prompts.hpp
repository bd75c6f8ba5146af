// What a model is told when a text is reviewed.
#pragma once

#include "llm/interview.hpp"

namespace verify::model {

// The skeptic points at what is wrong; the red team at what others pass over. One form of answer:
// pointing_schema().
extern const llm::Prompt k_point;
extern const llm::Prompt k_attack;
// The verifier answers questions of its own about single statements, without having seen what was
// said of them (chain of verification, arXiv 2309.11495); the red team looks for a reading under
// which the author is right. One form of answer: answering_schema().
extern const llm::Prompt k_answer;
extern const llm::Prompt k_defend;

} // namespace verify::model
