// Who does something to whom: "Arven beat Dolna" is not "Dolna beat Arven", although the words are
// the same.
#pragma once

#include "synthesize/two_things.hpp"

#include <optional>

namespace synthesize {

// Where both tell one deed between the same two names the other way round: each with its two names
// and its verb.
std::optional<std::pair<Run, Run>> swapped_roles(const Both& both);

} // namespace synthesize
