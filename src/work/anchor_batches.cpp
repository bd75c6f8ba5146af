// The half of the anchorer that chooses what is sent next, and what it may cost.
#include "base/log.hpp"
#include "work/anchorer.hpp"

#include <algorithm>

namespace work {

namespace {

using job::AnchorMethod;

// Base takes no transaction that asks for more (DESIGN.md, 8).
constexpr std::uint64_t k_most_gas = std::uint64_t{1} << 24U;

std::uint64_t with_margin(std::uint64_t gas)
{
    return gas + gas / 5;
}

std::vector<value::Digest> hashes_of(const std::vector<job::PendingAnchor>& batch)
{
    std::vector<value::Digest> out;
    out.reserve(batch.size());
    for (const job::PendingAnchor& each : batch) out.push_back(each.hash);
    return out;
}

void halve(std::vector<job::PendingAnchor>& batch)
{
    batch.erase(batch.begin() + static_cast<std::ptrdiff_t>((batch.size() + 1) / 2), batch.end());
}

} // namespace

value::EvmAddress Anchorer::callee(AnchorMethod method) const
{
    return method == AnchorMethod::eas ? m_settings.contract : m_key.address();
}

std::optional<Anchorer::Batch> Anchorer::due_batch()
{
    Batch waiting = m_records.pending(m_settings.batch_max);
    if (waiting.empty()) return std::nullopt;
    const bool is_full = waiting.size() == static_cast<std::size_t>(m_settings.batch_max);
    if (!is_full && !m_flush && is_younger(waiting.front().created, m_settings.batch_interval))
        return std::nullopt;
    // Those that go one way together: what has failed before goes apart from the rest.
    const job::PendingAnchor first = waiting.front();
    std::erase_if(waiting, [&](const job::PendingAnchor& each) {
        return each.aside.empty() != first.aside.empty() || each.batch_limit != first.batch_limit;
    });
    if (first.batch_limit > 0 && waiting.size() > static_cast<std::size_t>(first.batch_limit))
        waiting.erase(waiting.begin() + first.batch_limit, waiting.end());
    return waiting;
}

std::optional<AnchorMethod> Anchorer::method_for(const Batch& batch)
{
    if (m_settings.method == AnchorMethod::selfsend || !batch.front().aside.empty())
        return AnchorMethod::selfsend;
    const auto has_code = m_chain.has_code(m_settings.contract);
    if (!has_code) return std::nullopt;
    if (!*has_code) {
        m_troubles.insert(AnchorTrouble::contract_missing);
        return AnchorMethod::selfsend;
    }
    m_troubles.erase(AnchorTrouble::contract_missing);
    return AnchorMethod::eas;
}

bool Anchorer::set_stamped_aside(Batch& batch)
{
    const auto stamped = m_chain.are_stamped(m_settings.contract, hashes_of(batch));
    if (!stamped) return false;
    Batch rest;
    for (std::size_t i = 0; i < batch.size(); ++i) {
        if (stamped->at(i)) {
            base::log::warning("anchor_stamped_before", {{"hash", batch[i].hash.text()}});
            m_anchors.set_aside(batch[i], "stamped_by_stranger");
        } else {
            rest.push_back(batch[i]);
        }
    }
    batch = std::move(rest);
    return true;
}

std::optional<std::uint64_t> Anchorer::fit(Batch& batch, AnchorMethod method)
{
    while (!batch.empty() && m_keep_going()) {
        const auto gas = m_chain.estimate({.from = m_key.address(),
                                           .to = callee(method),
                                           .data = calldata(method, hashes_of(batch))});
        if (!gas) return std::nullopt;
        const std::size_t size = batch.size();
        if (*gas && with_margin(**gas) <= k_most_gas) return with_margin(**gas);
        if (!*gas && method == AnchorMethod::eas) {
            if (!set_stamped_aside(batch)) return std::nullopt;
            if (batch.size() < size) continue;
            if (size == 1) {
                m_anchors.set_aside(batch.front(), "reverted");
                return std::nullopt;
            }
        }
        if (size == 1) {
            m_troubles.insert(AnchorTrouble::refused);
            return std::nullopt;
        }
        halve(batch);
    }
    return std::nullopt;
}

std::optional<AnchorFees> Anchorer::affordable_fees(std::uint64_t gas_limit, std::size_t bytes)
{
    const auto price = m_chain.gas_price();
    if (!price) return std::nullopt;
    const auto fees = first_fees(*price, m_settings.max_fee_wei);
    if (!fees) {
        m_troubles.insert(AnchorTrouble::fee_limit);
        return std::nullopt;
    }
    const auto data_fee = m_chain.data_fee(bytes);
    const auto balance = m_chain.balance(m_key.address());
    if (!data_fee || !balance) return std::nullopt;
    if (*balance < chain::Uint256{gas_limit * fees->max_fee_wei + *data_fee}) {
        m_troubles.insert(AnchorTrouble::balance_spent);
        return std::nullopt;
    }
    return fees;
}

bool Anchorer::send_batch()
{
    constexpr std::size_t k_signature_bytes = 200; // and whatever else is around the calldata
    auto batch = due_batch();
    if (!batch) {
        m_flush = false;
        return false;
    }
    const auto method = method_for(*batch);
    if (!method) return false;
    const auto gas_limit = fit(*batch, *method);
    if (!gas_limit) return false;
    const auto data = calldata(*method, hashes_of(*batch));
    const auto fees = affordable_fees(*gas_limit, data.size() + k_signature_bytes);
    if (!fees) return false;

    const std::uint64_t nonce =
        m_records.next_nonce(m_settings.network, m_key.address()).value_or(0);
    job::AnchorTx tx{.network = m_settings.network,
                     .sender = m_key.address(),
                     .nonce = nonce,
                     .method = *method,
                     .callee = callee(*method),
                     .gas_limit = *gas_limit,
                     .tx_hash = std::nullopt,
                     .block_number = std::nullopt};
    const auto attempt = sign(tx, data, *fees);
    tx = m_anchors.begin(tx, attempt, *batch);
    base::log::info(
        "anchor_signed",
        {{"hashes", batch->size()}, {"nonce", nonce}, {"tx_hash", attempt.tx_hash.text()}});
    send(tx, attempt.raw);
    return true;
}

} // namespace work
