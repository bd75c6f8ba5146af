// The product brief: the synthesis, ordered under eleven headings for somebody who has to decide.
#pragma once

#include "base/json.hpp"
#include "synthesize/order.hpp"

namespace synthesize::brief {

// "brief/2" without `usage`: all members of "synthesis/2" and `sections`. The same order gives the
// same bytes. Texts are valid UTF-8.
base::json::Ref write_brief(const Order& order);

} // namespace synthesize::brief
