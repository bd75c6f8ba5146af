// What becomes of claims, round by round: of those that wait for their transaction, and of those
// that were confirmed and are not final yet.
#include "pay/transfer_judge.hpp"

#include "base/fault.hpp"
#include "base/log.hpp"
#include "pay/transfer_verdict.hpp"

#include <algorithm>
#include <span>

namespace pay {

namespace {

using chain::TransactionSighting;
using std::chrono::seconds;

constexpr store::ClaimShares k_shares_of_a_round{.seen = 12, .unseen = 5, .confirmed = 5};
// Base makes a block every two seconds: sooner does not help, and what does not come in a minute
// comes late.
constexpr seconds k_waits[] = {seconds{1}, seconds{1}, seconds{2}, seconds{3}, seconds{5}};
constexpr seconds k_longest_wait{15};
constexpr seconds k_unseen_waits[] = {seconds{2}, seconds{4}, seconds{8}, seconds{15}, seconds{30}};
constexpr seconds k_longest_unseen_wait{60};
constexpr seconds k_recheck_wait{30};
constexpr seconds k_second_look{10}; // at what seems lost
// A transaction that no endpoint knows is given up when the order's time is over in ours and in the
// chain's.
constexpr seconds k_unseen_margin{60};
// So is one that cannot be read although the chain can.
constexpr seconds k_unread_margin{600};

constexpr std::string_view k_missing = "missing";

seconds wait_after(int looks, std::span<const seconds> waits, seconds longest)
{
    const auto number = static_cast<std::size_t>(std::max(looks, 0));
    return number < waits.size() ? waits[number] : longest;
}

} // namespace

int TransferJudge::judge_claims(const KeepGoing& keep_going, Unseen unseen)
{
    store::ClaimShares shares = k_shares_of_a_round;
    if (unseen == Unseen::leave) shares.unseen = 0;
    int looked = 0;
    m_judged.clear();
    m_questions = {};
    for (const store::DueClaim& due : m_claims.due(shares)) {
        if (!keep_going()) break;
        // Another claim on it was judged: a crowd of them costs one look.
        if (m_judged.contains(due.claim.tx_hash)) continue;
        // As with settlements: one claim that cannot be read holds no other up, and where the fault
        // is the database's, putting it off fails too and ends the round.
        try {
            look(due);
        } catch (const base::Fault& fault) {
            base::log::error("claim_fault",
                             {{"tx_hash", due.claim.tx_hash}, {"detail", fault.what()}});
            look_later(due, due.claim.reason);
        }
        ++looked;
    }
    return looked;
}

void TransferJudge::look(const store::DueClaim& due)
{
    if (due.claim.state == job::ClaimState::confirmed) return look_at_confirmed(due);
    look_at_pending(due);
}

base::Instant TransferJudge::next_look(const store::DueClaim& claim) const
{
    return m_clock.now() + wait_after(claim.claim.looks, k_waits, k_longest_wait);
}

void TransferJudge::look_later(const store::DueClaim& due, std::string_view reason)
{
    m_claims.look_again(due, next_look(due), reason);
}

// No endpoint knows the transaction: it is looked for ever more seldom, and due at once when it is
// seen.
void TransferJudge::look_for_later(const store::DueClaim& due, std::string_view reason)
{
    const auto wait = wait_after(due.claim.looks, k_unseen_waits, k_longest_unseen_wait);
    m_claims.look_again(due, m_clock.now() + wait, reason);
}

void TransferJudge::look_at_pending(const store::DueClaim& due)
{
    const job::Order& order = due.order.order;
    if (!is_of_our_token(order.network, order.asset))
        return look_later(due, job::k_network_changed);
    const auto tx_hash = value::TxHash::parse(due.claim.tx_hash);
    if (!tx_hash) throw base::Fault{"corrupt row: tx_hash"};
    const auto sighting = read(*tx_hash);
    const auto waited = std::chrono::floor<seconds>(m_clock.now() - due.claim.created);
    if (!sighting && is_given_up(sighting.error(), waited)) {
        base::log::error("claim_unreadable", {{"tx_hash", due.claim.tx_hash}});
        m_claims.refuse(due, job::k_unreadable, {});
        return;
    }
    if (!sighting) return look_later(due, pending_word(sighting.error()));
    switch (sighting->state) {
    case TransactionSighting::State::in_mempool: return look_later(due, "in_mempool");
    case TransactionSighting::State::shallow: return look_later(due, "confirming");
    case TransactionSighting::State::unseen: {
        const auto created = due.order.view.job.created;
        const bool is_over =
            m_clock.now() > created + job::k_awaiting_ttl &&
            sighting->head.timestamp_s >
                base::to_seconds(created + job::k_transfer_window + k_unseen_margin) &&
            waited > k_unseen_margin;
        const bool was_there = due.claim.reason == job::k_payment_lost;
        if (!is_over || !is_sure_of_absence(*sighting))
            return look_for_later(due, was_there ? job::k_payment_lost : "unseen");
        m_claims.refuse(due, job::k_no_transfer, {});
        return;
    }
    case TransactionSighting::State::included: break;
    }
    if (!is_enough(*sighting, waited)) return look_later(due, "one_endpoint");
    m_judged.insert(due.claim.tx_hash);
    judge(sighting->transaction.value());
}

bool TransferJudge::is_long(seconds waited)
{
    return waited > job::k_awaiting_ttl + k_unread_margin;
}

// What is too large stays so. While all of the chain is out of sight no claim is refused for it.
bool TransferJudge::is_given_up(chain::ReadRefusal refusal, seconds waited)
{
    if (refusal == chain::ReadRefusal::too_large) return true;
    if (refusal != chain::ReadRefusal::unreachable || !is_long(waited)) return false;
    const auto head = m_reader.head();
    return head && head->is_fresh;
}

void TransferJudge::look_at_confirmed(const store::DueClaim& due)
{
    const auto tx_hash = value::TxHash::parse(due.claim.tx_hash);
    if (!tx_hash) throw base::Fault{"corrupt row: tx_hash"};
    const auto again = [&](seconds wait, std::string_view reason) {
        m_claims.look_again(due, m_clock.now() + wait, reason);
    };
    // Another chain knows nothing of it.
    if (due.order.order.network != m_settings.network)
        return again(k_recheck_wait, due.claim.reason);
    const auto sighting = read(*tx_hash);
    if (!sighting) return again(k_recheck_wait, due.claim.reason);
    if (sighting->state == TransactionSighting::State::included) {
        if (!sighting->transaction->succeeded) return miss(due); // in another block, it failed
        const auto finalized = m_reader.newest(chain::TransactionReader::Level::finalized);
        if (finalized && *finalized >= sighting->transaction->block_number)
            return m_claims.look_again(due, std::nullopt, {});
        return again(k_recheck_wait, {});
    }
    if (!is_sure_of_absence(*sighting)) return again(k_recheck_wait, due.claim.reason);
    miss(due);
}

// An endpoint's back end may have a gap for a moment: only what is missing twice is lost.
void TransferJudge::miss(const store::DueClaim& due)
{
    if (due.claim.reason != k_missing && due.claim.reason != job::k_payment_lost)
        return m_claims.look_again(due, m_clock.now() + k_second_look, k_missing);
    const bool runs = m_ledger.lose(due) == store::Lost::runs_already;
    base::log::error("payment_lost", {{"job_id", due.order.view.job.id.text()},
                                      {"tx_hash", due.claim.tx_hash},
                                      {"runs", runs ? "yes" : "no"}});
    if (runs) m_claims.look_again(due, m_clock.now() + k_recheck_wait, job::k_payment_lost);
}

} // namespace pay
