// What came out, in words for people.
#pragma once

#include "verify/artifact.hpp"

#include <string>

namespace verify {

// How many claims could be checked, what needs attention, and where and what the most serious of it
// is.
std::string summary_text(const Outcome& outcome);

} // namespace verify
