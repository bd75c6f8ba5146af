// Rail v1 as the process sees it that answers the buyer: order, claim, resubmit. The rules of every
// store hold (store/access.hpp).
#pragma once

#include "store/access.hpp"

#include "job/goods.hpp"
#include "job/order.hpp"

#include "base/result.hpp"
#include "db/transaction.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace store {

// Everything was vetted by the caller.
struct NewOrder {
    value::JobId id;
    job::Order order;
    job::Goods goods;
    job::Buyer buyer;
    int max_awaiting = 0;
    int max_per_hour = 0;
    // Names an Idempotency-Key of this client on this route: the same within 24 h is one order.
    std::optional<value::Digest> repeat_key;
};

// Orders that may await payment in all, and from when on a prefix (see ClientNetworks) that has
// more than a hundredth of them gets no more: the holder of one network fills no place of the
// others.
inline constexpr std::int64_t k_most_awaiting = 200'000;
inline constexpr std::int64_t k_crowded_from = 100'000;
inline constexpr std::int64_t k_prefix_share = 100;

struct OrderRefused {
    enum class Why {
        awaiting_limit,  // too many of this client, or of their site, await payment
        hourly_limit,    // too many of this client in the last hour
        prefix_limit,    // very many await payment, and a large part of them is of this prefix
        too_many_in_all, // as many as are taken at once await payment
        // see count_witnesses()
        witnesses_missing,
        lane_full,    // what is sold now could not be done within its sla
        storage_full, // or so nearly that what is sold now might find no room for its outcome
        worker_stale, // heartbeat older than k_heartbeat_fresh, or none: it would see no transfer
        need_unmet,   // of NewOrder::need
        log_list_missing,  // see lacks_log_list()
        accounts_unjudged, // see are_accounts_judged()
        restoring,         // see is_restoring()
        pages_offline,     // see is_offline()
        engine_unfit,      // see k_engine
        repeat_conflict    // the same Idempotency-Key with another request
    };
    Why why;
    std::chrono::seconds retry_after{0}; // of the limits: when a place may be free
};

enum class ClaimRefused {
    too_many, // k_most_claims other transactions were claimed for this job
    closed,   // the job neither awaits payment nor has just expired: look at it again
    storage_full,
};

enum class ResubmitRefused {
    closed, // the job is in another state by now, or its money was sent back meanwhile
    storage_full,
};

// Over which the orders of a client are counted.
inline constexpr std::chrono::hours k_order_window{1};

// The orders of a client, as the limits of NewOrder count them.
struct OrderCounts {
    int awaiting = 0;  // payment
    int in_window = 0; // made within k_order_window
};

class Orders {
public:
    explicit Orders(const Access& at) : m_at{at} {}

    // A job that awaits payment, or the one that the same repeat_key has made before. Counts and
    // insert are one transaction, so that no number of processes goes past a limit.
    base::Result<job::OrderView, OrderRefused> order(const NewOrder& wish);
    // nullopt: no v1 job has this id.
    std::optional<job::OrderView> find(const value::JobId& id);
    // What order() would find under this repeat_key; nullopt: it is free.
    std::optional<job::OrderView> find_repeat(const value::Digest& repeat_key);
    OrderCounts counts(std::string_view client);
    // Says that a transaction pays for the job; the worker judges it. A claim that is there already
    // stays as it is, unless it was refused for want of a binding and now comes with another
    // signature of the payer: then it is looked at again; five seconds after it was judged at the
    // earliest where there was a signature before.
    base::Result<job::Claim, ClaimRefused> claim(const value::JobId& id,
                                                 const value::TxHash& tx_hash,
                                                 const std::optional<base::Bytes>& payer_signature);
    // payment_confirmed -> queued, with the request: JSON of the known members after defaults,
    // whose digest the caller has compared.
    base::Result<std::monostate, ResubmitRefused> resubmit(const value::JobId& id,
                                                           std::string_view request);

private:
    // In a transaction.
    base::Result<job::OrderView, OrderRefused> add_order(db::Writer& writer, const NewOrder& wish);
    db::Outcome<base::Result<job::Claim, ClaimRefused>> add_claim(
        db::Writer& writer, const value::JobId& id, const value::TxHash& tx_hash,
        const std::optional<base::Bytes>& payer_signature);
    bool queue_paid(db::Writer& writer, const value::JobId& id, std::string_view request);

    Access m_at;
};

} // namespace store
