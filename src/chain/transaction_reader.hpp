// The seam to the chain as rail v1 needs it: what a transaction moved to us, as enough endpoints
// tell it, and which transfers came in (DESIGN.md, 6). Reads only.
//
// Every answer is one of the chain and the token as configured ([payment] network and asset). What
// an endpoint says whose head lags has no weight (transfer_reader.hpp).
#pragma once

#include "base/hex.hpp"
#include "chain/transfer_reader.hpp"

#include <set>

namespace chain {

// Our addresses: the configured pay_to, and those that older orders still name.
using Recipients = std::set<value::EvmAddress>;

// One Transfer log of the token to one of them, of a value above zero.
struct IncomingTransfer {
    std::uint64_t log_index = 0; // in its block
    value::EvmAddress payer;     // Transfer.from: with a smart wallet not the transaction's sender
    value::EvmAddress recipient; // Transfer.to: one of those asked for
    value::AtomicUsd value;      // what it cannot hold is left out: no account has that much
    // The nonce of AuthorizationUsed(payer, nonce) of the token at the index before.
    std::optional<value::Digest> nonce;

    bool operator==(const IncomingTransfer&) const = default;
};

// A transaction that is in a block of the chain.
struct IncludedTransaction {
    value::TxHash tx_hash;
    std::uint64_t block_number = 0;
    value::Digest block_hash;
    std::int64_t block_time_s = 0;
    bool succeeded = false;
    std::vector<IncomingTransfer> incoming; // in the order of the logs; empty when it failed
    // The caller, the contract it called, and the data. Absent and empty in transactions of a type
    // without such members.
    std::optional<value::EvmAddress> sender;
    std::optional<value::EvmAddress> to;
    base::Bytes input;

    bool operator==(const IncludedTransaction&) const = default;
};

struct TransactionSighting {
    enum class State {
        unseen,     // no endpoint with a weight knows it; `head` says how far they got
        in_mempool, // sent, and in no block yet
        shallow,    // in a flashblock, in a block that was replaced, or not deep enough yet
        included,   // as `transaction` tells, in the block that the chain has at that height
    };
    State state = State::unseen;
    ChainHead head;          // the oldest of those that said so
    std::uint64_t depth = 0; // of `included`: 1 when its block is the head
    // Endpoints that say the same, at most two: the second one is asked only to agree.
    std::size_t sources = 0;
    std::optional<IncludedTransaction> transaction; // exactly with `included`
};

// A transfer to us as a search over blocks shows it: a hint that transaction() must confirm, unless
// it is dust (pay/transfer_scanner).
struct TransferHint {
    value::TxHash tx_hash;
    std::uint64_t block_number = 0;
    std::uint64_t log_index = 0;
    value::EvmAddress payer;
    value::AtomicUsd value;

    auto operator<=>(const TransferHint&) const = default;
};

struct TransferSearch {
    std::vector<TransferHint> hints; // of all that answered, united, in the order of the chain
    std::set<TransferHint> agreed;   // those of them that two have told alike
    // The last block up to which one endpoint has told its transfers, and a second one; nullopt:
    // no second one did. Before `last` where an endpoint lags, or there is too much to tell.
    std::uint64_t told_to = 0;
    std::optional<std::uint64_t> agreed_to;
};

// The time of each call is bounded (15 s). Not thread-safe: one per thread.
class TransactionReader {
public:
    virtual ~TransactionReader() = default;

    // How many endpoints of different origin are configured: with one, none can contradict it.
    [[nodiscard]] virtual std::size_t endpoint_count() const = 0;

    virtual base::Result<ChainHead, ReadRefusal> head() = 0;

    // `disagreement`: two endpoints tell different blocks, status or transfers of it. `too_large`:
    // its logs or its input are more than is taken.
    virtual base::Result<TransactionSighting, ReadRefusal> transaction(
        const value::TxHash& tx_hash, const Recipients& recipients) = 0;

    // Transfers to the recipients in the blocks first .. last; asked of each endpoint with a
    // weight, up to its head. A range that an endpoint finds too large is halved; where one block
    // holds too much, it is told to the block before. `too_large`: block `first` does.
    virtual base::Result<TransferSearch, ReadRefusal> transfers(std::uint64_t first,
                                                                std::uint64_t last,
                                                                const Recipients& recipients) = 0;

    // Newest block that the chain calls `safe` or `finalized`.
    enum class Level { safe, finalized };
    virtual base::Result<std::uint64_t, ReadRefusal> newest(Level level) = 0;

    // Number of the oldest block stamped `time_s` or later; head + 1 when there is none yet.
    virtual base::Result<std::uint64_t, ReadRefusal> block_at(std::int64_t time_s) = 0;

    // EIP-1271: whether the contract at `account` takes `signature` over `digest` as its own; false
    // for an account without code. For key accounts chain/recover needs no endpoint.
    virtual base::Result<bool, ReadRefusal> is_contract_signature(const value::EvmAddress& account,
                                                                  const value::Digest& digest,
                                                                  const base::Bytes& signature) = 0;
};

} // namespace chain
