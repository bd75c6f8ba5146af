// Members of objects as Ethereum's JSON-RPC writes them: nullopt when absent or anything else.
#pragma once

#include "base/json.hpp"
#include "value/evm.hpp"

namespace chain {

// As parse_count (hex_quantity.hpp) reads it.
std::optional<std::uint64_t> count_member(const json_t* object_view, const char* key);
std::optional<value::Digest> digest_member(const json_t* object_view, const char* key);
std::optional<value::TxHash> tx_hash_member(const json_t* object_view, const char* key);
std::optional<value::EvmAddress> address_member(const json_t* object_view, const char* key);

} // namespace chain
