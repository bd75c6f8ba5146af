// The products synthesis and brief: one question, up to twenty texts, one artifact with sources.
//
// Nothing is looked up: the texts are merged as they were given. Every statement in an artifact
// stands in one of them word for word.
#pragma once

#include "base/json.hpp"
#include "llm/consultation.hpp"
#include "synthesize/order.hpp"

namespace synthesize {

// "synthesis/2" without `usage`. The same order gives the same bytes, and with a model the same
// answers of it. Texts are valid UTF-8. `consultation`: a model to ask; nullptr: there is none.
base::json::Ref synthesize(const Order& order, llm::Consultation* consultation = nullptr);

} // namespace synthesize
