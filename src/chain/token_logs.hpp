// Logs of the token as JSON of an endpoint tells them, and the topics of its events. Pure. The JSON
// is untrusted; what cannot be read does not count.
#pragma once

#include "base/json.hpp"
#include "chain/uint256.hpp"
#include "value/evm.hpp"

namespace chain {

// keccak256 of the event's signature: topic 0.
const value::Digest& used_topic();     // AuthorizationUsed(address,bytes32)
const value::Digest& canceled_topic(); // AuthorizationCanceled(address,bytes32)
const value::Digest& transfer_topic(); // Transfer(address,address,uint256)

// An indexed address: left-padded to a word.
value::Digest word_of(const value::EvmAddress& address);
// nullopt: the padding is not zero.
std::optional<value::EvmAddress> address_in(const value::Digest& word);

// A log with three topics, as each of the three events has: its signature, two indexed members.
struct TokenLog {
    value::Digest event;
    value::Digest first;
    value::Digest second;
};

// nullopt: a log of another contract, of another shape, or one that fell out of the chain.
std::optional<TokenLog> token_log(const json_t* log_view, const value::EvmAddress& token);

// Its index in its block.
std::optional<std::uint64_t> log_index(const json_t* log_view);

// The value of a Transfer: its data is one word, never shorter.
std::optional<Uint256> transfer_value(const json_t* log_view);

} // namespace chain
