// Disputes over what the skeptic can read: one attribute of one thing with two values.
#pragma once

#include "synthesize/independence.hpp"
#include "synthesize/words.hpp"

namespace synthesize {

// By the frames of verify's skeptic ("the A of S is V", "S was founded in V", "S has V Ns"), which
// also know what "it" stands for, between sources that are independent of each other.
std::vector<Dispute> read_asserted(const std::vector<std::unique_ptr<Source>>& sources,
                                   const Independence& independence,
                                   const std::vector<Statement>& statements,
                                   const Vocabulary& vocabulary);

} // namespace synthesize
