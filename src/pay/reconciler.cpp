#include "pay/reconciler.hpp"

#include "base/failpoint.hpp"
#include "base/fault.hpp"
#include "base/log.hpp"
#include "job/order.hpp"
#include "pay/facilitator_answer.hpp"
#include "pay/payment_payload.hpp"
#include "pay/terms.hpp"

#include <algorithm>
#include <utility>

namespace pay {

namespace {

using job::Phase;
using std::chrono::seconds;

// One round's share: what a buyer waits for comes first in the next round too.
constexpr int k_looks_per_round = 20;
// DESIGN.md, 5: an authorization is dead when it expired this long ago in chain time, so
// that no reorganisation brings it back.
constexpr std::int64_t k_dead_after_s = 600;
// Facilitators refuse what expires within 6 s (x402 facts, section 2): no use to send it again.
constexpr std::int64_t k_settle_margin_s = 6;
// Waits between looks: 1 s doubling to a minute while the outcome is open, which a buyer waits for;
// what is only watched may wait longer.
constexpr seconds k_first_wait{1};
constexpr seconds k_open_wait_max{60};
constexpr seconds k_watched_wait_max{600};
// When no look of a round saw the chain, it is out of sight for all of them: thousands may be due.
constexpr seconds k_blind_for{2};
// Until a payer has spoken, or can no more.
constexpr seconds k_payers_wait{15};
// The logs of a use come soon after it, if at all.
constexpr seconds k_soon{2};
constexpr int k_soon_looks = 30;

constexpr const char* k_expired_unused = "authorization_expired_unused";
constexpr const char* k_spent_otherwise = "authorization_spent_otherwise";

bool is_open(const store::DuePayment& due)
{
    return due.payment.phase == Phase::settle_sent || due.payment.phase == Phase::settled_unproven;
}

// A chain that stands still may yet take what it was sent: only its own time decides.
bool is_dead(const store::DuePayment& due, const chain::ChainHead& head)
{
    return head.timestamp_s > due.valid_before &&
           head.timestamp_s - due.valid_before > k_dead_after_s;
}

chain::ExpectedTransfer expected_of(const store::DuePayment& due)
{
    const job::PaymentKey& key = due.payment.key;
    return {.token = key.asset,
            .payer = key.payer,
            .pay_to = due.pay_to,
            .nonce = key.nonce.value(),
            .value = due.payment.value};
}

PaymentPayload payload_of(const store::DuePayment& due)
{
    auto payload = parse_payment_json(due.payload);
    if (!payload) throw base::Fault{"corrupt row: payload"};
    return std::move(*payload);
}

// As they were when the payment was sent; name and version of the token are in the requirements.
Terms terms_due(const store::DuePayment& due)
{
    return {.token = {{}, {}, due.payment.key.network, due.payment.key.asset},
            .pay_to = due.pay_to,
            .price = due.payment.value,
            .resource_url = {},
            .requirements = due.requirements};
}

} // namespace

Reconciler::Reconciler(const store::Access& at, Facilitator* facilitator,
                       chain::TransferReader& reader, const ReconcilerSettings& settings)
    : m_reservations{at}, m_settlements{at},
      m_facilitator{facilitator}, m_reader{reader}, m_clock{at.clock}, m_settings{settings}
{
}

int Reconciler::round(const std::function<bool()>& keep_going)
{
    using Due = store::Settlements::Due;
    m_looked = 0;
    m_sights = 0;
    m_next_looks.clear();
    const auto which = is_blind() ? Due::unheard : Due::all;
    while (m_looked < k_looks_per_round && look_until_sent(which, keep_going)) write_next_looks();
    // Not after looks at a few: those may want an endpoint more than the others do.
    if (which == Due::all && m_looked != 0 && m_sights == 0) m_blind_since = m_clock.now();
    write_next_looks();
    return m_looked;
}

// True after something was sent to settle once more: that may have taken long, and what a buyer
// waits for comes first again. False when all that was due is looked at.
bool Reconciler::look_until_sent(store::Settlements::Due which,
                                 const std::function<bool()>& keep_going)
{
    m_has_sent = false;
    for (const store::DuePayment& due : m_settlements.due(k_looks_per_round - m_looked, which)) {
        if (!keep_going()) return false;
        // One payment that cannot be read must not keep the others waiting. Where the fault is the
        // database's, putting it off fails too and ends the round.
        try {
            look(due);
        } catch (const base::Fault& fault) {
            base::log::error("settlement_fault",
                             {{"job_id", due.payment.job_id.text()}, {"detail", fault.what()}});
            look_later(due);
            write_next_looks();
        }
        ++m_looked;
        if (m_has_sent) return true;
    }
    return false;
}

// The absolute value: a clock that was set back must not blind us for long.
bool Reconciler::is_blind() const
{
    return m_blind_since && std::chrono::abs(m_clock.now() - *m_blind_since) < k_blind_for;
}

void Reconciler::look(const store::DuePayment& due)
{
    const chain::ExpectedTransfer expected = expected_of(due);
    if (find_claimed(due, expected)) return;
    look_at_chain(due, expected);
}

// The transaction that the facilitator named, if it named one. Another transaction may hold the
// payment all the same, so not finding it decides nothing.
bool Reconciler::find_claimed(const store::DuePayment& due, const chain::ExpectedTransfer& expected)
{
    if (due.payment.phase != Phase::settled && due.payment.phase != Phase::settled_unproven)
        return false;
    const auto claimed = value::TxHash::parse(due.payment.tx_hash);
    if (!claimed) return false;
    const auto seen = m_reader.transfer_in(*claimed, expected);
    if (!seen) return false;
    ++m_sights;
    if (!*seen) return false;
    // What was claimed to be settled, and is, waits no more.
    prove(due, **seen, /*is_settlement=*/true, /*head_s=*/0);
    return true;
}

void Reconciler::look_at_chain(const store::DuePayment& due,
                               const chain::ExpectedTransfer& expected)
{
    const auto seen = m_reader.authorization(expected, base::to_seconds(due.created));
    if (seen) {
        ++m_sights;
        using enum chain::AuthorizationUse;
        if (due.is_proven && (seen->use == unused || seen->use == spent_otherwise)) take_back(due);
        return judge(due, *seen);
    }
    base::log::warning("settlement_unread", {{"job_id", due.payment.job_id.text()}});
    // The chain is out of sight. Sending the same bytes again can do no harm, and may tell.
    if (due.payment.phase == Phase::settle_sent) return settle_again(due);
    look_later(due);
}

// Seen in the chain once, and not there any more.
void Reconciler::take_back(const store::DuePayment& due)
{
    if (m_settlements.take_back(due))
        base::log::error("payment_lost",
                         {{"job_id", due.payment.job_id.text()}, {"tx_hash", due.payment.tx_hash}});
}

void Reconciler::judge(const store::DuePayment& due, const chain::AuthorizationState& seen)
{
    switch (seen.use) {
    case chain::AuthorizationUse::paid:
        return prove(due, seen.proof.value(), is_settlement(*seen.proof), seen.head.timestamp_s);
    case chain::AuthorizationUse::used_unseen: return judge_unseen(due, seen.head);
    case chain::AuthorizationUse::spent_otherwise: return give_up(due, k_spent_otherwise);
    case chain::AuthorizationUse::unused: return judge_unused(due, seen.head);
    }
}

// What a facilitator's own account has sent is what it was asked to send.
bool Reconciler::is_settlement(const chain::TransferProof& proof) const
{
    return proof.sender && m_facilitator != nullptr && m_facilitator->is_signer(*proof.sender);
}

// Used, and what for does not show in hours of logs: cancelled or spent long before it came to us.
// Should its transfer be found later, it is a refused payment's that was used after all.
void Reconciler::judge_unseen(const store::DuePayment& due, const chain::ChainHead& head)
{
    if (is_dead(due, head) && !due.is_proven) return give_up(due, k_spent_otherwise);
    if (is_open(due) && due.looks < k_soon_looks) return look_at(due, m_clock.now() + k_soon);
    look_later(due);
}

void Reconciler::judge_unused(const store::DuePayment& due, const chain::ChainHead& head)
{
    if (due.awaits_payer) m_settlements.left_chain(due);
    if (is_dead(due, head)) return give_up(due, k_expired_unused);
    const bool is_usable = due.valid_before - head.timestamp_s > k_settle_margin_s;
    if (due.payment.phase == Phase::settle_sent && is_usable) return settle_again(due);
    look_later(due);
}

// The same bytes to the same facilitator: it either answers what it did before, or does it now.
void Reconciler::settle_again(const store::DuePayment& due)
{
    if (m_facilitator == nullptr) return look_later(due);
    if (due.is_never_sent) return look_later(due); // that it was used is all that is known
    if (!due.is_taken_over && !m_settlements.take_over(due)) return;
    const PaymentPayload payload = payload_of(due);
    const Terms terms = terms_due(due);
    m_has_sent = true;
    base::failpoint("settle_again", "before");
    const auto outcome = m_facilitator->settle_again(
        payload, terms, due.endpoint, std::chrono::steady_clock::now() + m_settings.settle_timeout);
    base::failpoint("settle_again", "after");
    const auto* done = std::get_if<SettleDone>(&outcome);
    // A refusal now does not say that the first try moved nothing: it may still be on its way.
    if (done == nullptr) {
        look_later(due);
        return write_next_looks(); // whatever becomes of this round, it is not sent again at once
    }
    const std::string response = settle_response_done(payload, terms, done->tx_hash);
    const bool is_taken =
        due.payment.value >= m_settings.receipt_check_from
            ? m_reservations.mark_unproven(due.payment, response, done->tx_hash.text())
            : m_reservations.mark_settled(due.payment, response, done->tx_hash.text());
    base::log::info("settled_again",
                    {{"job_id", due.payment.job_id.text()}, {"taken", is_taken ? "yes" : "no"}});
}

void Reconciler::prove(const store::DuePayment& due, const chain::TransferProof& proof,
                       bool is_settlement, std::int64_t head_s)
{
    // If its request is gone, no job is queued, and no buyer is answered.
    const std::string response =
        due.has_request ? settle_response_done(payload_of(due), terms_due(due), proof.tx_hash)
                        : std::string{};
    const auto outcome = m_settlements.prove(due,
                                             {.tx_hash = proof.tx_hash.text(),
                                              .block_number = proof.block_number,
                                              .log_index = proof.log_index,
                                              .block_time_s = proof.block_time_s,
                                              .head_s = head_s,
                                              .is_settlement = is_settlement},
                                             response);
    const auto say = [&](std::string_view event) {
        base::log::info(event,
                        {{"job_id", due.payment.job_id.text()}, {"tx_hash", proof.tx_hash.text()}});
    };
    switch (outcome) {
    case store::Proven::recorded:
    case store::Proven::lost_race: return;
    case store::Proven::left_to_payer: return look_at(due, m_clock.now() + k_payers_wait);
    case store::Proven::owned_already: return say("authorization_pays_another_job");
    case store::Proven::queued: return say("payment_found");
    case store::Proven::credited: return say("paid_after_refusal");
    case store::Proven::spent_already: return give_up(due, store::k_spent_already);
    }
}

// The money never comes with this authorization. Where the job runs already, that is not a decision
// but an alarm: it stays due, so that the count of unproven successes holds it.
void Reconciler::give_up(const store::DuePayment& due, const std::string& reason)
{
    if (due.payment.phase == Phase::settled) {
        base::log::error("settlement_never_seen", {{"job_id", due.payment.job_id.text()},
                                                   {"tx_hash", due.payment.tx_hash},
                                                   {"reason", reason}});
        return look_at(due, m_clock.now() + store::k_longest_look);
    }
    if (!is_open(due)) return look_at(due, std::nullopt);
    const std::string response = settle_response_refused(payload_of(due), terms_due(due), reason);
    if (m_settlements.decide_unpaid(due, reason, response))
        base::log::info("settlement_unpaid",
                        {{"job_id", due.payment.job_id.text()}, {"reason", reason}});
}

void Reconciler::look_later(const store::DuePayment& due)
{
    constexpr int k_most_doublings = 16;
    const auto longest = is_open(due) ? k_open_wait_max : k_watched_wait_max;
    const auto wait = k_first_wait * (1 << std::min(due.looks, k_most_doublings));
    look_at(due, m_clock.now() + std::min<seconds>(wait, longest));
}

// Written at the end of the round. Lost before that, it is looked at once more than it need be.
void Reconciler::look_at(const store::DuePayment& due, std::optional<base::Instant> next)
{
    m_next_looks.push_back({due.payment.job_seq, due.payment.phase, due.due, next});
}

void Reconciler::write_next_looks()
{
    m_settlements.look_again(std::exchange(m_next_looks, {}));
}

} // namespace pay
