// Finds the places where a text tells one measure twice: "A (B)", "A, or B,", "A = B", "A, that is
// B".
#pragma once

#include "reading/passage.hpp"
#include "verify/law/words.hpp"

#include <optional>

namespace verify::relations {

struct Frame {
    bool is_loose = false; // the words do not say that both are the same
    bool in_brackets = false;
    std::uint32_t number = 0; // token where the second one would begin
};

// Behind a measure that ends before `at`.
std::optional<Frame> frame_after(const Passage& sentence, std::uint32_t at);

// The number that begins at the token; nullptr when none does.
const Quantity* quantity_at(const Passage& sentence, std::uint32_t token);

// Whether the second measure may end before `at`.
bool may_end(const Passage& sentence, std::uint32_t at, bool in_brackets);

} // namespace verify::relations
