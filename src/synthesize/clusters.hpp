// Statements that say the same thing, and those that cannot both be right.
#pragma once

#include "synthesize/space.hpp"
#include "synthesize/study.hpp"
#include "synthesize/words.hpp"

#include <set>

namespace synthesize {

struct Grouped {
    std::vector<std::vector<std::size_t>> clusters; // each sorted; in the order of their first
    std::vector<Dispute> disputes;
};

// Average link over cosines, or over what each tells of the other in words of one meaning (0.50
// counts as a cosine of 0.45): 0.45, or 0.30 for statements that share a value, 0.60 for those of
// which one has a value that the other lacks. Statements with different values of one measure never
// come into one cluster, nor those in `known`, with which the disputes begin. Pairs that give one
// answer to the question need little else in common.
Grouped group(const Study& study, const Space& space, const Meanings& meanings,
              std::vector<Dispute> known,
              const std::set<std::pair<std::size_t, std::size_t>>& same_answers);

} // namespace synthesize
