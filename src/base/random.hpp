// Unpredictable bytes from the kernel (getrandom).
#pragma once

#include <cstdint>
#include <span>

namespace base {

// Fills `out`. Throws Fault when the kernel refuses, which it does not after boot.
void fill_random(std::span<std::uint8_t> out);

} // namespace base
