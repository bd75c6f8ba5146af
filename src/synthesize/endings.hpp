// What one source tells as going on and another one as ended.
#pragma once

#include "synthesize/two_things.hpp"

#include <optional>

namespace synthesize {

// "Ended", "halted", in whichever form.
bool is_word_of_end(std::string_view folded_word);

// "Dockers have been on strike since midnight" and "dockers ended their strike": the words of what
// goes on and of its end, the left statement's first. Never one claim; an update where the end was
// published later, else nothing that can be told from the texts.
std::optional<std::pair<Run, Run>> ending_between(const Both& both);

} // namespace synthesize
