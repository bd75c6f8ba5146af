// Which sources are independent of each other: copies and pages of one house count once.
#pragma once

#include "synthesize/words.hpp"

#include <set>

namespace synthesize {

struct Independence {
    static constexpr std::size_t k_none = static_cast<std::size_t>(-1);

    std::vector<std::size_t> group; // of each source, from 0 in the order of their first members
    // The earlier source with mostly the same text that it shares most with; k_none: none.
    std::vector<std::size_t> copy_of;
    // The sources that a source copies when they are several, independent of each other.
    std::vector<std::vector<std::size_t>> copies;
    std::size_t groups = 0; // of sources that could be read

    // Whether they are of two groups, and neither copies several of which the other is one.
    [[nodiscard]] bool are_apart(std::size_t left, std::size_t right) const;
    // The sources without those that copy several of which one is among them.
    [[nodiscard]] std::set<std::size_t> without_copies(const std::set<std::size_t>& sources) const;
    // The groups among those.
    [[nodiscard]] std::size_t voices_among(const std::set<std::size_t>& sources) const;
};

// Two sources are of one group when the smaller shares six tenths of its runs of five words with
// the other (and at least k_least_shared of them, or all it has), or when they are of one house
// (house_of).
// A source does not bridge others: one that shares its text with two that have less than half of
// that in common copies several, unless it was published before them. It is of no group of theirs.
// A source that could not be read is a group of its own, which nothing counts.
Independence judge_independence(const std::vector<std::unique_ptr<Source>>& sources);

} // namespace synthesize
