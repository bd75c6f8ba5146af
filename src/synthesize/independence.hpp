// Which sources are independent of each other: copies and pages of one house count once.
#pragma once

#include "synthesize/words.hpp"

#include <set>

namespace synthesize {

// The words of a text in lower case, in their order, a blank behind each.
std::string words_in(std::string_view text);

// The runs of so many words of such a text, sorted, each once; a shorter one is a run of its own.
using Runs = std::vector<std::string_view>;
Runs runs_of(std::string_view words, std::size_t length);
// How many runs both have.
std::size_t common(const Runs& left, const Runs& right);

struct Independence {
    std::vector<std::size_t> group; // of each source: a number that those of its group have
    // The earlier source with mostly the same text that it shares most with; or several that are
    // independent of each other.
    std::vector<std::vector<std::size_t>> copies;

    // Whether they are of two groups, and neither copies the other.
    [[nodiscard]] bool are_apart(std::size_t left, std::size_t right) const;
    // The sources without those that copy one among them.
    [[nodiscard]] std::set<std::size_t> without_copies(const std::set<std::size_t>& sources) const;
    // The groups among those.
    [[nodiscard]] std::size_t voices_among(const std::set<std::size_t>& sources) const;
};

// Two sources are of one group when the smaller shares six tenths of its runs of five words with
// the other (and at least k_least_shared of them, or all it has), or when they are of one house:
// of one registrable domain, and there of one person where the address tells of many.
// A source does not bridge others: one that shares its text with two that have less than half of
// that in common copies several, unless it was published before them. It is of no group of theirs.
// A source that could not be read is a group of its own, which nothing counts.
Independence judge_independence(const std::vector<std::unique_ptr<Source>>& sources);

} // namespace synthesize
