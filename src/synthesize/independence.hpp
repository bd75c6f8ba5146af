// Which sources are independent of each other: copies and pages of one house count once.
#pragma once

#include "synthesize/words.hpp"

namespace synthesize {

struct Independence {
    static constexpr std::size_t k_none = static_cast<std::size_t>(-1);

    std::vector<std::size_t> group;   // of each source, from 0 in the order of their first members
    std::vector<std::size_t> copy_of; // the first source with mostly the same text; k_none: none
    std::size_t groups = 0;           // of sources that could be read
};

// Two sources are of one group when the smaller shares six tenths of its runs of five words with
// the other (and at least k_least_shared of them, or all it has), when their SimHash (Charikar
// 2002) over words differs in at most three of 64 bits, or when their addresses are of one
// registrable domain. A source that could not be read is a group of its own, which nothing counts.
Independence judge_independence(const std::vector<std::unique_ptr<Source>>& sources);

} // namespace synthesize
