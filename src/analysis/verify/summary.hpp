// What came out, in words for people.
#pragma once

#include "analysis/verify/artifact.hpp"

#include <string>

namespace analysis::verify {

// How many claims could be checked, what needs attention, and where and what the most serious of it
// is.
std::string summary_text(const Outcome& outcome);

} // namespace analysis::verify
