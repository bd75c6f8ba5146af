// Finds two lines of the ballot that cannot both be right, or of which one tells a later state.
#pragma once

#include "synthesize/words.hpp"

#include <vector>

namespace synthesize {

struct Map;

// A statement and where in it the value stands (tokens of its document).
struct Position {
    std::size_t statement = 0;
    Run value;
};

struct Difference {
    Opposition kind = Opposition::value;
    std::string about;               // a few words
    bool is_update = false;          // of what may change, told by sources of other days
    std::vector<Position> positions; // of an update the oldest first
};

inline constexpr std::size_t k_most_differences = 30;

// The differences of lines of independent sources that have a word of the question each. A pair
// that shares what one statement says with an earlier one is part of its difference.
std::vector<Difference> read_differences(const Map& map);

} // namespace synthesize
