// Blocks, receipts and transactions in the JSON of an endpoint. Pure. The JSON is untrusted:
// nullopt for what lacks a member that each of them has, or holds something else there.
//
// An IncludedTransaction is made of a receipt and a transaction by included_in().
#pragma once

#include "base/json.hpp"
#include "value/evm.hpp"

namespace chain {

struct BlockHeader {
    std::uint64_t number = 0;
    std::int64_t timestamp_s = 0;
    value::Digest hash;
    std::optional<std::uint64_t> base_fee_wei; // absent on chains without EIP-1559
};
std::optional<BlockHeader> parse_block(const json_t* block_view);

struct Receipt {
    std::optional<bool> succeeded; // nullopt: its status means neither
    std::uint64_t block_number = 0;
    value::Digest block_hash;
    std::optional<value::EvmAddress> sender; // who sent the transaction
    base::json::Ref json;                    // the whole of it; `logs` is an array
};
// The receipt of the transaction `tx_hash`, of whatever type.
std::optional<Receipt> parse_receipt(base::json::Ref receipt, const value::TxHash& tx_hash);

// The caller of a transaction, the contract that it called, and the data it sent.
struct TransactionCall {
    std::optional<value::EvmAddress> from;
    std::optional<value::EvmAddress> to; // absent when it creates a contract
    base::Bytes input;
};
// The call of the transaction `tx_hash`. An unknown type may lack either member.
std::optional<TransactionCall> parse_transaction(const json_t* transaction_view,
                                                 const value::TxHash& tx_hash);

} // namespace chain
