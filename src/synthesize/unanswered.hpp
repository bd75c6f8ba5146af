// What is told where a question got no answer. That no source tells something would be more than
// this method knows: a sentence may tell it in words that it does not recognize.
#pragma once

#include "synthesize/study.hpp"

#include <span>

namespace synthesize {

// "Not sure: none of the lines was recognized as telling how many; the nearest stand in claims."
// `parts` of the study's question, at least one; of one kind told once.
std::string not_sure_of(const Study& study, std::span<const Part> parts);

} // namespace synthesize
