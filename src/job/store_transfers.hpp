// Rail v1 as the worker sees it: claims to judge, transfers that came in, and what becomes of both.
// One ledger for both rails: a transfer and an authorization each pay for one job, ever; the UNIQUE
// indexes of `payment` decide who came first. The rules of Store hold: one transaction for each
// method, Fault when the database is broken, one object per thread and connection.
#pragma once

#include "job/order.hpp"
#include "job/wake.hpp"

#include "db/database.hpp"

#include <string_view>
#include <vector>

namespace job {

// A claim to look at: pending, or confirmed and not final on the chain yet.
struct DueClaim {
    OrderView order;
    Claim claim;
};

// How many claims to look at, at most, of each kind.
struct ClaimShares {
    int seen = 0;      // pending, on a transaction that moved something to us
    int unseen = 0;    // pending, on one that nobody has seen yet
    int confirmed = 0; // to be looked at again while the chain could drop its transaction
};

// A v1 order that a memo, a nonce or a claim names.
struct NamedOrder {
    std::int64_t job_seq = 0;
    value::JobId id;
    value::AtomicUsd price;
    base::Instant created;
    State state = State::awaiting_payment;
    // Where and to whom, as its buyer was told.
    value::EvmNetwork network;
    value::EvmAddress asset;
    value::EvmAddress pay_to;
    // The transfer that pays for it: its place in the ledger.
    std::optional<std::pair<std::string, std::uint64_t>> paid_by;
};

enum class Confirmed {
    now,          // awaiting payment or expired -> payment_confirmed
    before,       // this transfer pays for this job already
    already_used, // the transfer, or its authorization, is on record for something else
    already_paid, // another transfer pays for this job, or the job is past that
};

// What becomes of a confirmed payment that is no longer in the chain.
enum class Lost {
    awaits_again, // payment_confirmed -> awaiting_payment; the claim is pending again
    runs_already, // the job was asked for: it goes on, and somebody must know
};

// Where the scanner goes on.
struct ScanCursor {
    std::uint64_t next_block = 0;
    std::int64_t read_to_s = 0; // chain time of the last block read
    // Chain time of the newest head seen: what comes later is newer. As written it falls back only
    // where it is still to come by our clock: some endpoint has lied then.
    std::int64_t head_s = 0;
};

// What the scan showed and nobody could decide yet.
struct Undecided {
    value::TxHash tx_hash;
    base::Instant since;
};

// A waiting transfer that nobody has claimed: its place in the ledger, and its block.
struct Orphan {
    std::string tx_hash;
    std::uint64_t log_index = 0;
    std::uint64_t block_number = 0;
};

class TransferStore {
public:
    // All arguments must outlive the object.
    TransferStore(db::Database& database, const base::Clock& clock, Waker& waker);

    // --- claims ---
    // Pending ones first: those whose transaction was seen moving something to us, then the others
    // in turns by client, so that no crowd of claims on what does not exist stands before anybody.
    std::vector<DueClaim> due(const ClaimShares& shares);
    // Not before `next`; nullopt: never again. A pending one keeps `reason` for the buyer.
    // judged: its transaction was read, and it stayed open all the same.
    enum class Look { at_nothing, judged };
    void look_again(const DueClaim& due, std::optional<base::Instant> next, std::string_view reason,
                    Look look = Look::at_nothing);
    // pending -> refused; `found`: JSON of what the transaction moved to us, may be empty. False
    // when it was decided meanwhile.
    bool refuse(const DueClaim& due, std::string_view reason, std::string_view found);
    // All jobs that a transaction is claimed for and that wait for its judgement, in the order in
    // which their claims or the payer's signatures came.
    std::vector<DueClaim> pending_claims_of(std::string_view tx_hash);
    // The claim of this job is due at once; false: it has none.
    bool look_now(const value::JobId& id);

