// The gate of rail v2: is this request paid, and how? Steps (c) to (e) and (g) to (j) of a paid
// request (DESIGN.md, 5), in that order; the header is parsed and the body validated by the
// caller. Whatever dies or races here, an authorization buys one job, is settled once, and no buyer
// is told to pay again after money may have moved.
#pragma once

#include "base/clock.hpp"
#include "job/waiting_places.hpp"
#include "job/wake.hpp"
#include "pay/sale.hpp"
#include "store/bulletin.hpp"
#include "store/reading.hpp"
#include "store/reservations.hpp"
#include "store/restorations.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace pay {

// How long a repeat waits for the decision of the request that came first (DESIGN.md, 5).
inline constexpr std::chrono::seconds k_repeat_wait{25};
// How long a sale waits until the worker has seen its transfer (DESIGN.md, 5).
inline constexpr std::chrono::seconds k_proof_wait{20};
// The same when all places for that are taken.
inline constexpr std::chrono::seconds k_crowded_proof_wait{3};
// Time for one /settle that must be left before it is sent.
inline constexpr std::chrono::seconds k_settle_floor{5};

struct RailSettings {
    std::chrono::milliseconds facilitator_timeout{20'000}; // of one call
    int refusals_allowed = 60;                             // limits.refused_payments_per_ip
    int undecided_allowed = 5;                             // limits.undecided_per_ip
    // From this price on a success counts once the worker has seen its transfer.
    value::AtomicUsd receipt_check_from;
};

// Not thread-safe: one per thread, as its Database and Facilitator. `watcher` and `places` are
// shared by the threads of the process.
class FacilitatorRail {
public:
    // All references must outlive the rail.
    FacilitatorRail(const store::Access& at, Facilitator& facilitator, job::WakeWatcher& watcher,
                    job::WaitingPlaces& places, const RailSettings& settings);

    // Throws Fault when the database fails. After a settlement was sent that too leaves the payment
    // undecided: the caller must answer charged:null, never 402.
    SaleOutcome sell(Sale sale);

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
    SaleOutcome answer_stranger(const Sale& sale, const job::Payment& known);
    SaleOutcome answer_identified(const Sale& sale, const job::Payment& known);
    std::optional<SaleOutcome> find_known(const Sale& sale);
    std::optional<SaleOutcome> find_paid(const Sale& sale);
    std::optional<SaleOutcome> find_lacked(const Sale& sale);
    std::optional<SaleOutcome> find_identified(const Sale& sale);
    std::optional<SaleOutcome> find_same_request(const Sale& sale);
    SaleOutcome answer_first(const Sale& sale, const job::Payment& known);
    // What is known of the payment of a job.
    struct Standing {
        std::optional<SaleOutcome> decided;
        bool is_asked_about = false; // the call that came first has not heard the facilitator yet
    };
    Standing standing(const value::JobId& job_id);
    SaleOutcome await_first_call(const Sale& sale, const value::JobId& job_id);
    SaleOutcome await_proof(const Sale& sale, const value::JobId& job_id);
    std::optional<Pending> rest(const Sale& sale, const value::JobId& job_id, std::uint64_t ticket,
                                Deadline end);
    void observe(const std::string& status, const std::string& detail);

    store::Reservations m_reservations;
    store::Restorations m_restorations;
    store::Bulletin m_bulletin;
    store::Reading m_reading;
    Facilitator& m_facilitator;
    const base::Clock& m_clock;
    job::WakeWatcher& m_watcher;
    job::WaitingPlaces& m_places;
    RailSettings m_settings;
    store::Observation m_observed; // the last one written
};

} // namespace pay
