// The part of the verifier that compares a text with the sources given with it.
#pragma once

#include "verify/law/critic.hpp"

namespace verify::against {

// In the order of the documents.
std::span<const SourceFamily> families();

} // namespace verify::against
