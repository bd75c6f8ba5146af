// The records of the job table: a job, the payment reserved for it, a credit. Values only.
#pragma once

#include "base/clock.hpp"
#include "value/atomic_usd.hpp"
#include "value/digest.hpp"
#include "value/evm.hpp"
#include "value/job_id.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace job {

// The networks that a client is in, as limits count them beside the client itself; "" where there
// is none. Who holds a network has as many clients as they like.
struct ClientNetworks {
    std::string site;   // the /48 of an IPv6 client
    std::string prefix; // the /16 of an IPv4 client, the /32 of an IPv6 one
};
// A site may do so many times what a client may.
inline constexpr int k_clients_of_a_site = 8;

// What outside must be in order for a job to be worth its price. The worker looks, and says so as
// an Observation. `account`: the model, and a record of accounts that holds for it.
enum class Need { nothing, vantage, model, account };

// Stored as the enumerator's name: never rename one (DESIGN.md, 7). A purged job's row goes
// on saying how it ended; that it was purged is said beside it (db/migrations/010).
enum class State {
    awaiting_payment,
    payment_confirmed,
    expired,
    settling,
    rejected,
    queued,
    running,
    complete,
    failed,
    purged
};

// A reservation's way (DESIGN.md, 5). Stored as the enumerator's name: never rename one.
enum class Phase { reserved, settle_sent, settled_unproven, settled, refused };

struct Progress {
    std::string stage; // a word of the engine: "skeptic"
    std::int64_t done = 0;
    std::int64_t total = 0;
};

struct Job {
    std::int64_t seq = 0; // row number: grows with time, private
    value::JobId id;
    std::string rail;    // "v1" or "v2"
    std::string product; // key of the product table
    State state = State::settling;
    std::string lane{};
    value::AtomicUsd price;
    std::chrono::seconds sla{0};
    int attempt = 0;                    // attempts begun so far; a claim is (job, worker, attempt)
    std::optional<Progress> progress{}; // of the running attempt
    base::Instant created;
    base::Instant updated;                    // last change of state
    std::optional<base::Instant> completed{}; // complete or failed
    std::string error{};      // stable word of the last failed attempt; empty once complete
    std::string request_id{}; // of the request that made it, for logs alone; empty: an older job
};

// What makes an EIP-3009 authorization one of a kind on a chain.
struct PaymentKey {
    value::EvmNetwork network;
    value::EvmAddress asset;
    value::EvmAddress payer;
    // Absent only where a plain transfer pays for an order of rail v1: it has no authorization.
    std::optional<value::Digest> nonce;

    auto operator<=>(const PaymentKey&) const = default;
};

// What pays for a job, at most one: a v2 reservation, or the transfer that a v1 order was paid with
// (phase settled).
struct Payment {
    std::int64_t job_seq = 0;
    value::JobId job_id;
    std::string rail = "v2"; // of its job
    PaymentKey key;
    Phase phase = Phase::reserved;
    value::AtomicUsd value;
    base::Bytes signature; // or its SHA-256 when it is longer than a plain key's
    value::Digest request_digest;
    // The SettleResponse sent as PAYMENT-RESPONSE: JSON text, empty until the outcome is known.
    std::string response;
    std::string tx_hash; // as the facilitator named it, then as seen on the chain
    std::string reason;  // the refusal's word; "released" when nothing was ever sent
    base::Instant lease_until;
    std::optional<std::string> identifier;     // the buyer's own name for the purchase
    std::optional<std::uint64_t> block_number; // where the worker saw the transfer
    base::Instant updated{}; // last change of phase; a settled one: when its job was queued
};

// Money received that bought nothing, or a failed job's money: the only refund record.
struct Credit {
    std::int64_t seq = 0;
    std::string rail;
    std::string payer;
    value::AtomicUsd value;
    std::string tx_hash;
    std::string reason; // job_failed ...
    std::string state;  // open, refunded, waived
    std::string refund_tx;
};

// The model did not answer, or not to the end, and failed at a text of ours, too: no buyer's text
// can bring that about.
inline constexpr std::string_view k_model_away = "model_away";

struct Result {
    std::string artifact;      // canonical bytes, exactly as hashed; empty where it was not fetched
    value::Digest hash;        // SHA-256 of `artifact`
    std::string verdict;       // empty when the product has none
    std::string anchor_status; // off, pending, broadcast, mined, final
    // The network could not be seen from here: of a scan, which says so of this moment; and of what
    // read no page, when a look at the network there and then saw nothing either. Their buyers get
    // a credit. Not read back.
    bool is_vantage_offline = false;
    bool was_blind = false;
    // No page that it was to be made of could be read.
    bool are_sources_unread = false;
    // Why the review of what was sold with a model is less than was promised; empty: it is not.
    // k_model_away: the buyer gets a credit of `owed_without_model`.
    std::string model_lack{};
    value::AtomicUsd owed_without_model{};
    std::string transcript{}; // what a model was asked and answered, JSON; empty: none was
};

} // namespace job
