// The service's test sentences, as a model has to see through them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tests {

// What a test sentence states, and how it follows.
struct Solved {
    std::string stated;
    std::string formula;
};

// Of a whole line; with a gap in the place of what it states `stated` is the gap. nullopt: it is a
// sentence of the text.
std::optional<Solved> solve(std::string_view line);

} // namespace tests
