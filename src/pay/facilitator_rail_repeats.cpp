// Rail v2, step (d) of a paid request: the same payment again, or another one under an identifier
// that has bought already; and how long its answer is waited for.
#include "base/concat.hpp"
#include "base/sha256.hpp"
#include "chain/recover.hpp"
#include "pay/facilitator_reasons.hpp"
#include "pay/sale_parts.hpp"
#include "store/settlements.hpp"

#include <openssl/crypto.h>

#include <algorithm>

namespace pay {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

namespace {

// A wake-up can be missed (a full inotify queue): waiters also look on their own.
constexpr std::chrono::seconds k_reread_interval{2};

// In constant time: the stored signature is the only proof that the caller is the buyer.
bool is_same_signature(const base::Bytes& one, const base::Bytes& other)
{
    return one.size() == other.size() && CRYPTO_memcmp(one.data(), other.data(), one.size()) == 0;
}

} // namespace

job::PaymentKey key_of(const Sale& sale)
{
    const auto& authorization = sale.payload.authorization;
    return {sale.terms.token.network, sale.terms.token.contract, authorization.from,
            authorization.nonce};
}

base::Bytes stored_signature(const base::Bytes& signature)
{
    if (signature.size() <= chain::k_ecdsa_signature_bytes) return signature;
    const auto hash = base::sha256(signature);
    return {hash.begin(), hash.end()};
}

PaymentRequiredAgain required_again(TermsRefusal refusal)
{
    return {std::string{word(refusal)}, std::string{explain(refusal)}, {}};
}

PaymentRequiredAgain required_again(const std::string& reason, const std::string& response)
{
    return {reason, refusal_text(reason), response};
}

// (d) The same authorization again.
SaleOutcome FacilitatorRail::answer_known(const Sale& sale, const job::Payment& known)
{
    // What was not proven in (c) is known to be the buyer's only by the stored bytes: without this,
    // a settlement's public data would be enough to fetch their job.
    const bool is_proven = sale.signer == Signer::payer;
    const auto& shown = sale.payload.signature;
    if (!is_proven && !is_same_signature(stored_signature(shown), known.signature) &&
        !is_same_signature(shown, known.signature)) // of a row from before hashes were stored
        return required_again(TermsRefusal::signature);
    // Spent on a v1 order: it has bought that job, not this one.
    if (known.rail != "v2" || known.request_digest != sale.request_digest) return Reused{};
    // A first request that carried one must repeat it (DESIGN.md, 5).
    if (known.identifier && known.identifier != sale.payload.identifier)
        return IdentifierConflict{known.phase == job::Phase::settled};
    // Once it is sent its settlement may be in a block, from which anybody can put the payment
    // together; most requests can be guessed. Then its buyer is who names it, or who asks from
    // where they bought.
    if (known.phase != job::Phase::reserved && !known.identifier &&
        !m_reservations.is_of_client(known, sale.buyer.client))
        return answer_stranger(sale, known);
    return answer_first(sale, known);
}

SaleOutcome FacilitatorRail::answer_stranger(const Sale& sale, const job::Payment& known)
{
    if (known.phase == job::Phase::settle_sent)
        return Pending{.job_id = known.job_id,
                       .detail = "asked by another client",
                       .earlier = std::nullopt,
                       .shows_job = false};
    return Spent{sale.signer == Signer::payer &&
                 m_reservations.is_bought({known.key, known.request_digest}, sale.goods.stands_in)};
}

// Another authorization of the same payer under an identifier they have used: it is neither
// verified nor settled. A signature that was not proven in (c) proves no payer here, and learns
// nothing.
SaleOutcome FacilitatorRail::answer_identified(const Sale& sale, const job::Payment& known)
{
    const bool is_proven = sale.signer == Signer::payer;
    if (known.request_digest != sale.request_digest) return IdentifierConflict{};
    if (!is_proven) return IdentifierConflict{known.phase == job::Phase::settled};
    return answer_first(sale, known);
}

// nullopt: nothing was bought with the authorization or under the identifier, nor does another
// purchase stand in. The terms hold.
std::optional<SaleOutcome> FacilitatorRail::find_known(const Sale& sale)
{
    if (auto paid = find_paid(sale)) return paid;
    if (auto identified = find_identified(sale)) return identified;
    return find_same_request(sale);
}

std::optional<SaleOutcome> FacilitatorRail::find_paid(const Sale& sale)
{
    if (const auto known = m_reservations.find_payment(key_of(sale)))
        return answer_known(sale, *known);
    // It pays for that order, and a reader of the chain may not redirect it.
    if (m_reservations.is_bound_to_order(sale.payload.authorization.nonce)) return Reused{};
    return std::nullopt;
}

// The database is an older copy, and this may have been paid while what it lacks was sold: never
// 402, which would have a buyer sign anew. nullopt: it lacks nothing of it.
std::optional<SaleOutcome> FacilitatorRail::find_lacked(const Sale& sale)
{
    using Lacked = store::Restorations::Lacked;
    const auto lacked = m_restorations.lacked(key_of(sale));
    if (lacked == Lacked::nothing) return std::nullopt;
    // What the copy has as begun or refused may have been settled after it was made.
    using job::Phase;
    const auto payment = m_reservations.find_payment(key_of(sale));
    const bool is_open =
        payment && (payment->phase == Phase::reserved || payment->phase == Phase::refused);
    if (!is_open)
        if (auto known = find_paid(sale)) return known;
    if (lacked == Lacked::payment) return Lost{};
    return Busy{catalog::ProblemCode::restoring, k_retry_restoring};
}

// Only for an authorization that keeps the terms now: an old one is public, with its signature, and
// shows no client to be its payer.
std::optional<SaleOutcome> FacilitatorRail::find_identified(const Sale& sale)
{
    if (!sale.payload.identifier) return std::nullopt;
    const auto known =
        m_reservations.find_identified(sale.payload.authorization.from, *sale.payload.identifier);
    if (!known) return std::nullopt;
    return answer_identified(sale, *known);
}

// The same request of the same payer, under an authorization that we have not seen: it is not used.
// Like find_identified(), only for one that keeps the terms now.
std::optional<SaleOutcome> FacilitatorRail::find_same_request(const Sale& sale)
{
    if (sale.signer != Signer::payer || sale.payload.identifier) return std::nullopt;
    const auto& stands_in = sale.goods.stands_in;
    const auto known =
        m_reservations.find_same_request({key_of(sale), sale.request_digest}, stands_in);
    if (!known) return std::nullopt;
    const auto view = m_reading.find(known->job_id, store::Reading::Artifact::leave);
    if (!view) return std::nullopt;
    Earlier earlier{view->job.created, std::nullopt};
    if (view->job.completed) earlier.until = *view->job.completed + stands_in.window;
    const auto decided = standing(known->job_id).decided;
    if (!decided) return Pending{known->job_id, "an earlier purchase stands in", earlier};
    const auto* sold = std::get_if<Repeat>(&*decided);
    if (sold == nullptr) return std::nullopt; // it has just been refused
    return Repeat{sold->job_id, sold->payment_response, earlier};
}

// Most settlements take a second or two, and a request that came at the same moment is spared a
// 503. Of one payment one call waits, and none for the worker, who takes minutes.
SaleOutcome FacilitatorRail::answer_first(const Sale& sale, const job::Payment& known)
{
    auto now = standing(known.job_id);
    if (now.decided) return *std::move(now.decided);
    if (!now.is_asked_about) return Pending{known.job_id, "the worker decides"};
    const auto place =
        m_places.try_take(job::Waiting::repeat, sale.buyer.client, known.job_id.text());
    if (!place) return Pending{known.job_id, "another call waits for it"};
    return await_first_call(sale, known.job_id);
}

SaleOutcome FacilitatorRail::await_first_call(const Sale& sale, const value::JobId& job_id)
{
    const auto end = std::min(sale.deadline, steady_clock::now() + k_repeat_wait);
    sale.let_go();
    for (;;) {
        const auto ticket = m_watcher.ticket();
        auto now = standing(job_id);
        if (now.decided) {
            // Not k_forgotten, which would have it reserved: the request is let go.
            const bool is_free = std::holds_alternative<FacilitatorDown>(*now.decided);
            return is_free ? FacilitatorDown{"given up by the first call"}
                           : *std::move(now.decided);
        }
        if (!now.is_asked_about) return Pending{job_id, "the worker decides"};
        if (auto over = rest(sale, job_id, ticket, end)) return *std::move(over);
    }
}

// Neither a crowd of such sales nor a chain out of sight must hold every thread for long.
SaleOutcome FacilitatorRail::await_proof(const Sale& sale, const value::JobId& job_id)
{
    const bool has_place = sale.take_place && sale.take_place();
    const auto place =
        has_place ? std::nullopt
                  : m_places.try_take(job::Waiting::proof, sale.buyer.client, job_id.text());
    const milliseconds patience = has_place || place ? k_proof_wait : k_crowded_proof_wait;
    const auto end = std::min(sale.deadline, steady_clock::now() + patience);
    for (;;) {
        const auto ticket = m_watcher.ticket();
        if (auto decided = standing(job_id).decided) return *std::move(decided);
        if (auto over = rest(sale, job_id, ticket, end)) return *std::move(over);
    }
}

// Until something changes, or why this call waits no longer.
std::optional<Pending> FacilitatorRail::rest(const Sale& sale, const value::JobId& job_id,
                                             std::uint64_t ticket, Deadline end)
{
    const auto left = end - steady_clock::now();
    if (left <= steady_clock::duration::zero()) return Pending{job_id, "waited in vain"};
    if (m_watcher.is_stopped()) return Pending{job_id, "the process drains"};
    if (sale.client_gone()) return Pending{job_id, "the client left"};
    m_watcher.wait(
        ticket, std::min(std::chrono::ceil<milliseconds>(left), milliseconds{k_reread_interval}));
    return std::nullopt;
}

FacilitatorRail::Standing FacilitatorRail::standing(const value::JobId& job_id)
{
    const auto view = m_reading.find(job_id, store::Reading::Artifact::leave);
    if (!view || !view->payment) return {FacilitatorDown{std::string{k_forgotten}}};
    const job::Payment& payment = *view->payment;
    switch (payment.phase) {
        using enum job::Phase;
    case reserved:
    case settle_sent: return {std::nullopt, payment.lease_until > m_clock.now()};
    case settled_unproven: return {};
    case settled: return {Repeat{job_id, payment.response}};
    case refused:
        if (payment.reason == k_released) return {FacilitatorDown{"released by the first request"}};
        if (payment.reason == store::k_spent_already) return {Reused{}};
        return {required_again(payment.reason, payment.response)};
    }
    __builtin_unreachable();
}

} // namespace pay
