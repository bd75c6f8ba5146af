// The one EIP-712 message we know: EIP-3009 TransferWithAuthorization, what an x402 buyer signs.
#pragma once

#include "chain/uint256.hpp"
#include "value/digest.hpp"
#include "value/evm.hpp"

#include <string>

namespace chain {

// The token's EIP-712 domain: name and version are the contract's own words ("USD Coin", "2").
struct TokenDomain {
    std::string name;
    std::string version;
    value::EvmNetwork network;
    value::EvmAddress contract;
};

struct TransferAuthorization {
    value::EvmAddress from;
    value::EvmAddress to;
    Uint256 value;        // atoms of the token
    Uint256 valid_after;  // seconds since 1970; usable strictly after
    Uint256 valid_before; // seconds since 1970; usable strictly before
    value::Digest nonce;
};

value::Digest domain_separator(const TokenDomain& domain);

// What the buyer's key signs: keccak256(0x19 0x01 || domain separator || struct hash).
value::Digest signing_digest(const TokenDomain& domain, const TransferAuthorization& authorization);

} // namespace chain
