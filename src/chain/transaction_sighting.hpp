// What one endpoint says of a transaction, and what the words of several are worth together.
#pragma once

#include "chain/rpc_reading.hpp"
#include "chain/transfer_logs.hpp"

namespace chain {

// A transaction by its receipt and what it called; `block_time_s` is not known from these. Pure.
// nullopt: the receipt has no status, or logs that contradict themselves.
std::optional<IncludedTransaction> included_in(const value::TxHash& tx_hash, const Receipt& receipt,
                                               TransactionCall call, const Watched& watched);

struct TransactionQuestion {
    value::TxHash tx_hash;
    Watched watched;
    std::uint64_t confirmations = 0;
};

// `included` only in the block that the chain has at that height, deep enough. One source.
Told<TransactionSighting> look_at_transaction(RpcReading& reading, const ChainHead& head,
                                              const TransactionQuestion& question);

// How many endpoints are asked for the same word.
inline constexpr std::size_t k_enough_sources = 2;

// Adds up what endpoints say until two say the same, or contradict each other.
class TransactionTally {
public:
    explicit TransactionTally(std::uint64_t confirmations) : m_confirmations{confirmations} {}

    // Whether there is nothing left to ask.
    bool add(TransactionSighting told);

    // Two have it in the chain in different ways; or one has it there and another, which has come
    // further than to the block that makes it count, does not.
    [[nodiscard]] bool is_contradicted() const { return m_is_contradicted; }

    [[nodiscard]] bool is_empty() const { return !m_strongest; }
    // The strongest word, with its sources, as of the oldest head among them. One was added.
    [[nodiscard]] TransactionSighting strongest() && { return std::move(m_strongest).value(); }

private:
    std::uint64_t m_confirmations;
    std::optional<TransactionSighting> m_strongest;
    std::uint64_t m_newest_without = 0; // the newest head of those that have it not in the chain
    bool m_is_contradicted = false;
};

} // namespace chain
