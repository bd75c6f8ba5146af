// Texts in which nothing can be read.
#pragma once

#include <string_view>

namespace value {

// Only spaces, line ends, controls, and characters without ink of any script: nothing to verify and
// nothing to ask. Empty counts. `text` is UTF-8.
bool is_blank(std::string_view text);

} // namespace value
