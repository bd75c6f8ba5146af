// A text of ours, to see whether a model can do a review.
#pragma once

#include <string_view>

namespace llm {

// Two sums, of which one is wrong, and two sentences that cannot both be right.
inline constexpr std::string_view k_probe =
    "The fair had 2,140 visitors on Friday, 1,365 on Saturday and 1,288 on Sunday. In all it had "
    "4,893 visitors. Of 300 stalls 120 sold food and 180 sold crafts. The main gate stayed closed "
    "all weekend. Every visitor came in by the main gate.\n";

} // namespace llm
