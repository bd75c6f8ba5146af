// The worker's part of rail v1: which transfers to us pay for which orders, and what buyers who
// point at one are told (DESIGN.md, 6). Claims are judged as they come, and the scanner has every
// transfer judged that the chain shows; both write one ledger, in any order.
//
// What decides is what enough endpoints say: two where two are configured; one alone only after
// half a minute, for a small amount, ten blocks deep.
#pragma once

#include "chain/transaction_reader.hpp"
#include "pay/earlier_recipients.hpp"
#include "pay/judge_settings.hpp"
#include "pay/memo_binding.hpp"
#include "store/claims.hpp"
#include "store/ledger.hpp"
#include "store/order_clocks.hpp"
#include "store/order_names.hpp"
#include "store/scans.hpp"
#include "store/waiting_transfers.hpp"

#include <chrono>
#include <functional>
#include <set>

namespace pay {

// From when on one endpoint alone is believed.
inline constexpr std::chrono::seconds k_lone_patience{30};
inline constexpr std::uint64_t k_lone_depth = 10;

// Not thread-safe: one per thread, as its store and reader.
class TransferJudge {
public:
    // Asked between two looks; false ends a round early.
    using KeepGoing = std::function<bool()>;

    // All arguments must outlive the object.
    TransferJudge(const store::Access& at, chain::TransactionReader& reader,
                  const JudgeSettings& settings);

    // Looks at claims that are due, at most two dozen, and asks contracts about a few signatures in
    // all: a contract can make each take what an endpoint allows. Returns how many. Claims on what
    // no endpoint has seen are a few of them at most; left, they wait for another round.
    enum class Unseen { look, leave };
    int judge_claims(const KeepGoing& keep_going, Unseen unseen = Unseen::look);

    // A transaction that a search over blocks shows to have moved something to us.
    enum class Judged {
        decided, // each of its transfers has its fate
        open,    // it cannot be said yet
        unread,  // the chain could not be asked
        absent,  // all that could confirm it say that it is not there
        // More is told of it than is taken: it can never be said, and an operator must look.
        too_large,
    };
    Judged judge_transfer(const value::TxHash& tx_hash);
    // Money too little for any price, as enough endpoints tell its logs: it waits for who claims
    // it, or to be owed. `head_s`: chain time that none of it is newer than.
    void note_dust(const std::vector<chain::TransferHint>& dust, std::int64_t head_s);

    // The addresses that are ours now, for a search over blocks.
    chain::Recipients recipients() { return m_earlier.recipients(); }
    [[nodiscard]] bool has_left_out_recipients() const { return m_earlier.has_left_out(); }

    // Two endpoints contradicted each other about a transaction within the last `age`.
    [[nodiscard]] bool has_disagreed(std::chrono::seconds age) const;

    // Expired orders, transfers without a claim, payments whose job was not asked for.
    void run_clocks();

private:
    base::Result<chain::TransactionSighting, chain::ReadRefusal> read(const value::TxHash& tx_hash);
    void look(const store::DueClaim& due);
    void look_at_confirmed(const store::DueClaim& due);
    void look_at_pending(const store::DueClaim& due);
    void look_later(const store::DueClaim& due, std::string_view reason);
    void look_for_later(const store::DueClaim& due, std::string_view reason);
    void miss(const store::DueClaim& due);
    // Longer than anybody waits for what cannot be read.
    static bool is_long(std::chrono::seconds waited);
    bool is_given_up(chain::ReadRefusal refusal, std::chrono::seconds waited);
    // Whether what was said is enough to act upon; a claim's age lets one endpoint speak alone.
    bool is_enough(const chain::TransactionSighting& sighting, std::chrono::seconds waited) const;
    void relocate(const chain::IncludedTransaction& transaction);
    TransferStanding standing(const job::Transfer& transfer);
    std::optional<value::TxHash> settled_on_v2(const chain::IncludedTransaction& transaction);
    struct Proofs {
        std::vector<PayerProof> given;
        // Rows of jobs whose signature may be a contract's: no endpoint could tell; and others were
        // asked about first.
        std::set<std::int64_t> unread;
        std::set<std::int64_t> unasked;
        std::set<std::int64_t> waiting; // asked about, and not due again: they are told nothing new
    };
    // What is known of a transaction before anything is decided.
    struct Evidence {
        std::vector<store::DueClaim> claims; // that wait for its judgement
        Proofs proofs;
        Bindings bindings;
        std::optional<value::TxHash> settled_in; // on rail v2
        std::string found;                       // what a refused claim is told of it: JSON
    };
    Evidence gather(const chain::IncludedTransaction& transaction);
    [[nodiscard]] store::Judgement decide(const chain::IncludedTransaction& transaction,
                                          const Bindings& bindings) const;
    [[nodiscard]] std::vector<store::ClaimAnswer> answers(
        const chain::IncludedTransaction& transaction, const Evidence& evidence,
        const store::Judgement& judgement, const store::Recorded& written) const;
    [[nodiscard]] store::ClaimAnswer answer(const store::DueClaim& claim, const Evidence& evidence,
                                            store::ClaimAnswer refusal) const;
    [[nodiscard]] base::Instant next_look(const store::DueClaim& claim) const;
    // open: a name in calldata that another account than the payer has sent does not count yet.
    Judged judge(const chain::IncludedTransaction& transaction);
    Proofs proofs_in(const chain::IncludedTransaction& transaction,
                     const std::vector<store::DueClaim>& claims);
    // Whether the payer has signed that their transfer is for the claim's order.
    struct Question {
        const store::DueClaim& claim;
        const value::TxHash& tx_hash;
        const value::EvmAddress& payer;
    };
    static value::Digest digest_of(const Question& question);
    static bool is_signed(const Question& question);
    std::optional<bool> is_signed_by_contract(const Question& question);
    bool is_sure_of_absence(const chain::TransactionSighting& sighting) const;
    [[nodiscard]] bool is_of_our_token(const value::EvmNetwork& network,
                                       const value::EvmAddress& asset) const;
    std::optional<store::NamedOrder> ours(std::optional<store::NamedOrder> order) const;
    [[nodiscard]] job::Transfer transfer_of(const chain::IncludedTransaction& transaction,
                                            const chain::IncomingTransfer& incoming) const;

    store::OrderNames m_names;
    store::Ledger m_ledger;
    store::Claims m_claims;
    store::OrderClocks m_clocks;
    store::Scans m_scans;
    store::WaitingTransfers m_waiting;
    chain::TransactionReader& m_reader;
    const base::Clock& m_clock;
    JudgeSettings m_settings;
    EarlierRecipients m_earlier;
    std::optional<base::Instant> m_disagreed; // last
    std::set<std::string> m_judged;           // transactions of claims, in this round
    struct Questions {                        // to contracts, in this round
        std::size_t left = 16;
        std::chrono::steady_clock::duration time = std::chrono::seconds{3};
    } m_questions;
};

} // namespace pay
