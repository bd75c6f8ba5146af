// Finds roles that are swapped: "Arven beat Dolna" is not "Dolna beat Arven", although the words
// are the same.
#pragma once

#include "statements/two_things.hpp"

#include <optional>

namespace statements {

// Verbs with a name just before them and another just behind, in whichever voice. `words`: of
// `source`.
std::vector<Deed> read_deeds(const Source& source, const reading::Passage& words);

// The places where both tell one deed between the same two names the other way round: each with its
// two names and its verb.
std::optional<std::pair<Run, Run>> swapped_roles(const Both& both);

} // namespace statements
