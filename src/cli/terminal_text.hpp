// Text of strangers on a terminal.
#pragma once

#include "base/json.hpp"

#include <string>
#include <string_view>

namespace cli {

// Everything that a terminal would obey is a '?': control characters, the C1 ones in UTF-8, and
// marks that turn the direction of a line.
std::string safe_on_terminal(std::string_view text);
// A member of an artifact, likewise; "?" where there is none.
std::string text_in(const json_t* view, const char* key);

} // namespace cli
