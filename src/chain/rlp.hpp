// Recursive Length Prefix: how Ethereum writes a transaction (Yellow Paper, appendix B). Encoding
// only. Pure.
#pragma once

#include "base/hex.hpp"
#include "chain/uint256.hpp"

#include <cstdint>
#include <initializer_list>

namespace chain::rlp {

base::Bytes text(base::ByteView bytes);

// Big-endian without leading zeros; zero is the empty text.
base::Bytes number(const Uint256& number);
base::Bytes number(std::uint64_t number);

// `items` are encoded already.
base::Bytes list(std::initializer_list<base::Bytes> items);

} // namespace chain::rlp
