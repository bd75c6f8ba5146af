#include "pay/facilitator_rail.hpp"

#include "base/concat.hpp"
#include "base/failpoint.hpp"
#include "base/log.hpp"
#include "base/random.hpp"
#include "pay/facilitator_answer.hpp"
#include "pay/sale_parts.hpp"
#include "pay/terms_check.hpp"
#include "store/settlements.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <utility>

namespace pay {

using store::Reservations;

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;

// A payment refused between our reserve and our look-up is free again; three such misses in a row
// mean that a crowd sends the same refused payment, and it may come back later.
constexpr int k_reserve_tries = 3;
// An unchanged observation is written again after this long, so that each sale costs no write.
constexpr seconds k_observe_interval{10};

// The part of the inline budget that verify must leave for settle when a call may take longer than
// that.
constexpr seconds k_settle_share{25};

// Names this request among all processes, those of an earlier boot included.
std::string make_owner()
{
    std::array<std::uint8_t, 16> bytes{};
    base::fill_random(bytes);
    return base::to_hex(bytes);
}

store::ReservationOrder reservation_order(const Sale& sale, const RailSettings& settings)
{
    job::Goods goods = sale.goods;
    goods.price = sale.terms.price; // what the payer signs is what the job costs
    return {
        .goods = std::move(goods),
        .buyer = sale.buyer,
        .refusals_allowed = settings.refusals_allowed,
        .undecided_allowed = settings.undecided_allowed,
        .request = sale.request,
        .request_digest = sale.request_digest,
        .key = key_of(sale),
        .signature = stored_signature(sale.payload.signature),
        .is_signer_known = sale.signer == Signer::payer,
        // A time past 2^63 does not come; the check of the terms has seen to "not too soon".
        .valid_before = sale.payload.authorization.valid_before.to_int64().value_or(
            std::numeric_limits<std::int64_t>::max()),
        .payload = sale.payload.json,
        .requirements = sale.terms.requirements,
        .pay_to = sale.terms.pay_to,
        .identifier = sale.payload.identifier,
        .owner = make_owner(),
    };
}

} // namespace

FacilitatorRail::FacilitatorRail(const store::Access& at, Facilitator& facilitator,
                                 job::WakeWatcher& watcher, job::WaitingPlaces& places,
                                 const RailSettings& settings)
    : m_reservations{at}, m_restorations{at}, m_bulletin{at}, m_reading{at},
      m_facilitator{facilitator}, m_clock{at.clock}, m_watcher{watcher}, m_places{places},
      m_settings{settings}
{
}

SaleOutcome FacilitatorRail::sell(Sale sale)
{
    // (c) Before any look-up: what a settlement makes public (payer, nonce) must tell no client
    // anything without the payer's signature.
    sale.signer = signer_of(sale.payload, sale.terms);
    // A false signature of a plain key looks like a wallet's of one owner: a facilitator is asked,
    // but not for ever.
    if (sale.signer == Signer::none) return required_again(TermsRefusal::signature);
    if (sale.signer == Signer::another && !m_reservations.may_show_another_signer(sale.buyer)) {
        if (auto known = find_paid(sale)) return std::move(*known);
        return Busy{catalog::ProblemCode::too_many_refusals, k_retry_refusals};
    }
    if (auto lost = find_lacked(sale)) return std::move(*lost);
    // (d), (e) A payment that bought this answer keeps buying it, also after its authorization has
    // expired or the price has changed. One that keeps the terms is looked up by its reservation.
    const auto refusal = sale.signer == Signer::payer && has_short_v(sale.payload)
                             ? TermsRefusal::short_v
                             : check_terms(sale.payload, sale.terms, m_clock.now());
    if (!refusal) return reserve(sale, reservation_order(sale, m_settings));
    if (auto known = find_paid(sale)) return std::move(*known);
    return required_again(*refusal);
}

// (g) Of any number of equal requests, in any number of processes, one gets the reservation: the
// UNIQUE index decides. The others are answered as repeats.
SaleOutcome FacilitatorRail::reserve(const Sale& sale, const store::ReservationOrder& order)
{
    for (int tries = 0; tries < k_reserve_tries; ++tries) {
        const auto reserved = m_reservations.reserve(order);
        if (reserved) return verify(sale, *reserved, order);
        switch (reserved.error()) {
            using enum store::ReserveRefusal;
        case known_payment: {
            auto known = find_known(sale);
            const auto* down = known ? std::get_if<FacilitatorDown>(&*known) : nullptr;
            if (known && (down == nullptr || down->detail != k_forgotten)) return std::move(*known);
            break;
        }
        case storage_full:
            // A buyer who has paid already need not hear of it.
            if (auto known = find_known(sale)) return std::move(*known);
            return busy_for(reserved.error(), sale.goods.need);
        case worker_stale:
        case need_unmet:
        case log_list_missing:
        case accounts_unjudged:
        case restoring:
        case pages_offline:
        case engine_unfit:
        case witnesses_missing:
        case lane_full:
        case too_many_undecided:
        case too_many_refusals: return busy_for(reserved.error(), sale.goods.need);
        }
    }
    return Busy{catalog::ProblemCode::busy, k_retry_lane};
}

