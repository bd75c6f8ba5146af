// The line that answers as far as code tells, who else gives it, and how sure that is.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace synthesize {

struct Bin;
struct Map;

// The best line as the answer.
struct Answer {
    std::size_t line = 0;        // of Ballot::lines
    std::optional<double> share; // nullopt: not calibrated for its language
    const Bin* bin = nullptr;    // of k_first_lines, by the share; nullptr: not calibrated
    std::vector<std::size_t>
        agreed;                // the sources that give its value or sentence, its own among them
    std::size_t witnesses = 0; // independent ones of them
    bool newest =
        false; // of the dates that are told none is later; of no date: it is the only source
    bool differs = false;    // some difference has a side in its line
    bool has_rivals = false; // another value of its series stands on the ballot
};

// The answer of a map whose ballot has a best line, with its values and differences.
Answer read_answer(const Map& map);

} // namespace synthesize
