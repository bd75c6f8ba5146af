// The job table, where API processes and the worker meet. Schema: db/migrations.
//
// Each method is one SQLite transaction (writes under the gate, BEGIN IMMEDIATE), so any number of
// processes may hold a Store on the same file. Answers a caller must weigh come back in the Result;
// a broken database (I/O error, corruption, gate or busy past 5 s) throws base::Fault, as does a
// full disk (db::FullFault) where no refusal says so. After the COMMIT of a change of state that
// may be waited for, the Waker is notified, once for all that share it; progress is no such change.
// Not thread-safe: one Store and one Database per thread.
#pragma once

#include "base/clock.hpp"
#include "base/result.hpp"
#include "db/database.hpp"
#include "job/job.hpp"
#include "job/wake.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace job {

// How long a request that reserved a payment owns it (DESIGN.md, 5).
inline constexpr std::chrono::seconds k_reservation_lease{60};
// Of payments whose outcome nobody knows (DESIGN.md, 5): how many a payer may have, and
// how long each takes a place in its lane.
inline constexpr int k_undecided_of_a_payer = 2;
inline constexpr std::chrono::seconds k_undecided_in_lane{60};
// Releases that a client may cause for each refusal allowed (DESIGN.md, 5), and how often
// they may have a facilitator asked that refuses.
inline constexpr int k_tries_for_a_refusal = 10;
// What was refused before it was sent is remembered so long after its authorization has expired.
inline constexpr std::chrono::minutes k_refused_kept{10};
// A worker whose heartbeat is older sells nothing (DESIGN.md, 4).
inline constexpr std::chrono::seconds k_heartbeat_fresh{30};

// What a paid v2 request wants to begin. Everything was vetted by the caller.
struct ReservationOrder {
    std::string product; // key of the product table
    std::string lane;
    value::AtomicUsd price;
    std::chrono::seconds sla{0};
    int lane_capacity = 0;     // most jobs settling, queued and running in the lane at once
    Need need = Need::nothing; // without which it is not sold
    std::string client;        // address or /64, see api
    ClientNetworks networks{};
    int refusals_allowed = 0;  // facilitator refusals of this client in 10 minutes; see
                               // k_clients_of_a_site
    int undecided_allowed = 0; // settlements of this client whose outcome nobody knows
    std::string_view request;  // JSON of the known members after defaults; stored when it is sent
    value::Digest request_digest;
    PaymentKey key;
    base::Bytes signature;
    bool is_signer_known = false;  // recovered from `signature`; else a facilitator tells
    std::int64_t valid_before = 0; // seconds since 1970
    std::string payload;      // the PaymentPayload as received, JSON text; stored when it is sent
    std::string requirements; // what is asked for, JSON text; stored when it is sent
    value::EvmAddress pay_to; // of `requirements`
    std::optional<std::string> identifier; // the buyer's own name for the purchase, 16 to 128 chars
    std::string owner;                     // names this process and request; unique
    // Its payment is proven by two witnesses only.
    bool needs_two_witnesses = false;
};

enum class ReserveRefusal {
    known_payment, // the same authorization or identifier is in the table, or the authorization
                   // is bound to an order of rail v1: look it up again
    worker_stale,  // heartbeat older than k_heartbeat_fresh, or none
    storage_full,  // or so nearly that what is sold now might find no room for its outcome
    need_unmet,    // of ReservationOrder::need
    // see has_two_witnesses()
    witnesses_missing,
    lane_full,
    too_many_undecided, // of this payer or client
    too_many_refusals,  // or releases
};

// Why the intent to settle is not on disk.
enum class NotSent {
    overtaken,   // the lease was lost, or another reservation was sent first
    lane_full,   // what is sold now could not be done within its sla
    storage_full // nothing of it is on record: the lease lapses
};

struct ClaimedJob {
    Job job;
    std::string request; // JSON text for assay-run
};

// Which queued jobs a claim is for, and whose turn it is.
struct LaneShare {
    std::string lane;
    // Who has the fewest running jobs, as payer and as client, comes first; else who is oldest.
    bool is_in_turn = false;
};

struct Heartbeat {
    base::Instant at;
    base::Instant started;
    std::string version;
    std::string worker;
};

// Whether a beat of that time is a sign of life now. One from the future is none: it was written
// before the clock was set back.
bool is_fresh_beat(base::Instant beat, base::Instant now);

