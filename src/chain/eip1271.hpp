// Signatures of contracts: what isValidSignature(bytes32,bytes) is asked and answers. Pure.
#pragma once

#include "chain/json_rpc.hpp"
#include "value/digest.hpp"

namespace chain {

// The method that asks a contract.
inline constexpr std::string_view k_call = "eth_call";

// The calldata, as "0x" and hex digits.
std::string signature_question(const value::Digest& digest, base::ByteView signature);

// Whether `returned`, the result of the call, says yes: a first word of the magic value 0x1626ba7e
// and zeros. Anything shorter or other is a no, and so is "0x", which comes of an account without
// code. nullopt: no hex digits.
std::optional<bool> is_acceptance(std::string_view returned);

// Whether the code at the account ended in a failure. Other errors are the endpoint's own: it has
// no time for us, or not the block.
bool is_failed_call(const RpcError& error);

} // namespace chain
