// How central a line is: how often a walk from line to similar line comes by it.
//
// Continuous LexRank (Erkan and Radev 2004), biased to the question (Otterbacher, Erkan and Radev
// 2005): 85 of 100 steps go to a line in proportion to the cosine of their words, weighted by how
// rare they are; the others begin anew at a line like the question.
#pragma once

#include "synthesize/lines.hpp"

namespace synthesize {

// The centrality of each line, all together at most 1. 0: not walked, since it stands behind the
// first lines of its source (600 of all sources), has fewer than five words, or belongs to a source
// with orders to readers; or much like a line that is more central.
std::vector<double> centrality_of(const std::vector<std::unique_ptr<Source>>& sources,
                                  const Asked& asked, const std::vector<Line>& lines);

} // namespace synthesize