struct LaneLoad {
    std::string lane;
    int waiting = 0; // settling and queued
    int running = 0;
};

struct Alarm {
    std::string code; // stable word: catalog::alarms()
    base::Instant since;
    std::string detail;
};

// The subjects of what the worker says of this host's own view of the network and of the model, and
// the only status with which what needs them is sold. No row of the vantage says the same; no row
// of the model says that nobody has asked it yet.
inline constexpr std::string_view k_vantage = "vantage";
inline constexpr std::string_view k_model = "model";
inline constexpr std::string_view k_need_met = "ok";

// The last word heard of something outside, written by whoever spoke to it ("facilitator").
struct Observation {
    std::string subject;
    std::string status; // "ok", "failing"; of the chain also "halted"
    std::string detail;
    base::Instant at;
};

class Store {
public:
    // All arguments must outlive the Store.
    Store(db::Database& database, const base::Clock& clock, Waker& waker);

    // --- rail v2, called by the process that answers the buyer ---

    // Adds a settling job and its reservation in one transaction with the checks of ReserveRefusal,
    // in that order. Who came first is decided by the UNIQUE index on the authorization. It holds
    // what its payer is known to have signed: a reservation without that is one of several until
    // one of them is sent. A disk counts as full while there is room left for the jobs that were
    // sold before.
    base::Result<Payment, ReserveRefusal> reserve(const ReservationOrder& order);

    // The reservation of this authorization in any phase but `refused`, signed by its payer.
    std::optional<Payment> find_payment(const PaymentKey& key);
    // The reservation that this payer gave this identifier, likewise.
    std::optional<Payment> find_identified(const value::EvmAddress& payer,
                                           std::string_view identifier);

    // Whether the nonce names an order of rail v1: its commitment, or its job id in ASCII.
    bool is_bound_to_order(const value::Digest& nonce);
    // Whether the same payment, byte for byte and for the same request, was refused before.
    bool was_refused_before(const Payment& payment);

    // reserved -> settle_sent, and request and header are stored: only for the owner that `order`
    // names, while its lease lasts; the signature was found good. From now on the job takes a place
    // in its lane. Refused: nothing may be sent, for the intent is not on disk. `endpoint`:
    // the facilitator that is about to be sent the settlement. When the lease ends without an
    // outcome, the worker takes over.
    base::Result<std::monostate, NotSent> mark_settle_sent(const Payment& payment,
                                                           const ReservationOrder& order,
                                                           std::size_t endpoint = 0);
    // reserved -> settle_sent, for the owner, although nothing is sent: its authorization is used
    // already, and the worker finds out whether that was since it was first shown to us. Only for
    // what was_refused_before(). False as above.
    bool leave_to_chain(const Payment& payment, const ReservationOrder& order);
    // The owner heard no outcome: the payment is undecided, and the worker looks at it at once.
    void hand_over(const Payment& payment, std::string_view owner);

    // settle_sent -> settled, and its job settling -> queued; the worker looks for the transfer
    // afterwards. False when somebody else decided.
    bool mark_settled(const Payment& payment, std::string_view response, std::string_view tx_hash);
    // settle_sent -> settled_unproven: the job waits until the worker has seen the transfer. False
    // when somebody else decided.
    bool mark_unproven(const Payment& payment, std::string_view response, std::string_view tx_hash);

    // reserved or settle_sent -> refused, and its job -> rejected. `counts` adds to the
    // client's refusals or releases. The worker watches the authorization while it could still be
    // used, where its payer is known to have signed it; unless `watch` is no: then it owns nothing
    // whatever becomes of it. False when somebody else decided, or has sent it again since: then a
    // refusal says nothing of what was sent before.
    enum class Counts { no, yes, release };
    enum class Watch { no, yes };
    bool refuse(const Payment& payment, std::string_view reason, std::string_view response,
                Counts counts, Watch watch = Watch::yes);

    // --- the worker's sweeper; each is cheap when there is nothing to do ---

    // Reservations whose owner died before settle_sent: refused with reason "released". Returns
    // how many.
    int release_abandoned();
    // Settlements whose owner died are undecided; those that have been so for k_undecided_in_lane
    // leave their lane. Returns how many left it.
    int mark_undecided();
    // Payments that were refused before they were sent, k_refused_kept after their authorization
    // has expired, with their jobs; of those that were sent, the request once nothing more can come
    // of it. Returns how many jobs are gone. At most a few hundred at a time.
    int forget_refused();

