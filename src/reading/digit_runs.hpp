// Digits joined without a blank: dates, phone numbers, parts.
#pragma once

#include <cstddef>
#include <string_view>

namespace reading {

// Numbers joined by `joint`: count of parts and where the run ends. Digits only, no spaces.
struct Run {
    std::size_t parts = 0;
    std::size_t end = 0;
    std::size_t lengths[4] = {0, 0, 0, 0};
};

Run run_of(std::string_view text, std::size_t at, char joint);

// "2026-11-25", "25.11.2026"
bool is_iso_date(const Run& run);
bool is_day_first_date(const Run& run);

} // namespace reading
