// Two values of one thing at two times: "from 80 to 100", "to 100 from 80", "120 in 2021 and 150 in
// 2022", "was $120 and is now $90".
#pragma once

#include "reading/passage.hpp"
#include "verify/words.hpp"

#include <vector>

namespace verify::skeptic {

bool is_rising(std::string_view word);
bool is_falling(std::string_view word);

struct ChangeFrame {
    const Quantity* from = nullptr;
    const Quantity* to = nullptr;
    std::uint32_t begin = 0; // token where the frame opens, a leading "to" included
    std::uint32_t end = 0;   // after the later of the two values
    bool moves = false;      // a verb of rising or falling leads to it
    // Bound by their places alone: only for a statement that is_near.
    bool loose = false;
    // "from 120 to 150 million": the first value is meant in the scale of the second.
    Rational scale{1};
};

// In the order of the text.
std::vector<ChangeFrame> change_frames(const Passage& sentence);

} // namespace verify::skeptic
