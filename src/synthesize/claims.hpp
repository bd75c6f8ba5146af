// From clusters of statements to claims: who supports and who opposes each, and how sure it is.
#pragma once

#include "synthesize/space.hpp"
#include "synthesize/study.hpp"

namespace synthesize {

// In the order of their rank; fills `claim_of`. Needs statements, ranks, conflicts, independence.
void make_claims(Study& study, const std::vector<std::vector<std::size_t>>& clusters);

// Moves the claims of the summary to the front: at most five, chosen by rank and by how little they
// repeat each other.
void choose_summary(Study& study, const Space& space);

} // namespace synthesize
