// Writes the hashes of results to the chain, each exactly once in effect (DESIGN.md, 8;
// DESIGN.md, 8).
//
// A batch of hashes becomes one transaction: its nonce is chosen, it is signed, the signed bytes
// are committed, and only then are they sent. After a crash the same bytes are sent again. What
// endpoints say about sending is a hint; a receipt in a block decides, and the transaction is
// followed until that block is final.
#pragma once

#include "chain/anchor_chain.hpp"
#include "chain/signing_key.hpp"
#include "store/anchor_records.hpp"
#include "store/anchor_wishes.hpp"
#include "store/anchors.hpp"
#include "work/anchor_fees.hpp"

#include <chrono>
#include <functional>
#include <map>
#include <set>

namespace work {

struct AnchorSettings {
    job::AnchorMethod method = job::AnchorMethod::eas; // eas or selfsend
    value::EvmNetwork network;
    value::EvmAddress contract; // the attestation service
    std::chrono::seconds batch_interval{2};
    int batch_max = 50;
    std::uint64_t max_fee_wei = 0;
    std::chrono::seconds bump_after{20};
};

// What an operator should know of.
enum class AnchorTrouble {
    key_used,         // a nonce was used that is not on record: nothing more is sent
    contract_missing, // no code at the service's address: hashes are sent to ourselves
    fee_limit,        // the chain asks more than anchor.max_fee_gwei
    balance_spent,    // the balance does not pay for the next transaction
    refused,          // the chain would not take a hash on any way
};

// One thread; one process writes (it holds worker.lock). Faults of the database end the round.
class Anchorer {
public:
    // All must outlive the object.
    Anchorer(const store::Access& at, chain::AnchorChain& chain, const chain::SigningKey& key,
             const AnchorSettings& settings);

    // Follows what was sent, raises fees, sends what waits. `keep_going` is asked between steps.
    void round(const std::function<bool()>& keep_going);

    [[nodiscard]] const std::set<AnchorTrouble>& troubles() const { return m_troubles; }
    // What endpoints said of the last bytes that they were sent; empty: none were.
    [[nodiscard]] const std::string& last_sending() const { return m_last_sending; }

private:
    // What this process remembers of an open transaction.
    struct Memory {
        std::optional<base::Instant> sent;    // by this process
        std::optional<base::Instant> mined;   // when it was first seen in a block
        std::optional<base::Instant> missing; // its nonce is used, and none of its attempts is seen
        bool was_checked = false;             // some while after it was mined
    };
    using Memories = std::map<std::int64_t, Memory>;

    struct Sight {
        std::uint64_t nonce = 0; // the account's next one in the chain
        std::optional<std::uint64_t> finalized;
    };

    // True when the operator accepts what was done with the key elsewhere. That wish stays on disk
    // until it was followed.
    bool hear_wishes();
    void forget_troubles();
    void follow(const std::vector<job::AnchorTx>& open, const Sight& sight);
    void follow_sent(const job::AnchorTx& tx, Memory& memory, const Sight& sight);
    void follow_mined(const job::AnchorTx& tx, Memory& memory, const Sight& sight);
    // False: none of them is in the chain, or no endpoint could be asked.
    bool look_for(const job::AnchorTx& tx, std::span<const job::AnchorAttempt> attempts);
    void settle(const job::AnchorTx& tx, const value::TxHash& tx_hash,
                const chain::AnchorReceipt& receipt);
    [[nodiscard]] bool is_key_used(const std::vector<job::AnchorTx>& open, std::uint64_t nonce);
    std::optional<std::uint64_t> finalized();
    void raise_fees(const std::vector<job::AnchorTx>& open, std::uint64_t nonce);
    void send(const job::AnchorTx& tx, const base::Bytes& raw);
    job::AnchorAttempt sign(const job::AnchorTx& tx, const base::Bytes& data,
                            const AnchorFees& fees);
    [[nodiscard]] static base::Bytes calldata(job::AnchorMethod method,
                                              std::span<const value::Digest> hashes);
    // False also when `since` lies ahead, as it does after the clock was set back: then it is now.
    [[nodiscard]] bool is_younger(base::Instant since, std::chrono::seconds age) const;

    // --- work/anchor_batches.cpp ---
    using Batch = std::vector<job::PendingAnchor>;
    // True when one was sent.
    bool send_batch();
    [[nodiscard]] std::optional<Batch> due_batch();
    std::optional<job::AnchorMethod> method_for(const Batch& batch);
    // Makes the batch smaller until it would succeed. nullopt: nothing of it may be sent now.
    std::optional<std::uint64_t> fit(Batch& batch, job::AnchorMethod method);
    // Sets aside what the service has a timestamp of; false: it could not be asked.
    bool set_stamped_aside(Batch& batch);
    std::optional<AnchorFees> affordable_fees(std::uint64_t gas_limit, std::size_t bytes);
    [[nodiscard]] value::EvmAddress callee(job::AnchorMethod method) const;

    store::Anchors m_anchors;
    store::AnchorRecords m_records;
    store::AnchorWishes m_wishes;
    chain::AnchorChain& m_chain;
    const chain::SigningKey& m_key;
    const base::Clock& m_clock;
    AnchorSettings m_settings;
    Memories m_memories;
    std::function<bool()> m_keep_going; // of this round
    std::set<AnchorTrouble> m_troubles;
    std::string m_last_sending;
    std::optional<base::Instant> m_looked;
    std::optional<base::Instant> m_finalized_asked;
    bool m_flush = false; // batches need not be full, nor wait
};

} // namespace work
