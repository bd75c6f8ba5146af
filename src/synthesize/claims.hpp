// From clusters of statements to claims: who supports and who opposes each, and how sure it is.
#pragma once

#include "synthesize/study.hpp"

namespace synthesize {

// In the order of their rank; fills `claim_of`. Needs statements, ranks, conflicts, independence.
// A statement may be in two clusters: it is told in the words of one behind `whole` of them, and
// only supports the other.
void make_claims(Study& study, const std::vector<std::vector<std::size_t>>& clusters,
                 std::size_t whole);

} // namespace synthesize
