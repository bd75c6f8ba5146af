// What the build made of the rules for system calls (make_filters.cpp).
#pragma once

#include "analysis/system_calls.hpp"

#include <linux/filter.h>

#include <cstdint>
#include <span>

namespace analysis {

// Stands for the process id, which the build cannot know: more than any has.
inline constexpr std::uint32_t k_any_process = 0x7A55A7A5;

std::span<const sock_filter> made_filter(Sockets sockets, bool is_sanitized);

} // namespace analysis
