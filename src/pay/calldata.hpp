// The calldata of a contract, as its ABI lays it out.
#pragma once

#include <cstddef>

namespace pay {

inline constexpr std::size_t k_selector_bytes = 4; // of the function
inline constexpr std::size_t k_word_bytes = 32;    // of each argument

} // namespace pay