// (h) If this process dies here, nothing was sent: the lease lapses and the sweeper releases it.
SaleOutcome FacilitatorRail::verify(const Sale& sale, const job::Payment& payment,
                                    store::ReservationOrder order)
{
    // However long it takes, the settlement's time is left.
    const auto for_settle = std::min(m_settings.facilitator_timeout, milliseconds{k_settle_share});
    base::failpoint("verify", "before");
    const auto outcome = m_facilitator.verify(sale.payload, sale.terms, sale.deadline - for_settle);
    base::failpoint("verify", "after");
    if (const auto* unreachable = std::get_if<VerifyUnreachable>(&outcome)) {
        SaleOutcome answer = release(payment, unreachable->detail);
        observe("failing", unreachable->detail);
        return answer;
    }
    observe("ok", {});
    if (const auto* invalid = std::get_if<VerifyInvalid>(&outcome))
        return refused_by_verify(sale, payment, order, invalid->reason);
    // (f) Only now: names are looked up for no client that cannot pay.
    const auto prepared =
        sale.prepare ? sale.prepare() : base::Result<Prepared, Unprepared>{std::nullopt};
    if (!prepared) return unprepared(payment, prepared.error());
    if (*prepared) order.request = **prepared;
    if (sale.take_place && !sale.take_place()) return unprepared(payment, {});
    return verified(sale, payment, order, std::get<VerifyValid>(outcome).endpoint);
}

// Nothing was sent. Who waits for this reservation may try with one of their own.
SaleOutcome FacilitatorRail::unprepared(const job::Payment& payment, const Unprepared& why)
{
    const auto counts = why.problems ? Reservations::Counts::yes : Reservations::Counts::release;
    static_cast<void>(m_reservations.refuse(payment, k_released, {}, counts));
    if (why.problems) return Unfit{*why.problems};
    return Busy{catalog::ProblemCode::busy, k_retry_lane};
}

SaleOutcome FacilitatorRail::verified(const Sale& sale, const job::Payment& payment,
                                      const store::ReservationOrder& order, std::size_t endpoint)
{
    if (steady_clock::now() + k_settle_floor > sale.deadline)
        return release(payment, "no time left to settle");
    if (const auto intent = m_reservations.mark_settle_sent(payment, order, endpoint); !intent) {
        switch (intent.error()) {
        case store::NotSent::lane_full:
            static_cast<void>(unprepared(payment, {}));
            return busy_lane(sale.goods.need);
        case store::NotSent::storage_full:
            return Busy{catalog::ProblemCode::storage_full, k_retry_storage};
        case store::NotSent::storage_away: return k_storage_away;
        // The lease was lost while the facilitator thought about it, and the reservation may be
        // another request's by now; or another request of a payer whom only the facilitator knows
        // was first.
        case store::NotSent::overtaken: return overtaken(sale, payment);
        }
    }
    sale.let_go();
    return settle(sale, payment, endpoint, order.owner);
}

// What was used already may have been used by this very purchase: by a twin of this request that
// was quicker, or by a try that we called refused.
SaleOutcome FacilitatorRail::refused_by_verify(const Sale& sale, const job::Payment& payment,
                                               const store::ReservationOrder& order,
                                               const std::string& reason)
{
    if (!says_already_used(reason)) return refuse(sale, payment, reason, Reservations::Watch::yes);
    if (auto known = sale.signer == Signer::payer ? std::nullopt : find_known(sale)) {
        static_cast<void>(m_reservations.refuse(payment, k_released, {}, Reservations::Counts::no));
        return std::move(*known);
    }
    if (m_reservations.was_refused_before(payment)) return ask_chain(sale, payment, order);
    // Never seen before: whatever used it, it was not this purchase.
    return refuse(sale, payment, reason, Reservations::Watch::no);
}

SaleOutcome FacilitatorRail::overtaken(const Sale& sale, const job::Payment& payment)
{
    static_cast<void>(m_reservations.refuse(payment, k_released, {}, Reservations::Counts::no));
    if (auto known = find_known(sale)) return std::move(*known);
    return FacilitatorDown{"lease lost after verify"};
}

