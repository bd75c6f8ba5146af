// How long a thread of the worker waits before it tries again.
#pragma once

#include <chrono>

namespace work {

inline constexpr std::chrono::seconds k_pause_after_fault{1};

} // namespace work
