// The product brief: the synthesis, ordered under eleven headings for a reader who has to decide.
#pragma once

#include "base/json.hpp"
#include "llm/consultation.hpp"
#include "synthesize/order.hpp"

namespace synthesize::brief {

// "brief/2" without `usage`: all members of "synthesis/2" and `sections`. As synthesize().
base::json::Ref write_brief(const Order& order, llm::Consultation* consultation = nullptr);

} // namespace synthesize::brief
