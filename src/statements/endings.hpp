// What one source tells as going on and another one as ended.
#pragma once

#include "statements/two_things.hpp"

#include <optional>

namespace statements {

// "Ended their strike", "the strike was halted": verbs of an end, and what is done, not what is
// made, beside them. `words`: of `source`.
std::vector<Ending> read_endings(const Source& source, const reading::Passage& words);

// The first thing that is told as it is now: "have been on strike"; nullopt where nothing is.
std::optional<Run> read_going_on(const reading::Passage& words);

// "Dockers have been on strike since midnight" and "dockers ended their strike": the words of what
// goes on and of its end, the left statement's first. Never one claim; an update between sources of
// two days, else nothing that can be told from the texts.
std::optional<std::pair<Run, Run>> ending_between(const Both& both);

} // namespace statements
