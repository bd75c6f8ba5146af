// Keccak-256 as Ethereum uses it (pad byte 0x01: not the SHA3-256 of FIPS 202), by Crypto++.
#pragma once

#include "base/sha256.hpp"

namespace base {

Sha256 keccak256(ByteView bytes);

} // namespace base
