// SHA-256 (FIPS 180-4) by Crypto++: for its first digest OpenSSL would read its configuration and
// set up all that it has, which takes a tenth of the life of a process that analyses one text.
#pragma once

#include "base/hex.hpp"

#include <array>

namespace base {

using Sha256 = std::array<std::uint8_t, 32>;

Sha256 sha256(ByteView bytes);

} // namespace base