    // --- the ledger ---
    std::optional<NamedOrder> named(const value::JobId& id);
    std::optional<NamedOrder> named(std::int64_t job_seq);
    // By its commitment.
    std::optional<NamedOrder> named(const value::Digest& commitment);
    // Whom the orders of a token pay, and when the newest of each came; the newest first.
    struct Recipient {
        value::EvmAddress pay_to;
        base::Instant newest;
    };
    std::vector<Recipient> recipients(const value::EvmNetwork& network,
                                      const value::EvmAddress& asset);
    // Whom the orders of a token pay that a transaction is claimed for and that wait for its
    // judgement; at most a few.
    std::vector<value::EvmAddress> claimed_recipients(const value::EvmNetwork& network,
                                                      const value::EvmAddress& asset,
                                                      const value::TxHash& tx_hash);
    // The transfers of one transaction as the chain has them now, in the order of their logs. In
    // another block than on record their logs have other indexes: what is on record goes there,
    // with its payments and credits, so that each stays the money it was.
    void relocate(const std::vector<Transfer>& now);
    // nullopt: not seen before, or gone from the chain since.
    std::optional<Fate> fate_of(const Transfer& transfer);
    // When it was first judged; nullopt: never.
    std::optional<base::Instant> first_seen(const Transfer& transfer);
    // Whether its authorization has bought something on rail v2: a facilitator has said that it was
    // settled, and the authorization was shown to us before the transfer.
    bool is_facilitators(const Transfer& transfer);
    // The transaction that a facilitator has settled this authorization with on rail v2; nullopt:
    // none was.
    std::optional<value::TxHash> settled_on_v2(const value::EvmNetwork& network,
                                               const value::EvmAddress& asset,
                                               const value::EvmAddress& payer,
                                               const value::Digest& nonce);
    // The transfer pays for the job. A claim is made where the scanner was first. What is reserved
    // or undecided on rail v2 with its authorization is refused (k_spent_already): its payer, or a
    // nonce that they chose, says what it is for.
    Confirmed confirm(const NamedOrder& named, const Transfer& transfer);
    // It is owed to its payer (reason late, amount, recipient, double, orphan), once. False: it has
    // another fate.
    bool credit(const Transfer& transfer, std::optional<std::int64_t> job_seq,
                std::string_view reason);
    // Remembers it as waiting or the facilitator's; what has a fate keeps it.
    void note(const Transfer& transfer, Fate fate);
    Lost lose(const DueClaim& due);
    // Jobs that run or ran although their payment fell out of the chain.
    int count_lost();
    // Claims that nobody can judge because the configuration names another network or token.
    int count_elsewhere();

    // Waiting transfers stamped before `before_s` that no pending claim points at, the oldest
    // first.
    std::vector<Orphan> orphans(const value::EvmNetwork& network, std::int64_t before_s, int limit);

    // --- clocks; each returns how many rows it changed ---
    // Orders whose time is over in ours and, up to `read_to_s`, in the chain's, the oldest first. A
    // pending claim on what moved something to us holds its job; one on what nobody has seen does
    // not, or a crowd of those would keep every place of an order taken. At most a few hundred.
    int expire(std::int64_t read_to_s);
    // Waiting transfers become owed to their payers: dust as a part of the payer's open sum, each
    // other one as a credit of its own. One that has another fate, or that a pending claim points
    // at, is passed over: nothing is added twice.
    int credit_orphans(const value::EvmNetwork& network, const std::vector<Orphan>& orphans);
    // Waiting -> gone: the chain no longer has the transaction.
    int drop_waiting(const value::EvmNetwork& network, const std::string& tx_hash);
    // Paid for, and not asked for within 30 days.
    int credit_never_resubmitted();
    // Orders and credits of unread sources that no longer count against their client.
    int forget_old_counts();
    // Deletes expired orders whose time has been over for a day in our time and, up to `read_to_s`,
    // in the chain's: nothing that moved anything to us was claimed for them, and no payment,
    // credit or open claim is theirs. Nobody knows their ids any more: a transfer that names one is
    // owed to its payer. At most a few hundred at once.
    int forget_unpaid(std::int64_t read_to_s);

    // --- the scanner ---
    std::optional<ScanCursor> cursor(const value::EvmNetwork& network);
    void move_cursor(const value::EvmNetwork& network, const ScanCursor& cursor);
    // Whether that log, in that block, is on record: it need not be judged again.
    bool has_fate(const value::EvmNetwork& network, const value::TxHash& tx_hash,
                  std::uint64_t log_index, std::uint64_t block_number);
    // Transactions that the scan showed and nobody could decide; the least lately looked at first,
    // and not before a quarter of the time has passed again that it has been so (2 s to a minute).
    std::vector<Undecided> undecided(const value::EvmNetwork& network, int limit);
    bool is_undecided(const value::EvmNetwork& network, const value::TxHash& tx_hash);
    // Looked at now, to be looked at again.
    void remember_undecided(const value::EvmNetwork& network, const value::TxHash& tx_hash);
    void forget_undecided(const value::EvmNetwork& network, const value::TxHash& tx_hash);
    // Whether any has been so since `since` or later. Not one that is on record and only waits for
    // its name to count: whoever it pays for is revived then.
    bool has_undecided(const value::EvmNetwork& network, base::Instant since);
    // How many have been so since before `since`.
    int count_undecided(base::Instant since);

private:
    std::vector<DueClaim> with_orders(
        const std::vector<std::pair<std::int64_t, std::string>>& keys);

    db::Database& m_database;
    const base::Clock& m_clock;
    Waker& m_waker;
};

} // namespace job
