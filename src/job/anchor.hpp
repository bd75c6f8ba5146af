// The records of anchoring: hashes that wait, transactions that carry them. Values only.
#pragma once

#include "base/clock.hpp"
#include "base/hex.hpp"
#include "value/digest.hpp"
#include "value/evm.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace job {

// Stored as the enumerator's name: never rename one.
enum class AnchorMethod { eas, selfsend, foreign };
enum class AnchorTxState { sent, mined, final };

std::string_view to_text(AnchorMethod method);
std::string_view to_text(AnchorTxState state);
// Throw Fault: the text comes from our own database.
AnchorMethod anchor_method_from(std::string_view text);
AnchorTxState anchor_tx_state_from(std::string_view text);

// A hash that no transaction carries.
struct PendingAnchor {
    std::int64_t job_seq = 0;
    value::Digest hash;
    base::Instant created;
    int batch_limit = 0; // 0: any number of hashes may share its transaction
    std::string aside;   // why the attestation service cannot take it; empty: it can
};

// What was signed, and is sent as often as need be.
struct AnchorAttempt {
    base::Bytes raw;
    value::TxHash tx_hash;
    std::uint64_t max_fee_wei = 0; // below 2^63, as the tip
    std::uint64_t tip_wei = 0;
    base::Instant at;
};

// One nonce of a key.
struct AnchorTx {
    std::int64_t seq = 0; // row number, private
    value::EvmNetwork network;
    value::EvmAddress sender;
    std::uint64_t nonce = 0;
    AnchorMethod method = AnchorMethod::eas;
    value::EvmAddress callee;
    std::uint64_t gas_limit = 0;
    AnchorTxState state = AnchorTxState::sent;
    std::optional<value::TxHash> tx_hash;      // absent with `foreign`
    std::optional<std::uint64_t> block_number; // absent while sent
};

// A transaction in the chain, and how many hashes it carries.
struct WrittenAnchor {
    value::TxHash tx_hash;
    std::uint64_t block_number = 0;
    base::Instant block_time;
    int hashes = 0;
};

// The block in which a transaction was found.
struct AnchorBlock {
    value::TxHash tx_hash; // of the attempt that is there
    std::uint64_t number = 0;
    std::int64_t time_s = 0;
};

// What the chain does not hold yet.
struct AnchorQueue {
    int waiting = 0;
    std::optional<base::Instant> oldest;
};

} // namespace job
