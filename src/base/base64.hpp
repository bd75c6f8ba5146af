// Base64 (RFC 4648): the standard alphabet of section 4, and for tokens the URL's of section 5.
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

// "-" and "_" instead of "+" and "/", without padding: as JSON Web Tokens have it (RFC 7515).
std::string to_base64url(ByteView bytes);

} // namespace base
