// The products synthesis and brief: one question, up to twenty texts, one artifact with sources.
//
// Nothing is looked up: the texts are merged as they were given. Every statement in an artifact
// stands in one of them word for word.
#pragma once

#include "base/json.hpp"
#include "synthesize/order.hpp"

namespace synthesize {

// "synthesis/2" without `usage`. The same order gives the same bytes. Texts are valid UTF-8.
base::json::Ref synthesize(const Order& order);

} // namespace synthesize
