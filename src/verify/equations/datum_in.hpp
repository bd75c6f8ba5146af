// The quantity, day or time that a few words of a text hold.
#pragma once

#include "reading/passage.hpp"
#include "verify/equations/datum.hpp"

namespace verify::equations {

// `text`: the bytes of the passage as they stand. `only_year`: what a date without one means.
// Words that hold no quantity, or more than one, are words.
Datum datum_in(const Passage& passage, std::string_view text, std::optional<int> only_year);

} // namespace verify::equations
