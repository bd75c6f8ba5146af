// The gate of rail v2: is this request paid, and how? Steps (c) to (e) and (g) to (j) of a paid
// request (DESIGN.md, 5), in that order; the header is parsed and the body validated by the
// caller. Whatever dies or races here, an authorization buys one job, is settled once, and nobody
// is told to pay again after money may have moved.
#pragma once

#include "base/clock.hpp"
#include "base/json.hpp"
#include "base/result.hpp"
#include "base/slots.hpp"
#include "catalog/problems.hpp"
#include "job/wake.hpp"
#include "pay/facilitator.hpp"
#include "pay/terms.hpp"
#include "store/bulletin.hpp"
#include "store/reading.hpp"
#include "store/reservations.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <variant>

namespace pay {

// How long a repeat waits for the decision of the request that came first (DESIGN.md, 5).
inline constexpr std::chrono::seconds k_repeat_wait{25};
// The same when all places for waiting repeats are taken.
inline constexpr std::chrono::seconds k_crowded_repeat_wait{3};
// How long a sale waits until the worker has seen its transfer (DESIGN.md, 5).
inline constexpr std::chrono::seconds k_proof_wait{20};
// Time for one /settle that must be left before it is sent.
inline constexpr std::chrono::seconds k_settle_floor{5};

// The request as it is stored; nullopt: as it is.
using Prepared = std::optional<std::string>;
struct Unprepared {
    // The array of validation errors of a 422, JSON text; nullopt: nobody could look now.
    std::optional<std::string> problems;
};

// One paid request, already parsed and valid.
struct Sale {
    const PaymentPayload& payload;
    const Terms& terms;
    std::string product; // key of the product table
    std::string lane;
    std::chrono::seconds sla{0};
    int lane_capacity = 0;               // see store::ReservationOrder
    job::Need need = job::Need::nothing; // see store::ReservationOrder
    std::string_view request;     // canonical JSON of the known members, until it is `stored`
    value::Digest request_digest; // pay::request_digest of `product` and `request`
    std::string client;           // address or /64
    job::ClientNetworks networks{};
    // See store::ReservationOrder.
    bool needs_two_witnesses = false;
    // End of the inline budget: 55 s after the request's first byte.
    Deadline deadline;
    // Asked now and then while waiting; true ends the wait.
    std::function<bool()> client_gone;
    // What takes time and only a payment that is good is worth: asked when the facilitator has
    // called it valid, and before anything is sent. Empty: there is nothing to prepare.
    std::function<base::Result<Prepared, Unprepared>()> prepare{};
    // Takes a place among those that wait for their result, or for a decision; false: none is free,
    // and one that must wait sells nothing. Empty: it need not wait.
    std::function<bool()> take_place{};
    // The request is on disk: whoever holds it lets it go, since facilitators take their time.
    std::function<void()> stored = [] {};
};

// --- what the buyer is told ---

// 202: sold and queued just now.
struct Accepted {
    value::JobId job_id;
    std::string payment_response; // SettleResponse, JSON text for PAYMENT-RESPONSE
};
// As the first answer, with status and progress of now: the same payment and request again.
struct Repeat {
    value::JobId job_id;
    std::string payment_response;
};
// 402 with fresh terms: no money moved. `error` is the facilitators' word for it.
struct PaymentRequiredAgain {
    std::string error;
    std::string detail;           // one sentence for the buyer
    std::string payment_response; // success:false, JSON text; empty when no facilitator was asked
};
// 409 payment_reused: this authorization paid for another request.
struct Reused {};
// 409 idempotency_conflict: the payer has used this payment-identifier for another request, or the
// authorization came with another identifier before.
struct IdentifierConflict {};
// Nothing was verified or settled; the header stays good.
struct Busy {
    catalog::ProblemCode code; // of what stops a sale, such as worker_down
    std::chrono::seconds retry_after{0};
};
// 503, charged:false: no facilitator answered in time and nothing was sent to settle.
struct FacilitatorDown {
    std::string detail; // for the log
};
// 503 settlement_pending, charged:null: undecided, or decided by nobody yet. The same header again.
struct Pending {
    value::JobId job_id;
    std::string detail; // for the log
};

// 422: the request is not one that can be carried out; the header stays good, and it counts as a
// refusal: somebody had to look.
struct Unfit {
    std::string detail; // the array of validation errors, JSON text
};

using SaleOutcome = std::variant<Accepted, Repeat, PaymentRequiredAgain, Reused, IdentifierConflict,
                                 Busy, Unfit, FacilitatorDown, Pending>;

struct RailSettings {
    std::chrono::milliseconds facilitator_timeout{20'000}; // of one call
    int refusals_allowed = 60;                             // limits.refused_payments_per_ip
    int undecided_allowed = 5;                             // limits.undecided_per_ip
    // From this price on a success counts once the worker has seen its transfer.
    value::AtomicUsd receipt_check_from;
};

// Not thread-safe: one per thread, as its Database and Facilitator. `watcher` and `repeats` are
// shared by the threads of the process.
class FacilitatorRail {
public:
    // All references must outlive the rail.
    FacilitatorRail(const store::Access& at, Facilitator& facilitator, job::WakeWatcher& watcher,
                    base::Slots& repeats, const RailSettings& settings);

