// The seam to the chain as a buyer's payment needs it: was this EIP-3009 authorization used, and
// did it pay us? Reads only; nothing is signed or sent.
//
// Every answer is one of the chain as configured ([payment] network). What an endpoint that lags
// says has no weight: an answer of `unused` or "not seen" comes from a head that is fresh, or from
// a chain that stands still as a whole, which the head says.
#pragma once

#include "base/result.hpp"
#include "value/atomic_usd.hpp"
#include "value/digest.hpp"
#include "value/evm.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace chain {

// The newest block. "Chain time" is its timestamp: expiry of an authorization is decided by it and
// never by our clock.
struct ChainHead {
    std::uint64_t number = 0;
    std::int64_t timestamp_s = 0; // seconds since 1970
    // False: the chain stands still. Every endpoint answered, and the newest head of all of them is
    // older than 15 s; it can be read, but nothing new is to be expected before it moves on.
    bool is_fresh = true;

    bool operator==(const ChainHead&) const = default;
};

// The transfer that an authorization promises. A transfer of another value, or to another
// recipient, is not that transfer.
struct ExpectedTransfer {
    value::EvmAddress token;
    value::EvmAddress payer;
    value::EvmAddress pay_to;
    value::Digest nonce;
    value::AtomicUsd value;
};

// The exact Transfer log, directly after AuthorizationUsed(payer, nonce) in a transaction that
// succeeded, in a block of the chain with at least [payment] confirmations (its own block is one).
struct TransferProof {
    value::TxHash tx_hash;
    std::uint64_t block_number = 0;
    value::Digest block_hash;
    std::uint64_t log_index = 0;   // of the Transfer, in its block
    std::int64_t block_time_s = 0; // chain time
    // The sender of the transaction, a holder of the payer's authorization; absent where a receipt
    // of an unknown type does not say.
    std::optional<value::EvmAddress> sender;

    bool operator==(const TransferProof&) const = default;
};

enum class AuthorizationUse {
    unused,          // as of `head`
    paid,            // with `proof`
    spent_otherwise, // cancelled, or used for another transfer: this money never comes
    used_unseen,     // used, but what for is not known for sure yet: ask again
};

struct AuthorizationState {
    ChainHead head;
    AuthorizationUse use = AuthorizationUse::unused;
    std::optional<TransferProof> proof; // exactly with `paid`
};

enum class ReadRefusal {
    unreachable,  // too few witnesses gave a usable answer in time, or too few are configured
    stale,        // the endpoints that answered lag behind, or may: another one gave no answer
    disagreement, // two endpoints contradict each other: one of them lies or is broken
    too_large,    // they tell more of it than is taken, as many as are needed: no use to ask again
};

// What is wrong with the endpoints as they were last asked, for the operator's alarms.
struct EndpointTrouble {
    enum class Kind {
        wrong_chain, // it serves another chain and is set aside
        silent,      // it gives no usable answer
        too_few,     // a value above single_source_max can never be proven: two are needed
    };
    Kind kind = Kind::silent;
    std::string detail; // "rpc endpoint 2: ...": nothing of its URL
};

// The time of each call is bounded (15 s). Not thread-safe: one per thread.
//
// Values up to [payment] single_source_max need one witness, those above two that agree: endpoints
// of different origin (scheme, host and port). When only one is configured, every question about a
// larger value is refused as `unreachable`.
class TransferReader {
public:
    virtual ~TransferReader() = default;

    virtual base::Result<ChainHead, ReadRefusal> head() = 0;

    // Whether the authorization was used and what for. `not_before_s`: seconds since 1970 before
    // which it cannot have been used, such as when it was first seen; the logs are searched from
    // there on, with a margin.
    virtual base::Result<AuthorizationState, ReadRefusal> authorization(
        const ExpectedTransfer& expected, std::int64_t not_before_s) = 0;

    // Whether this transaction is the payment; nullopt: not seen, or not yet.
    virtual base::Result<std::optional<TransferProof>, ReadRefusal> transfer_in(
        const value::TxHash& tx_hash, const ExpectedTransfer& expected) = 0;

    // How many witnesses tell of a fresh head now; asks all of them.
    virtual std::size_t fresh_witnesses() = 0;

    [[nodiscard]] virtual std::vector<EndpointTrouble> troubles() const = 0;
};

} // namespace chain
