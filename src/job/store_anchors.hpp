// The anchorer's side of the job table: hashes to anchor and the transactions that carry them. The
// rules of Store hold: one transaction for each method, Fault when the database is broken, one
// object per thread and connection. One process writes: the worker.
#pragma once

#include "db/database.hpp"
#include "job/anchor.hpp"

#include <span>
#include <string_view>

namespace job {

class AnchorStore {
public:
    // Both must outlive the object.
    AnchorStore(db::Database& database, const base::Clock& clock);

    // --- reading ---
    // Oldest first, at most `limit`.
    std::vector<PendingAnchor> pending(int limit);
    // Sent or mined, by nonce.
    std::vector<AnchorTx> open(const value::EvmNetwork& network);
    // Of an open transaction, oldest first.
    std::vector<AnchorAttempt> attempts(const AnchorTx& tx);
    // What it carries, in the order of its calldata.
    std::vector<value::Digest> hashes(const AnchorTx& tx);
    // The one after the highest on record; nullopt: none is.
    std::optional<std::uint64_t> next_nonce(const value::EvmNetwork& network,
                                            const value::EvmAddress& sender);
    AnchorQueue queue();
    // The newest one of all; nullopt: none was ever sent.
    std::optional<AnchorTx> last();

    // --- sending; on disk before anything is sent ---
    // `tx` with its first attempt carries the hashes of `batch` from now on. Its seq and state do
    // not matter. Returns the record.
    AnchorTx begin(AnchorTx tx, const AnchorAttempt& first, std::span<const PendingAnchor> batch);
    // Another attempt for the same nonce.
    void attempt_again(const AnchorTx& tx, const AnchorAttempt& attempt);
    // The attestation service cannot take it, and why.
    void set_aside(const PendingAnchor& anchor, std::string_view why);

    // --- what became of it ---
    // Its hashes are in that block, one that the chain might still take back.
    void mark_mined(const AnchorTx& tx, const AnchorBlock& block);
    // It is in that block and has failed. Its hashes are pending again: in transactions of half as
    // many, or set aside because of `why` where that is not empty.
    void mark_failed(const AnchorTx& tx, const AnchorBlock& block, int batch_limit,
                     std::string_view why);
    // mined -> sent: its block is no longer in the chain.
    void mark_lost(const AnchorTx& tx);
    // Nothing can change any more; its attempts are deleted.
    void mark_final(const AnchorTx& tx);
    // Somebody else used the key for the nonces below `next`. What was sent with one of them is
    // pending again.
    void accept_foreign(const value::EvmNetwork& network, const value::EvmAddress& sender,
                        std::uint64_t next);

    // --- what the operator asks for ---
    // Inserts a wish, or keeps it.
    enum class Wish { retry, flush };
    void wish(Wish wish);
    bool is_wished(Wish wish);
    // True when it was there; it is gone then.
    bool take(Wish wish);

private:
    db::Database& m_database;
    const base::Clock& m_clock;
};

} // namespace job