// Refused before, and used on the chain since: it may have gone through after all. Only the chain
// knows: the worker asks it, and 402 is not an answer. One that was used before anybody showed it
// to us bought nothing here.
SaleOutcome FacilitatorRail::ask_chain(const Sale& sale, const job::Payment& payment,
                                       const store::ReservationOrder& order)
{
    // Nothing is prepared for what no facilitator calls valid: the run vets what it names itself.
    if (!m_reservations.leave_to_chain(payment, order)) return overtaken(sale, payment);
    sale.let_go();
    return Pending{payment.job_id, "the worker asks the chain"};
}

// (i), (j) The intent is on disk. From here on money may move at any moment, so the answer is 402
// only if the facilitator says in so many words that it did not; if this process dies, the payment
// stays settle_sent, which repeats answer as pending until the worker has found out.
SaleOutcome FacilitatorRail::settle(const Sale& sale, const job::Payment& payment,
                                    std::size_t endpoint, const std::string& owner)
{
    base::failpoint("settle", "before");
    const auto outcome = m_facilitator.settle(sale.payload, sale.terms, endpoint, sale.deadline);
    base::failpoint("settle", "after");
    if (const auto* unknown = std::get_if<SettleUnknown>(&outcome)) {
        m_reservations.hand_over(payment, owner);
        observe("failing", unknown->detail);
        return Pending{payment.job_id, unknown->detail};
    }
    if (const auto* refused = std::get_if<SettleRefused>(&outcome))
        return refuse(sale, payment, refused->reason, Reservations::Watch::yes);

    return settled(sale, payment, std::get<SettleDone>(outcome).tx_hash);
}

SaleOutcome FacilitatorRail::settled(const Sale& sale, const job::Payment& payment,
                                     const value::TxHash& tx_hash)
{
    std::string response = settle_response_done(sale.payload, sale.terms, tx_hash);
    const auto tell = [&] {
        base::log::info("sold",
                        {{"job_id", payment.job_id.text()}, {"product", sale.goods.product}});
    };
    if (sale.terms.price >= m_settings.receipt_check_from) {
        // False: the worker has decided it already, which the wait sees at once.
        static_cast<void>(m_reservations.mark_unproven(payment, response, tx_hash.text()));
        auto proven = await_proof(sale, payment.job_id);
        const auto* seen = std::get_if<Repeat>(&proven);
        if (seen == nullptr) return proven;
        tell();
        return Accepted{payment.job_id, seen->payment_response};
    }
    // A Fault here leaves the payment settle_sent although the money is in: the caller answers
    // charged:null, and the same header finds the decision later.
    if (m_reservations.mark_settled(payment, response, tx_hash.text())) {
        tell();
        return Accepted{payment.job_id, std::move(response)};
    }
    // The worker decided meanwhile. If it decided against the money we have just heard of, its
    // refusal is not repeated to the buyer.
    auto decided = standing(payment.job_id).decided;
    if (decided &&
        (std::holds_alternative<Repeat>(*decided) || std::holds_alternative<Reused>(*decided)))
        return std::move(*decided);
    return Pending{payment.job_id, "settled, but decided otherwise before"};
}

// The facilitator said no and nothing moved. Counted, so that no client makes us ask for ever.
SaleOutcome FacilitatorRail::refuse(const Sale& sale, const job::Payment& payment,
                                    const std::string& reason, Reservations::Watch watch)
{
    const std::string response = settle_response_refused(sale.payload, sale.terms, reason);
    const auto counts = sale.signer == Signer::another ? Reservations::Counts::other_signer
                                                       : Reservations::Counts::yes;
    if (m_reservations.refuse(payment, reason, response, counts, watch))
        return required_again(reason, response);
    return standing(payment.job_id)
        .decided.value_or(Pending{payment.job_id, "refused, decided otherwise"});
}

// Nothing was sent to settle: the authorization is free again at once. Counted, too, ten times less
// strictly: no client makes us ask and write for ever. False from the store means
// that the sweeper released it before us, which is the same to the buyer.
SaleOutcome FacilitatorRail::release(const job::Payment& payment, const std::string& detail)
{
    static_cast<void>(
        m_reservations.refuse(payment, k_released, {}, Reservations::Counts::release));
    return FacilitatorDown{detail};
}

void FacilitatorRail::observe(const std::string& status, const std::string& detail)
{
    const base::Instant now = m_clock.now();
    const bool is_same = m_observed.status == status && m_observed.detail == detail;
    // The absolute value: a clock that was set back must not silence us.
    if (is_same && std::chrono::abs(now - m_observed.at) < k_observe_interval) return;
    m_observed = {"facilitator", status, detail, now};
    m_bulletin.observe(m_observed);
}

} // namespace pay
