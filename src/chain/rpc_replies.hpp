// Blocks, receipts and transactions in the JSON of an endpoint. Pure. The JSON is untrusted: nullopt
// for what lacks a member that each of them has, or holds something else there.
#pragma once

#include "base/json.hpp"
#include "value/evm.hpp"

namespace chain {

struct BlockHeader {
    std::uint64_t number = 0;
    std::int64_t timestamp_s = 0;
    value::Digest hash;
};
std::optional<BlockHeader> parse_block(const json_t* block_view);

struct Receipt {
    bool succeeded = false;
    std::uint64_t block_number = 0;
    value::Digest block_hash;
    base::json::Ref json; // the whole of it; `logs` is an array
};
// Of the transaction `tx_hash`, of whatever type.
std::optional<Receipt> parse_receipt(base::json::Ref receipt, const value::TxHash& tx_hash);

} // namespace chain
