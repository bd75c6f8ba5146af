#include "pay/transfer_judge.hpp"

#include "base/log.hpp"
#include "chain/recover.hpp"
#include "pay/called_authorizations.hpp"
#include "pay/orphans.hpp"
#include "pay/transfer_verdict.hpp"

#include <algorithm>
#include <set>

namespace pay {

namespace {

using chain::TransactionSighting;
using std::chrono::seconds;
using store::Confirmed;

// By then no order that a transfer could pay still waits for it.
constexpr seconds k_orphan_after{3600};

// Each a few hundred orders: as many as can be made in the same time.
constexpr int k_clock_rounds = 8;

// Pending, for the buyer: see k_relayed_patience.
constexpr std::string_view k_relayed = "relayed";

TransferJudge::Judged unread(chain::ReadRefusal refusal)
{
    switch (refusal) {
    case chain::ReadRefusal::unreachable:
    case chain::ReadRefusal::stale: return TransferJudge::Judged::unread;
    case chain::ReadRefusal::disagreement: return TransferJudge::Judged::open;
    case chain::ReadRefusal::too_large: return TransferJudge::Judged::too_large;
    }
    return TransferJudge::Judged::unread;
}

bool is_among(const std::vector<store::NamedOrder>& orders, const store::DueClaim& claim)
{
    return std::ranges::find(orders, claim.order.view.job.seq, &store::NamedOrder::job_seq) !=
           orders.end();
}

} // namespace

TransferJudge::TransferJudge(const store::Access& at, chain::TransactionReader& reader,
                             const JudgeSettings& settings)
    : m_names{at}, m_ledger{at}, m_claims{at}, m_clocks{at}, m_scans{at}, m_waiting{at},
      m_reader{reader}, m_clock{at.clock}, m_settings{settings}, m_earlier{at, m_settings}
{
}

base::Result<TransactionSighting, chain::ReadRefusal> TransferJudge::read(
    const value::TxHash& tx_hash)
{
    chain::Recipients recipients = m_earlier.recipients();
    for (const value::EvmAddress& each :
         m_names.claimed_recipients(m_settings.network, m_settings.token, tx_hash))
        recipients.insert(each);
    auto sighting = m_reader.transaction(tx_hash, recipients);
    if (!sighting && sighting.error() == chain::ReadRefusal::disagreement) {
        m_disagreed = m_clock.now();
        base::log::error("endpoints_disagree", {{"tx_hash", tx_hash.text()}});
    }
    return sighting;
}

bool TransferJudge::has_disagreed(seconds age) const
{
    return m_disagreed && m_clock.now() - *m_disagreed < age;
}

// Every endpoint that would be asked to confirm it says that it is not there.
bool TransferJudge::is_sure_of_absence(const TransactionSighting& sighting) const
{
    return sighting.head.is_fresh &&
           sighting.sources >= std::min<std::size_t>(2, m_reader.endpoint_count());
}

bool TransferJudge::is_enough(const TransactionSighting& sighting, seconds waited) const
{
    if (sighting.sources >= 2) return true;
    const auto& incoming = sighting.transaction.value().incoming;
    const bool is_small = std::all_of(incoming.begin(), incoming.end(), [&](const auto& each) {
        return each.value <= m_settings.single_source_max;
    });
    if (!is_small) return false;
    // The only endpoint there is: the operator trusts it that far.
    if (m_reader.endpoint_count() == 1) return true;
    if (waited < k_lone_patience || sighting.depth < k_lone_depth) return false;
    base::log::warning("one_endpoint_believed",
                       {{"tx_hash", sighting.transaction->tx_hash.text()}});
    return true;
}

// Paid, and not final yet: does the chain still have it?
TransferJudge::Judged TransferJudge::judge_transfer(const value::TxHash& tx_hash)
{
    const auto sighting = read(tx_hash);
    if (!sighting) return unread(sighting.error());
    if (sighting->state == TransactionSighting::State::unseen && is_sure_of_absence(*sighting))
        return Judged::absent;
    if (sighting->state != TransactionSighting::State::included) return Judged::open;
    // How long it has been there by chain time stands for how long it was waited for.
    const auto age = seconds{sighting->head.timestamp_s - sighting->transaction->block_time_s};
    if (!is_enough(*sighting, age)) return Judged::open;
    return judge(*sighting->transaction);
}

void TransferJudge::note_dust(const std::vector<chain::TransferHint>& dust, std::int64_t head_s)
{
    store::Judgement noted;
    for (const chain::TransferHint& each : dust)
        noted.came.push_back({.network = m_settings.network,
                              .tx_hash = each.tx_hash.text(),
                              .log_index = each.log_index,
                              .asset = m_settings.token,
                              .payer = each.payer,
                              .value = each.value,
                              .nonce = std::nullopt,
                              .block_number = each.block_number,
                              .block_time_s = head_s});
    if (!dust.empty())
        m_ledger.record(noted, [](const auto&) { return std::vector<store::ClaimAnswer>{}; });
}

job::Transfer TransferJudge::transfer_of(const chain::IncludedTransaction& transaction,
                                         const chain::IncomingTransfer& incoming) const
{
    return {.network = m_settings.network,
            .tx_hash = transaction.tx_hash.text(),
            .log_index = incoming.log_index,
            .asset = m_settings.token,
            .payer = incoming.payer,
            .value = incoming.value,
            .nonce = incoming.nonce,
            .block_number = transaction.block_number,
            .block_time_s = transaction.block_time_s};
}

// Before anything is asked of the ledger, which knows a transfer by its place.
void TransferJudge::relocate(const chain::IncludedTransaction& transaction)
{
    std::vector<job::Transfer> transfers;
    for (const auto& incoming : transaction.incoming)
        transfers.push_back(transfer_of(transaction, incoming));
    m_ledger.relocate(transfers);
}

bool TransferJudge::is_of_our_token(const value::EvmNetwork& network,
                                    const value::EvmAddress& asset) const
{
    return network == m_settings.network && asset == m_settings.token;
}

// A transfer of this token pays for no order of another one.
std::optional<store::NamedOrder> TransferJudge::ours(std::optional<store::NamedOrder> order) const
{
    if (!order || !is_of_our_token(order->network, order->asset)) return std::nullopt;
    return order;
}

// What names in calldata are worth depends on how long the transfer has been seen for. The absolute
// value: a clock that was set back must not hold anybody for long.
TransferStanding TransferJudge::standing(const job::Transfer& transfer)
{
    const auto seen = m_ledger.first_seen(transfer);
    return {.is_taken = m_ledger.is_facilitators(transfer),
            .is_ripe = seen && std::chrono::abs(m_clock.now() - *seen) >= k_relayed_patience};
}

// A buyer of this rail whose authorization has another nonce than their order's: the client that
// presented it on rail v2 first has bought with it, in the transaction that this tells.
std::optional<value::TxHash> TransferJudge::settled_on_v2(
    const chain::IncludedTransaction& transaction)
{
    auto called = called_authorizations(transaction.input);
    for (const auto& incoming : transaction.incoming)
        if (incoming.nonce) called.push_back({incoming.payer, *incoming.nonce});
    for (const CalledAuthorization& each : called)
        if (auto tx_hash = m_ledger.settled_on_v2(m_settings.network, m_settings.token, each.payer,
                                                  each.nonce))
            return tx_hash;
    return std::nullopt;
}

// Reads, decides, writes once.
TransferJudge::Judged TransferJudge::judge(const chain::IncludedTransaction& transaction)
{
    relocate(transaction);
    const Evidence evidence = gather(transaction);
    const store::Judgement judgement = decide(transaction, evidence.bindings);
    const auto recorded = m_ledger.record(judgement, [&](const store::Recorded& written) {
        return answers(transaction, evidence, judgement, written);
    });
    for (std::size_t i = 0; i < judgement.payments.size(); ++i)
        if (recorded.payments[i] == Confirmed::now)
            base::log::info("payment_confirmed", {{"job_id", judgement.payments[i].order.id.text()},
                                                  {"tx_hash", transaction.tx_hash.text()}});
    return evidence.bindings.held.empty() ? Judged::decided : Judged::open;
}

// All that the ledger knows of it, and what contracts say of payers' signatures.
TransferJudge::Evidence TransferJudge::gather(const chain::IncludedTransaction& transaction)
{
    Evidence out;
    out.claims = m_claims.pending_claims_of(transaction.tx_hash.text());
    std::erase_if(out.claims, [&](const store::DueClaim& each) {
        return !is_of_our_token(each.order.order.network, each.order.order.asset);
    });
    const OrderNames names{
        .by_id = [&](const value::JobId& id) { return ours(m_names.named(id)); },
        .by_commitment = [&](const value::Digest& word) -> std::optional<store::NamedOrder> {
            return ours(m_names.named(word));
        }};
    // What is credited is bound all the same, so that a buyer who asks later hears why; the ledger
    // does not let it pay.
    out.proofs = proofs_in(transaction, out.claims);
    out.bindings = bind_transfers(
        transaction, m_settings.token, names, out.proofs.given,
        [&](const auto& incoming) { return standing(transfer_of(transaction, incoming)); });
    out.settled_in = settled_on_v2(transaction);
    out.found = found_text(transaction, out.settled_in);
    return out;
}

store::Judgement TransferJudge::decide(const chain::IncludedTransaction& transaction,
                                       const Bindings& bindings) const
{
    store::Judgement out;
    const auto bound = [&](const Binding& each) {
        return transfer_of(transaction, transaction.incoming[each.transfer]);
    };
    for (const Binding& each : bindings.exact) {
        if (is_late(transaction, each.order))
            out.owed.push_back({bound(each), each.order.job_seq, job::k_late});
        else
            out.payments.push_back({each.order, bound(each)});
    }
    for (const Binding& each : bindings.inexact)
        out.owed.push_back({bound(each), each.order.job_seq, "amount"});
    for (const Binding& each : bindings.elsewhere)
        out.owed.push_back({bound(each), each.order.job_seq, "recipient"});
    for (const chain::IncomingTransfer& incoming : transaction.incoming) {
        out.came.push_back(transfer_of(transaction, incoming));
        out.came.back().names_order = bindings.names_order;
    }
    return out;
}

// What each claim is told once that is written.
std::vector<store::ClaimAnswer> TransferJudge::answers(
    const chain::IncludedTransaction& transaction, const Evidence& evidence,
    const store::Judgement& judgement, const store::Recorded& written) const
{
    Verdicts verdicts{transaction, evidence.bindings};
    for (const Binding& each : evidence.bindings.exact)
        if (is_late(transaction, each.order)) verdicts.say(each.order, job::k_late);
    for (std::size_t i = 0; i < written.payments.size(); ++i)
        if (const auto word = refusal_word(written.payments[i]))
            verdicts.say(judgement.payments[i].order, *word);
    for (std::size_t i = 0; i < written.came.size(); ++i)
        verdicts.add_fate(transaction.incoming[i], written.came[i]);
    if (evidence.settled_in) verdicts.add_settlement(*evidence.settled_in);
    std::vector<store::ClaimAnswer> out;
    for (const store::DueClaim& claim : evidence.claims) {
        if (evidence.proofs.waiting.contains(claim.order.view.job.seq)) continue;
        if (const auto word = verdicts.of(claim))
            out.push_back(
                answer(claim, evidence, {.due = claim, .word = *word, .found = evidence.found}));
    }
    return out;
}

// `refusal`, unless the claim may yet turn out good.
store::ClaimAnswer TransferJudge::answer(const store::DueClaim& claim, const Evidence& evidence,
                                         store::ClaimAnswer refusal) const
{
    using Look = store::Claims::Look;
    const std::int64_t seq = claim.order.view.job.seq;
    const auto waited = std::chrono::floor<seconds>(m_clock.now() - claim.claim.created);
    const auto later = [&](std::string_view word, Look look) {
        return store::ClaimAnswer{
            .due = claim, .word = word, .look_next = next_look(claim), .look = look};
    };
    const auto unreachable = pending_word(chain::ReadRefusal::unreachable);
    // A contract that no endpoint ever asks to its end has signed nothing.
    if (evidence.proofs.unasked.contains(seq)) return later(unreachable, Look::at_nothing);
    if (evidence.proofs.unread.contains(seq) && !is_long(waited))
        return later(unreachable, Look::judged);
    if (is_among(evidence.bindings.held, claim)) return later(k_relayed, Look::judged);
    return refusal;
}

TransferJudge::Proofs TransferJudge::proofs_in(const chain::IncludedTransaction& transaction,
                                               const std::vector<store::DueClaim>& claims)
{
    Proofs out;
    for (const store::DueClaim& claim : claims) {
        const job::Job& job = claim.order.view.job;
        if (!claim.claim.payer_signature || is_too_early(transaction, job.created)) continue;
        const auto named = m_names.named(job.id);
        if (!named) continue;
        std::set<value::EvmAddress> asked;
        for (const auto& incoming : transaction.incoming) {
            if (incoming.value != job.price || !asked.insert(incoming.payer).second) continue;
            const Question question{claim, transaction.tx_hash, incoming.payer};
            if (is_signed(question)) {
                out.given.push_back({*named, incoming.payer});
                continue;
            }
            // What has a fate already pays for nothing else, whatever is signed.
            const auto fate = m_ledger.fate_of(transfer_of(transaction, incoming));
            if (fate && fate != job::Fate::waiting) continue;
            if (claim.waits) {
                out.waiting.insert(job.seq);
                continue;
            }
            if (m_questions.left == 0 || m_questions.time <= decltype(m_questions.time)::zero()) {
                out.unasked.insert(job.seq);
                continue;
            }
            const auto is_contracts = is_signed_by_contract(question);
            if (!is_contracts)
                out.unread.insert(job.seq);
            else if (*is_contracts)
                out.given.push_back({*named, incoming.payer});
        }
    }
    return out;
}

value::Digest TransferJudge::digest_of(const Question& question)
{
    const store::DueClaim& claim = question.claim;
    return chain::personal_digest(payer_message(claim.order.view.job.id, question.tx_hash,
                                                claim.order.order.network.chain_id()));
}

bool TransferJudge::is_signed(const Question& question)
{
    const auto signer =
        chain::recover_signer(digest_of(question), question.claim.claim.payer_signature.value());
    return signer && *signer == question.payer;
}

// nullopt: the payer may be a contract, and the chain could not be asked.
std::optional<bool> TransferJudge::is_signed_by_contract(const Question& question)
{
    const auto begin = std::chrono::steady_clock::now();
    const auto told = m_reader.is_contract_signature(question.payer, digest_of(question),
                                                     question.claim.claim.payer_signature.value());
    --m_questions.left;
    m_questions.time -= std::chrono::steady_clock::now() - begin;
    if (!told) return std::nullopt;
    return *told;
}

void TransferJudge::run_clocks()
{
    m_clocks.forget_old_counts();
    const auto cursor = m_scans.cursor(m_settings.network);
    if (!cursor) return;
    int expired = 0;
    for (int round = 0; round < k_clock_rounds; ++round) {
        const int more = m_clocks.expire(cursor->read_to_s);
        if (more == 0) break;
        expired += more;
    }
    if (expired != 0) base::log::info("orders_expired", {{"count", expired}});
    for (int round = 0; round < k_clock_rounds; ++round)
        if (m_clocks.forget_unpaid(cursor->read_to_s) == 0) break;
    const int orphans = credit_orphans(m_waiting, m_reader,
                                       {.network = m_settings.network,
                                        .recipients = m_earlier.recipients(),
                                        .before_s = cursor->read_to_s - k_orphan_after.count()});
    const int unasked = m_clocks.credit_never_resubmitted();
    if (orphans + unasked != 0)
        base::log::warning("credits_opened", {{"orphan", orphans}, {"never_resubmitted", unasked}});
}

} // namespace pay
