// What relations that hold leave over of a sentence: for "verified" nothing may be left.
#pragma once

#include "verify/law/critic.hpp"
#include "verify/law/words.hpp"

#include <vector>

namespace verify {

// Places in one sentence.
struct Read {
    std::vector<Mark> related; // they follow from others, or others from them
    std::vector<Mark> same;    // one value told twice: nothing else is read there
    [[nodiscard]] bool empty() const { return related.empty() && same.empty(); }
};

// In order: numbers, dates, times and denials outside of what was read; clauses that say something
// and have no part in it; runs of words too long to only name what was computed with.
std::vector<Mark> unread_of(const Passage& sentence, const Read& read);

// Whether a word of comparison stands among tokens [begin, end).
bool compares(const Passage& sentence, std::uint32_t begin, std::uint32_t end);

} // namespace verify
