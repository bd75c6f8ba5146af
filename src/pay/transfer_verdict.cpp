#include "pay/transfer_verdict.hpp"

#include "base/concat.hpp"
#include "base/json.hpp"

#include <algorithm>

namespace pay {

namespace {

namespace json = base::json;
using std::chrono::seconds;

bool names(const std::vector<Binding>& bindings, std::int64_t job_seq)
{
    return std::any_of(bindings.begin(), bindings.end(),
                       [&](const Binding& each) { return each.order.job_seq == job_seq; });
}

} // namespace

std::string_view pending_word(chain::ReadRefusal refusal)
{
    switch (refusal) {
    case chain::ReadRefusal::unreachable: return "chain_unreachable";
    case chain::ReadRefusal::stale: return "chain_lags";
    case chain::ReadRefusal::disagreement: return "endpoints_disagree";
    case chain::ReadRefusal::too_large: return job::k_unreadable;
    }
    return "chain_unreachable";
}

std::optional<std::string_view> refusal_word(store::Confirmed confirmed)
{
    switch (confirmed) {
    case store::Confirmed::now:
    case store::Confirmed::before: return std::nullopt;
    case store::Confirmed::already_used: return job::k_already_used;
    case store::Confirmed::already_paid: return job::k_already_paid;
    }
    return std::nullopt;
}

bool is_late(const chain::IncludedTransaction& transaction, const store::NamedOrder& order)
{
    const auto end = order.created + job::k_transfer_window + job::k_transfer_grace;
    return transaction.block_time_s > base::to_seconds(end);
}

bool is_too_early(const chain::IncludedTransaction& transaction, base::Instant created)
{
    return transaction.block_time_s < base::to_seconds(created - job::k_signature_margin);
}

Verdicts::Verdicts(const chain::IncludedTransaction& transaction, const Bindings& bindings)
    : m_transaction{transaction}, m_bindings{bindings}
{
}

void Verdicts::say(const store::NamedOrder& order, std::string_view word)
{
    m_said[order.job_seq] = word;
}

void Verdicts::add_fate(const chain::IncomingTransfer& incoming, std::optional<job::Fate> fate)
{
    m_came.push_back({incoming, fate.value_or(job::Fate::waiting)});
}

std::optional<std::string_view> Verdicts::of(const store::DueClaim& claim) const
{
    const job::Job& job = claim.order.view.job;
    if (!m_transaction.succeeded) return m_settled_in ? job::k_paid_on_v2 : job::k_reverted;
    if (m_transaction.incoming.empty())
        return m_settled_in ? job::k_paid_on_v2 : job::k_no_transfer;
    if (const auto said = m_said.find(job.seq); said != m_said.end()) return said->second;
    if (names(m_bindings.exact, job.seq)) return std::nullopt;
    if (std::any_of(m_bindings.ambiguous.begin(), m_bindings.ambiguous.end(),
                    [&](const auto& each) { return each.job_seq == job.seq; }))
        return job::k_ambiguous_binding;
    bool is_to_payee = false;
    bool has_exact = false;
    bool has_free = false;
    for (const auto& [incoming, fate] : m_came) {
        if (incoming.recipient != claim.order.order.pay_to) continue;
        is_to_payee = true;
        has_exact |= incoming.value == job.price;
        has_free |= incoming.value == job.price && fate == job::Fate::waiting;
    }
    if (!is_to_payee || names(m_bindings.elsewhere, job.seq)) return job::k_wrong_recipient;
    if (!has_exact || names(m_bindings.inexact, job.seq)) return job::k_amount_mismatch;
    if (has_free) return job::k_memo_missing;
    return m_settled_in ? job::k_paid_on_v2 : job::k_already_used;
}

std::string found_text(const chain::IncludedTransaction& transaction,
                       const std::optional<value::TxHash>& settled_in)
{
    json::Ref transfers = json::array();
    for (const auto& each : transaction.incoming)
        json::append(transfers.get(),
                     json::object("log_index", each.log_index, "payer", each.payer.text(),
                                  "recipient", each.recipient.text(), "amount",
                                  each.value.atoms_text()));
    json::Ref out = json::object("block_number", transaction.block_number, "succeeded",
                                 transaction.succeeded, "transfers", std::move(transfers));
    if (settled_in) json::set(out.get(), "settled_in", json::value(settled_in->text()));
    return json::dump(out.get());
}

} // namespace pay
