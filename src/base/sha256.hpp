// SHA-256 (FIPS 180-4) by OpenSSL.
#pragma once

#include "base/hex.hpp"

#include <array>

namespace base {

using Sha256 = std::array<std::uint8_t, 32>;

Sha256 sha256(ByteView bytes);

} // namespace base
