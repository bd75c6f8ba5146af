// The days that some sentences name.
#pragma once

#include "verify/moments/network.hpp"

#include <chrono>
#include <vector>

namespace verify::moments {

struct Day {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::chrono::sys_days day;
    bool is_borrowed = false; // the year stands elsewhere
};

// All days of tokens [begin, end); one without a year takes that of the last before it, or the
// next.
std::vector<Day> days_of(const Document& document, std::uint32_t begin, std::uint32_t end);

} // namespace verify::moments
