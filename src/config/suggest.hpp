// "did you mean": the nearest known word to a mistyped one.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace config {

// "; did you mean WORD?" when one of `known` is near enough to `word` to be meant, else "".
std::string suggestion(std::string_view word, std::span<const std::string_view> known);

// At most 80 bytes, everything but printable ASCII replaced by '?': safe on a terminal.
std::string printable(std::string_view text);

} // namespace config
