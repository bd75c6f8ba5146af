// The product brief: the synthesis, ordered under eleven headings for somebody who has to decide.
#pragma once

#include "analysis/synthesize/material.hpp"
#include "base/json.hpp"

namespace analysis::synthesize::brief {

// "brief/1" without `usage`: all members of "synthesis/1" and `sections`. The same order gives the
// same bytes. Texts are valid UTF-8.
base::json::Ref write_brief(const Order& order);

} // namespace analysis::synthesize::brief
