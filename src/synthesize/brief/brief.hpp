// The product brief: the map, ordered under eight headings for a reader who has to decide.
#pragma once

#include "base/json.hpp"
#include "llm/consultation.hpp"
#include "synthesize/words.hpp"

namespace synthesize::brief {

// "brief/3" without `usage`: all members of "synthesis/3" and `sections`. As synthesize().
base::json::Ref write_brief(const Order& order, llm::Consultation* consultation = nullptr);

} // namespace synthesize::brief