    // Throws Fault when the database fails. After a settlement was sent that too leaves the payment
    // undecided: the caller must answer charged:null, never 402.
    SaleOutcome sell(const Sale& sale);

private:
    SaleOutcome reserve(const Sale& sale, const store::ReservationOrder& order);
    SaleOutcome verify(const Sale& sale, const job::Payment& payment,
                       store::ReservationOrder order);
    SaleOutcome verified(const Sale& sale, const job::Payment& payment,
                         const store::ReservationOrder& order, std::size_t endpoint);
    SaleOutcome unprepared(const job::Payment& payment, const Unprepared& why);
    SaleOutcome refused_by_verify(const Sale& sale, const job::Payment& payment,
                                  const store::ReservationOrder& order, const std::string& reason);
    SaleOutcome overtaken(const Sale& sale, const job::Payment& payment);
    SaleOutcome ask_chain(const Sale& sale, const job::Payment& payment,
                          const store::ReservationOrder& order);
    SaleOutcome settle(const Sale& sale, const job::Payment& payment, std::size_t endpoint,
                       const std::string& owner);
    SaleOutcome settled(const Sale& sale, const job::Payment& payment,
                        const value::TxHash& tx_hash);
    SaleOutcome refuse(const Sale& sale, const job::Payment& payment, const std::string& reason,
                       store::Reservations::Watch watch);
    SaleOutcome release(const job::Payment& payment, const std::string& detail);
    SaleOutcome answer_known(const Sale& sale, const job::Payment& known);
    SaleOutcome answer_identified(const Sale& sale, const job::Payment& known);
    std::optional<SaleOutcome> find_known(const Sale& sale);
    std::optional<SaleOutcome> find_paid(const Sale& sale);
    std::optional<SaleOutcome> find_identified(const Sale& sale);
    SaleOutcome answer_first(const Sale& sale, const job::Payment& known);
    SaleOutcome await_decision(const Sale& sale, const value::JobId& job_id,
                               std::chrono::milliseconds patience);
    SaleOutcome await_among_few(const Sale& sale, const value::JobId& job_id,
                                std::chrono::milliseconds patience);
    std::optional<SaleOutcome> decision(const value::JobId& job_id);
    void observe(const std::string& status, const std::string& detail);

    store::Reservations m_reservations;
    store::Bulletin m_bulletin;
    store::Reading m_reading;
    Facilitator& m_facilitator;
    const base::Clock& m_clock;
    job::WakeWatcher& m_watcher;
    base::Slots& m_repeats;
    RailSettings m_settings;
    store::Observation m_observed; // the last one written
};

} // namespace pay
