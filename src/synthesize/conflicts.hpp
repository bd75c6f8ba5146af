// Contradictions between independent sources, apart from what a later source only brings up to
// date.
#pragma once

#include "synthesize/words.hpp"

namespace synthesize {

struct Position {
    std::size_t statement = 0;
    Run value; // tokens of its document
};

struct Conflict {
    Opposition kind = Opposition::value;
    std::string attribute;
    std::vector<Position> positions;                           // two or more, in order
    std::vector<std::pair<std::size_t, std::size_t>> disputed; // pairs of statements
};

struct Conflicts {
    std::vector<Conflict> contradictions;
    // Positions from the earliest source to the latest.
    std::vector<Conflict> updates;
};

// A dispute over something that may change is an update when both sources are dated, on different
// days.
Conflicts settle(const std::vector<std::unique_ptr<Source>>& sources,
                 const std::vector<Statement>& statements, std::vector<Dispute> disputes);

} // namespace synthesize
