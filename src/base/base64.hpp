// Base64, standard alphabet (RFC 4648 section 4).
#pragma once

#include "base/hex.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace base {

// Padded, one line.
std::string to_base64(ByteView bytes);

// Accepts text with or without padding. Refuses (nullopt) any other alphabet, white space, padding
// in the middle and non-zero bits after the last byte.
std::optional<std::string> from_base64(std::string_view text);

} // namespace base
