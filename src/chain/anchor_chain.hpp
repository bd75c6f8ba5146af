// The seam to the chain as anchoring needs it: what a transaction of ours may cost, sending it, and
// what became of it (DESIGN.md, 8).
//
// Every answer is one of the chain as configured ([payment] network), by endpoints whose head does
// not lag (transfer_reader.hpp). One endpoint's word is enough: a receipt that it makes up is found
// out when the block becomes final.
#pragma once

#include "base/hex.hpp"
#include "chain/transfer_reader.hpp"
#include "chain/uint256.hpp"

#include <span>

namespace chain {

// For each unit of gas, of the next block.
struct GasPrice {
    std::uint64_t base_fee_wei = 0;
    std::uint64_t tip_wei = 0; // as the endpoint suggests it; 0: it suggests none
};

// A transaction that is to be sent, without what it costs.
struct AnchorCall {
    value::EvmAddress from;
    value::EvmAddress to;
    base::Bytes data;
};

// The receipt of a transaction in a block that the chain has at that height.
struct AnchorReceipt {
    std::uint64_t block_number = 0;
    std::int64_t block_time_s = 0;
    bool has_succeeded = false;
    // What Timestamped events of any contract name: contract and hash.
    std::vector<std::pair<value::EvmAddress, value::Digest>> stamps;
};

// What came of sending, a hint at most: receipts decide. The words are ours, for log and alarms.
struct Sending {
    bool is_taken = false; // by one endpoint at least; it may have been there before
    std::string detail;    // "taken", "underpriced", "insufficient_funds" ...
};

// The time of each call is bounded (15 s). Not thread-safe: one per thread.
class AnchorChain {
public:
    virtual ~AnchorChain() = default;

    virtual base::Result<ChainHead, ReadRefusal> head() = 0;
    // Number of the newest block that cannot be taken back.
    virtual base::Result<std::uint64_t, ReadRefusal> finalized() = 0;
    virtual base::Result<GasPrice, ReadRefusal> gas_price() = 0;

    // Transactions of the account that are in a block: the highest number that is told.
    virtual base::Result<std::uint64_t, ReadRefusal> nonce(const value::EvmAddress& account) = 0;
    virtual base::Result<Uint256, ReadRefusal> balance(const value::EvmAddress& account) = 0;
    virtual base::Result<bool, ReadRefusal> has_code(const value::EvmAddress& account) = 0;

    // Units of gas; nullopt: it would fail.
    virtual base::Result<std::optional<std::uint64_t>, ReadRefusal> estimate(
        const AnchorCall& call) = 0;
    // Most that a transaction of so many bytes costs beside its gas, in wei; 0 where the chain
    // charges nothing for data.
    virtual base::Result<std::uint64_t, ReadRefusal> data_fee(std::size_t bytes) = 0;
    // Which of the hashes the attestation service at `contract` has a timestamp of.
    virtual base::Result<std::vector<bool>, ReadRefusal> are_stamped(
        const value::EvmAddress& contract, std::span<const value::Digest> hashes) = 0;

    // Hands the signed bytes to every endpoint; as often as one likes.
    virtual Sending send(const base::Bytes& raw) = 0;
    // nullopt: no endpoint has it in the chain.
    virtual base::Result<std::optional<AnchorReceipt>, ReadRefusal> receipt(
        const value::TxHash& tx_hash) = 0;
};

} // namespace chain
