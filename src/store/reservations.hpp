// Rail v2 as the process sees it that answers the buyer: reserve, send, and say what came of it.
// The rules of every store hold (store/access.hpp).
#pragma once

#include "store/access.hpp"

#include "base/result.hpp"
#include "job/goods.hpp"
#include "store/same_request.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace store {

// How long a request that reserved a payment owns it (DESIGN.md, 5).
inline constexpr std::chrono::seconds k_reservation_lease{60};

// The limits of payments whose outcome is unknown (DESIGN.md, 5): how many a payer may have, and
// how long each takes a place in its lane.
inline constexpr int k_undecided_of_a_payer = 2;

// Releases that a client may cause for each refusal allowed (DESIGN.md, 5), and how often
// they may have a facilitator asked that refuses.
inline constexpr int k_tries_for_a_refusal = 10;

// Signatures of another than the payer that a facilitator may refuse to a client in ten minutes.
inline constexpr int k_other_signers = 10;

// What a paid v2 request wants to begin. Everything was vetted by the caller.
struct ReservationOrder {
    job::Goods goods;
    job::Buyer buyer;
    int refusals_allowed = 0;  // facilitator refusals of this client in 10 minutes; see
                               // k_clients_of_a_site
    int undecided_allowed = 0; // settlements of this client whose outcome is unknown
    std::string_view request;  // JSON of the known members after defaults; stored when it is sent
    value::Digest request_digest;
    job::PaymentKey key;
    base::Bytes signature;
    bool is_signer_known = false;  // recovered from `signature`; else a facilitator tells
    std::int64_t valid_before = 0; // seconds since 1970
    std::string payload;      // the PaymentPayload as received, JSON text; stored when it is sent
    std::string requirements; // what is asked for, JSON text; stored when it is sent
    value::EvmAddress pay_to; // of `requirements`
    std::optional<std::string> identifier; // the buyer's own name for the purchase, 16 to 128 chars
    std::string owner;                     // names this process and request; unique
};

enum class ReserveRefusal {
    known_payment, // the same authorization or identifier is in the table, another purchase stands
                   // in for it, or it is bound to an order of rail v1: look it up again
    worker_stale,  // heartbeat older than k_heartbeat_fresh, or none
    storage_full,  // or so nearly that what is sold now might find no room for its outcome
    need_unmet,    // of ReservationOrder::need
    log_list_missing,  // see lacks_log_list()
    accounts_unjudged, // see are_accounts_judged()
    restoring,         // see is_restoring()
    pages_offline,     // see is_offline()
    engine_unfit,      // see k_engine
    witnesses_missing, // see count_witnesses()
    lane_full,
    too_many_undecided, // of this payer or client
    too_many_refusals,  // or releases
};

// Why the intent to settle is not on disk.
enum class NotSent {
    overtaken,    // the lease was lost, or another reservation was sent first
    lane_full,    // what is sold now could not be done within its sla
    storage_full, // nothing of it is on record: the lease lapses
    storage_away, // likewise, unless its commit was not heard of: then it is undecided for a while
};

class Reservations {
public:
    explicit Reservations(const Access& at) : m_at{at} {}

    // Adds a settling job and its reservation in one transaction with the checks of ReserveRefusal,
    // in that order. Who came first is decided by the UNIQUE index on the authorization. It holds
    // what its payer is known to have signed: a reservation without that is one of several until
    // one of them is sent. A disk counts as full while there is room left for the jobs that were
    // sold before.
    base::Result<job::Payment, ReserveRefusal> reserve(const ReservationOrder& order);
    // The reservation of this authorization in any phase but `refused`, signed by its payer.
    std::optional<job::Payment> find_payment(const job::PaymentKey& key);
    // Whether the request, signed anew by its payer, is bought already: see
    // store::standing_purchase.
    bool is_bought(const RequestKey& key, const job::StandsIn& stands_in);
    // The purchase that stands in for it: see store::same_request.
    std::optional<job::Payment> find_same_request(const RequestKey& key,
                                                  const job::StandsIn& stands_in);
    // The reservation that this payer gave this identifier, likewise.
    std::optional<job::Payment> find_identified(const value::EvmAddress& payer,
                                                std::string_view identifier);
    // Whether the client that bought it is this one, as long as the job's row says who that was.
    bool is_of_client(const job::Payment& payment, std::string_view client);
    // Whether the client may still show a facilitator signatures of another than the payer.
    bool may_show_another_signer(const job::Buyer& buyer);
    // Whether the nonce names an order of rail v1: its commitment, or its job id in ASCII.
    bool is_bound_to_order(const value::Digest& nonce);
    // Whether the same payment, byte for byte and for the same request, was sent to settle before,
    // and refused.
    bool was_refused_before(const job::Payment& payment);
    // reserved -> settle_sent, and request and header are stored: only for the owner that `order`
    // names, while its lease lasts; the signature was found good. From now on the job takes a place
    // in its lane. Refused: nothing may be sent, for the intent is not on disk. `endpoint`:
    // the facilitator that is about to be sent the settlement. When the lease ends without an
    // outcome, the worker takes over.
    base::Result<std::monostate, NotSent> mark_settle_sent(const job::Payment& payment,
                                                           const ReservationOrder& order,
                                                           std::size_t endpoint = 0);
    // reserved -> settle_sent, for the owner, although nothing is sent: its authorization is used
    // already, and the worker finds out whether that was since it was first shown to us. Only for
    // what was_refused_before(). False as above.
    bool leave_to_chain(const job::Payment& payment, const ReservationOrder& order);
    // The owner heard no outcome: the payment is undecided, and the worker looks at it at once.
    void hand_over(const job::Payment& payment, std::string_view owner);
    // settle_sent -> settled, and its job settling -> queued; the worker looks for the transfer
    // afterwards. False when another process decided.
    bool mark_settled(const job::Payment& payment, std::string_view response,
                      std::string_view tx_hash);
    // settle_sent -> settled_unproven: the job waits until the worker has seen the transfer. False
    // when another process decided.
    bool mark_unproven(const job::Payment& payment, std::string_view response,
                       std::string_view tx_hash);
    // reserved or settle_sent -> refused, and its job -> rejected. `counts` adds to the client's
    // refusals or releases; `other_signer` to the refusals, and to what k_other_signers bounds. The
    // worker watches the authorization while it could still be used, where its payer is known to
    // have signed it; unless `watch` says no: then it owns nothing whatever becomes of it. False
    // when another process decided, or has sent it again since: then a refusal says nothing of what
    // was sent before.
    enum class Counts { no, yes, release, other_signer };
    enum class Watch { no, yes };
    bool refuse(const job::Payment& payment, std::string_view reason, std::string_view response,
                Counts counts, Watch watch = Watch::yes);

private:
    // In a transaction.
    base::Result<job::Payment, ReserveRefusal> add_reservation(db::Writer& writer,
                                                               const ReservationOrder& order);
    std::optional<job::Payment> payment_of(std::optional<std::int64_t> job_seq);

    Access m_at;
};

} // namespace store
