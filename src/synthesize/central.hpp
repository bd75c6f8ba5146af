// How central a line is: how often a walk from line to similar line comes by it.
//
// Continuous LexRank (Erkan and Radev 2004), biased to the question (Otterbacher, Erkan and Radev
// 2005): 85 of 100 steps go to a line in proportion to the cosine of their words, weighted by how
// rare they are; the others begin anew at a line like the question.
#pragma once

#include "synthesize/lines.hpp"

namespace synthesize {

// How a source has the name that is asked for.
struct Mention {
    bool has_whole = false; // as much of it in one line, or in its title, as any source has
    // It opens with it, or has words of it in more than one line; others mention it aside.
    bool is_about = false;
    bool opens = false; // as much of it stands in its title or its first three lines
};

struct Name {
    std::vector<std::string> stems;
    std::vector<Mention> mentions; // of each source
};

// The centrality of each line, all together 1. It is 0 for a line that has fewer than five words or
// ends no sentence, for what stands behind the first lines of its source (600 of all sources), for
// sources with orders to readers or about another of that name, and for what repeats an older line.
std::vector<double> centrality_of(const std::vector<std::unique_ptr<Source>>& sources,
                                  const std::vector<Line>& lines, const Name& name);

} // namespace synthesize
