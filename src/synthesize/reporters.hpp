// From whom a sentence has what it says.
#pragma once

#include "synthesize/words.hpp"

#include <set>

namespace synthesize {

struct Reporters {
    std::set<std::string_view> names;   // "aviawire" of "Aviawire reported", "told Aviawire"
    std::set<std::string_view> offices; // "ministry" of "the ministry of health said"
};

// Views are into the text of the source.
Reporters reporters_in(const Source& source, const Statement& said);

} // namespace synthesize
