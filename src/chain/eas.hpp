// The three functions of the Ethereum Attestation Service that we know, and its event. Pure.
#pragma once

#include "base/hex.hpp"
#include "value/digest.hpp"

#include <span>
#include <string>

namespace chain::eas {

// Calldata of multiTimestamp(bytes32[]). It fails when one of them has a timestamp already.
base::Bytes multi_timestamp(std::span<const value::Digest> hashes);

// Calldata of getTimestamp(bytes32), as "0x" and hex digits; answers a word: seconds since 1970, or
// zero.
std::string get_timestamp(const value::Digest& hash);

// Topic 0 of Timestamped(bytes32 indexed data, uint64 indexed timestamp).
const value::Digest& timestamped_topic();

} // namespace chain::eas
