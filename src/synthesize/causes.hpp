// What a sentence names as the cause of something.
#pragma once

#include "reading/passage.hpp"
#include "synthesize/words.hpp"

#include <functional>
#include <optional>

namespace synthesize {

// The words that name it: "a cigarette" of "was started by a cigarette", "a short circuit" of "a
// short circuit started it", "scurvy" of "died of scurvy". `is_deed` tells of a token whether it
// says what was caused. nullopt: none is named so.
std::optional<Run> cause_in(const reading::Passage& words,
                            const std::function<bool(std::uint32_t)>& is_deed);

} // namespace synthesize
