// The account that belongs to a public key.
#pragma once

#include "value/evm.hpp"

#include <secp256k1.h>

namespace chain {

// The last 20 bytes of keccak256(x || y).
value::EvmAddress address_of(const secp256k1_context& context, const secp256k1_pubkey& key);

} // namespace chain