    // --- reading ---
    // Prices of unread sources that are credited to the client today, at most: see
    // store_unread.hpp.
    int unread_credits_left(std::string_view client, const ClientNetworks& networks);

    // With the artifact only when asked: it may be megabytes.
    enum class Artifact { leave, fetch };
    // nullopt: unknown id. View.result is there once the job is complete.
    std::optional<View> find(const value::JobId& id, Artifact artifact);
    // Which of its lane's queued jobs it is, from 1; nullopt when it is not queued.
    std::optional<std::int64_t> queue_position(const Job& job);
    // Lanes without such jobs are left out.
    std::vector<LaneLoad> lane_loads();
    // Settlements sent longer than `age` ago whose outcome nobody knows yet.
    int count_undecided(std::chrono::seconds age);
    std::optional<Heartbeat> heartbeat();
    std::vector<Alarm> alarms();
    std::optional<Observation> observation(std::string_view subject);
    // Whether what needs it may be sold: see k_vantage.
    bool is_met(Need need);
    // What a model was asked and answered for the job; empty: none was, or it is kept no longer.
    std::string transcript(const Job& job);

    // --- the worker ---
    // A claim is lost when the job is no longer running, or was claimed again. `worker` names one
    // life of the worker: unique per start.

    // queued -> running for the next queued job of the share (jobs on a further attempt first);
    // nullopt when nothing is queued. The claim lapses after `lease` unless extended.
    std::optional<ClaimedJob> claim_next(const LaneShare& share, std::string_view worker,
                                         std::chrono::seconds lease);
    // False: the claim was lost; the child must be killed and its result dropped. A full disk does
    // not say whose the claim is: no other worker can write that it is theirs.
    bool extend_lease(const Job& job, std::string_view worker, std::chrono::seconds lease);
    // A courtesy: false on a full disk, too.
    bool report_progress(const Job& job, std::string_view worker, const Progress& progress);

    // running -> complete: artifact, hash and the anchor's outbox row (none when anchor_status is
    // "off") in one transaction; of a scan that saw nothing also the credit `vantage_offline` and
    // the word that no further one is sold, of what read no source the credit `sources_unread`,
    // waived beyond what store_unread.hpp allows, and of what was sold with a model that was away
    // the credit `model_away`, in which case the other one is waived. False when the claim was
    // lost. A hash that is not the artifact's is a Fault.
    bool complete(const Job& job, std::string_view worker, const Result& result,
                  base::Instant completed);

    // running -> queued at the head of its lane, or -> failed with a credit `job_failed` once
    // `attempts_allowed` were begun. False when the claim was lost.
    bool attempt_failed(const Job& job, std::string_view worker, std::string_view error,
                        int attempts_allowed);

    // running -> queued at the head of its lane as if this attempt had not been begun: for the life
    // of a worker that claims nothing more. False when the claim was lost.
    bool give_back(const Job& job, std::string_view worker, std::string_view error);

    // Running jobs whose claim lapsed or belongs to another worker than `worker` (there is only
    // one: it holds worker.lock). A lease that lasts longer than `longest_lease` from now on was
    // given before the clock was set back, and has lapsed too. The caller ends each with
    // attempt_failed().
    struct LostClaim {
        Job job;
        std::string worker;
    };
    std::vector<LostClaim> lost_claims(std::string_view worker, std::chrono::seconds longest_lease);

    void beat(const Heartbeat& heartbeat);
    // Inserts or updates; keeps `since` of an alarm that was already there. True when it is new.
    bool raise_alarm(std::string_view code, std::string_view detail);
    // True when there was one.
    bool clear_alarm(std::string_view code);
    void observe(const Observation& observation);

private:
    // In a transaction.
    base::Result<Payment, ReserveRefusal> add_reservation(db::Writer& writer,
                                                          const ReservationOrder& order);
    std::optional<ClaimedJob> take_next(db::Writer& writer, const LaneShare& share,
                                        std::string_view worker, std::chrono::seconds lease);
    bool store_result(db::Writer& writer, const Job& job, std::string_view worker,
                      const Result& result, base::Instant completed);
    void credit_unread(db::Writer& writer, const Job& job, base::Instant now,
                       bool is_paid_back_anyway);
    std::optional<Payment> payment_of(std::optional<std::int64_t> job_seq);

    db::Database& m_database;
    const base::Clock& m_clock;
    Waker& m_waker;
};

} // namespace job
