// A transaction of type 2 (EIP-1559 in the envelope of EIP-2718) as we send them: it moves no money
// and has no access list. Pure.
#pragma once

#include "chain/signing_key.hpp"

namespace chain {

struct FeeTransaction {
    std::uint64_t chain_id = 0;
    std::uint64_t nonce = 0;
    std::uint64_t tip_wei = 0;     // most that the maker of the block gets, for each unit of gas
    std::uint64_t max_fee_wei = 0; // most for each unit of gas in all, not less than the tip
    std::uint64_t gas_limit = 0;
    value::EvmAddress to;
    base::Bytes data;
};

struct SignedTransaction {
    base::Bytes raw; // what eth_sendRawTransaction takes
    value::TxHash hash;
};

// The same transaction and key give the same bytes.
SignedTransaction sign(const FeeTransaction& transaction, const SigningKey& key);

} // namespace chain
