// Finds the signer of a digest: secp256k1 public key recovery, as ecrecover does it on-chain.
// Thread-safe.
#pragma once

#include "base/result.hpp"
#include "value/digest.hpp"
#include "value/evm.hpp"

#include <cstddef>
#include <string_view>

namespace chain {

// r, s, v.
inline constexpr std::size_t k_ecdsa_signature_bytes = 65;

// In order of precedence.
enum class RecoverRefusal {
    wrong_length, // not 65 bytes: a contract wallet's signature, which only the chain can judge
    wrong_v,      // not 27, 28, 0 or 1
    out_of_range, // r or s is zero or not below the group order
    high_s,       // the malleable twin of a good signature; USDC refuses it too
    no_key,       // no public key fits
};

base::Result<value::EvmAddress, RecoverRefusal> recover_signer(const value::Digest& digest,
                                                               base::ByteView signature);

// EIP-191, version 0x45: what personal_sign hashes.
value::Digest personal_digest(std::string_view message);

} // namespace chain
