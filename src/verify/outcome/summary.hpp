// What came out, in words for people.
#pragma once

#include "verify/outcome/artifact.hpp"

#include <string>

namespace verify::outcome {

// The verdict in words; the most serious findings with their places, what is stated there and what
// it should be; how many figures were recomputed; how many claims are verified; what was not
// checked, in kinds.
std::string summary_text(const Outcome& outcome);

} // namespace verify::outcome
