// Keccak-256 as a digest of ours, and addresses with the checksum of EIP-55.
#pragma once

#include "value/digest.hpp"
#include "value/evm.hpp"

#include <string>

namespace chain {

value::Digest keccak256(base::ByteView bytes);

// Mixed-case text with the checksum of EIP-55, the form of every address we print for wallets.
std::string eip55_text(const value::EvmAddress& address);

} // namespace chain
