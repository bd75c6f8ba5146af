// Transactions that carry hashes of results: sent, and what became of them. One process writes: the
// worker. The rules of every store hold (store/access.hpp).
#pragma once

#include "store/access.hpp"

#include "job/anchor.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace store {

class Anchors {
public:
    explicit Anchors(const Access& at) : m_at{at} {}

    // On disk before anything is sent.
    // `tx` with its first attempt carries the hashes of `batch` from now on. Its seq and state do
    // not matter. Returns the record.
    job::AnchorTx begin(job::AnchorTx tx, const job::AnchorAttempt& first,
                        std::span<const job::PendingAnchor> batch);
    // Another attempt for the same nonce.
    void attempt_again(const job::AnchorTx& tx, const job::AnchorAttempt& attempt);
    // The attestation service cannot take it, and why.
    void set_aside(const job::PendingAnchor& anchor, std::string_view why);
    // Its hashes are in that block, one that the chain might still take back.
    void mark_mined(const job::AnchorTx& tx, const job::AnchorBlock& block);
    // It is in that block and has failed. Its hashes are pending again: in transactions of half as
    // many, or set aside because of `why` where that is not empty.
    void mark_failed(const job::AnchorTx& tx, const job::AnchorBlock& block, int batch_limit,
                     std::string_view why);
    // mined -> sent: its block is no longer in the chain.
    void mark_lost(const job::AnchorTx& tx);
    // Nothing can change any more; its attempts are deleted.
    void mark_final(const job::AnchorTx& tx);
    // Another program used the key for the nonces below `next`. What was sent with one of them is
    // pending again.
    void accept_foreign(const value::EvmNetwork& network, const value::EvmAddress& sender,
                        std::uint64_t next);

private:
    Access m_at;
};

} // namespace store
