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

bool is_signer_known(const PaymentPayload& payload)
{
    return payload.signature.size() == chain::k_ecdsa_signature_bytes;
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
    // 65 bytes were proven in (c). Of any other length only the stored bytes are known to be the
    // buyer's: without this, a settlement's public data would be enough to fetch their job.
    const bool is_proven = is_signer_known(sale.payload);
    const auto& shown = sale.payload.signature;
    if (!is_proven && !is_same_signature(stored_signature(shown), known.signature) &&
        !is_same_signature(shown, known.signature)) // of a row from before hashes were stored
        return required_again(TermsRefusal::signature);
    // Spent on a v1 order: it has bought that job, not this one.
    if (known.rail != "v2" || known.request_digest != sale.request_digest) return Reused{};
    // A first request that carried one must repeat it (DESIGN.md, 5).
    if (known.identifier && known.identifier != sale.payload.identifier)
        return IdentifierConflict{};
    return answer_first(sale, known);
}

// Another authorization of the same payer under an identifier they have used: it is neither
// verified nor settled. A signature that was not proven in (c) proves no payer here, and learns
// nothing.
SaleOutcome FacilitatorRail::answer_identified(const Sale& sale, const job::Payment& known)
{
    const bool is_proven = is_signer_known(sale.payload);
    if (!is_proven || known.request_digest != sale.request_digest) return IdentifierConflict{};
    return answer_first(sale, known);
}

// nullopt: neither the authorization nor the identifier has bought anything. The terms hold.
std::optional<SaleOutcome> FacilitatorRail::find_known(const Sale& sale)
{
    auto paid = find_paid(sale);
    return paid ? std::move(paid) : find_identified(sale);
}

std::optional<SaleOutcome> FacilitatorRail::find_paid(const Sale& sale)
{
    if (const auto known = m_reservations.find_payment(key_of(sale)))
        return answer_known(sale, *known);
    // It pays for that order, and a reader of the chain may not redirect it.
    if (m_reservations.is_bound_to_order(sale.payload.authorization.nonce)) return Reused{};
    return std::nullopt;
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

// Most settlements take a second or two, and a request that came at the same moment is spared a
// 503.
SaleOutcome FacilitatorRail::answer_first(const Sale& sale, const job::Payment& known)
{
    if (auto decided = decision(known.job_id)) return std::move(*decided);
    return await_among_few(sale, known.job_id, k_repeat_wait);
}

// Neither a crowd of repeats nor a chain out of sight must hold every thread for long.
SaleOutcome FacilitatorRail::await_among_few(const Sale& sale, const value::JobId& job_id,
                                             milliseconds patience)
{
    if (sale.take_place && sale.take_place()) return await_decision(sale, job_id, patience);
    const auto place = m_repeats.try_take();
    return await_decision(sale, job_id, place ? patience : k_crowded_repeat_wait);
}

// Another request, here or in another process, or the worker has this payment under way: its answer
// is ours.
SaleOutcome FacilitatorRail::await_decision(const Sale& sale, const value::JobId& job_id,
                                            milliseconds patience)
{
    const auto end = std::min(sale.deadline, steady_clock::now() + patience);
    for (;;) {
        const auto ticket = m_watcher.ticket();
        if (auto decided = decision(job_id)) return std::move(*decided);
        const auto left = end - steady_clock::now();
        if (left <= steady_clock::duration::zero()) return Pending{job_id, "waited in vain"};
        if (m_watcher.is_stopped()) return Pending{job_id, "the process drains"};
        if (sale.client_gone()) return Pending{job_id, "the client left"};
        m_watcher.wait(ticket, std::min(std::chrono::ceil<milliseconds>(left),
                                        milliseconds{k_reread_interval}));
    }
}

// What was decided about the payment of this job; nullopt while nothing is.
std::optional<SaleOutcome> FacilitatorRail::decision(const value::JobId& job_id)
{
    const auto view = m_reading.find(job_id, store::Reading::Artifact::leave);
    if (!view || !view->payment) return FacilitatorDown{std::string{k_forgotten}};
    const job::Payment& payment = *view->payment;
    switch (payment.phase) {
        using enum job::Phase;
    case reserved:
    case settle_sent:
    case settled_unproven: return std::nullopt;
    case settled: return Repeat{job_id, payment.response};
    case refused:
        if (payment.reason == k_released) return FacilitatorDown{"released by the first request"};
        if (payment.reason == store::k_spent_already) return Reused{};
        return required_again(payment.reason, payment.response);
    }
    __builtin_unreachable();
}

} // namespace pay
