// What one endpoint says became of an authorization, and what two such words are worth together.
#pragma once

#include "chain/rpc_reading.hpp"

namespace chain {

// 1 for the head itself; 0 for a block above it.
std::uint64_t depth_of(std::uint64_t block, const ChainHead& head);

// The older of two heads: only what that one has seen is sure of the newest word.
ChainHead older_of(const ChainHead& one, const ChainHead& other);

struct Sighting {
    ChainHead head; // of the endpoint, as it was when it was asked
    AuthorizationUse use = AuthorizationUse::used_unseen;
    // The place of a use that is paid or spent_otherwise. With spent_otherwise its log_index means
    // nothing.
    std::optional<TransferProof> place;

    [[nodiscard]] bool is_certain() const { return use != AuthorizationUse::used_unseen; }
};

// The receipt of `tx_hash`: `paid` and `spent_otherwise` only for a transaction that succeeded, in
// the block that the chain has at that height, `confirmations` deep. Everything less is
// `used_unseen`: flashblock receipts and reorganized blocks look like payments.
Told<Sighting> look_at_receipt(RpcReading& reading, const value::TxHash& tx_hash,
                               const ExpectedTransfer& expected, const ChainHead& head,
                               std::uint64_t confirmations);

// The state of the authorization at `head`, then its logs, then the receipt.
Told<Sighting> look_for_use(RpcReading& reading, const ExpectedTransfer& expected,
                            const ChainHead& head, std::int64_t not_before_s,
                            std::uint64_t confirmations);

// Whether two certain words agree. Nullopt: neither agreement nor contradiction, since the one that
// saw no use has not come to that block yet.
std::optional<bool> agree(const Sighting& one, const Sighting& other);

} // namespace chain
