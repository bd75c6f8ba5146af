// Which statements matter most for the question, and which of them to show.
#pragma once

#include "synthesize/space.hpp"

namespace synthesize {

// A number for each statement, the greatest 1: how often its words are used, mixed with continuous
// LexRank (Erkan and Radev 2004; cosine, damping .85) that starts from statements near the
// question, and with that nearness; times a prior for the beginning of a source, times how
// well it stands by itself, less in sources that carry instructions. Linear in the text: the matrix
// of similarities is only multiplied with.
std::vector<double> rank(const std::vector<Statement>& statements, const Space& space,
                         const std::vector<std::unique_ptr<Source>>& sources);

// At most `most` of `candidates` beside those in `taken`, by maximal marginal relevance (Carbonell
// and Goldstein 1998; lambda .7): each next one is high in rank and unlike those before it. In the
// order of choice.
std::vector<std::size_t> choose(std::span<const std::size_t> candidates,
                                const std::vector<double>& ranks, const Space& space,
                                std::span<const std::size_t> taken, std::size_t most);

} // namespace synthesize
