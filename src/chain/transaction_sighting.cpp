#include "chain/transaction_sighting.hpp"

#include "chain/sighting.hpp"

#include <algorithm>

namespace chain {

namespace json = base::json;
using State = TransactionSighting::State;

namespace {

// The tally takes the greater for the stronger.
static_assert(State::unseen < State::in_mempool && State::in_mempool < State::shallow &&
              State::shallow < State::included);

} // namespace

std::optional<IncludedTransaction> included_in(const value::TxHash& tx_hash, const Receipt& receipt,
                                               TransactionCall call, const Watched& watched)
{
    if (!receipt.succeeded) return std::nullopt;
    IncludedTransaction out{.tx_hash = tx_hash,
                            .block_number = receipt.block_number,
                            .block_hash = receipt.block_hash,
                            .block_time_s = 0,
                            .succeeded = *receipt.succeeded,
                            .incoming = {},
                            .sender = call.from,
                            .to = call.to,
                            .input = std::move(call.input)};
    if (!out.succeeded) return out;
    auto incoming = incoming_transfers(json::array_member(receipt.json.get(), "logs"), watched);
    if (!incoming) return std::nullopt;
    out.incoming = std::move(*incoming);
    return out;
}

Told<TransactionSighting> look_at_transaction(RpcReading& reading, const ChainHead& head,
                                              const TransactionQuestion& question)
{
    TransactionSighting told{.state = State::unseen,
                             .head = head,
                             .depth = 0,
                             .sources = 1,
                             .transaction = std::nullopt};
    const auto receipt = reading.receipt(question.tx_hash);
    if (!receipt) return base::refuse(receipt.error());
    if (!*receipt) {
        const auto call = reading.transaction(question.tx_hash);
        if (!call) return base::refuse(call.error());
        if (*call) told.state = State::in_mempool;
        return told;
    }

    told.state = State::shallow;
    const std::uint64_t depth = depth_of((*receipt)->block_number, head);
    if (depth < question.confirmations) return told;
    auto call = reading.transaction(question.tx_hash);
    if (!call) return base::refuse(call.error());
    // Its back ends differ. Without the input a memo would be missing that is there.
    if (!*call) return base::refuse(NoAnswer{"has a receipt of a transaction it does not know"});
    auto included = included_in(question.tx_hash, **receipt, std::move(**call), question.watched);
    if (!included) return reading.nonsense(RpcReading::k_get_receipt);
    // Last, so that nothing is asked of the chain after it was found in place.
    const auto block = reading.block((*receipt)->block_number);
    if (!block) return base::refuse(block.error());
    if (!*block || (*block)->hash != included->block_hash) return told;

    included->block_time_s = (*block)->timestamp_s;
    told.state = State::included;
    told.depth = depth;
    told.transaction = std::move(included);
    return told;
}

bool TransactionTally::add(TransactionSighting told)
{
    if (told.state != State::included)
        m_newest_without = std::max(m_newest_without, told.head.number);
    if (!m_strongest || told.state > m_strongest->state) {
        m_strongest = std::move(told);
    } else if (told.state == m_strongest->state) {
        m_is_contradicted |= told.transaction != m_strongest->transaction;
        ++m_strongest->sources;
        m_strongest->head = older_of(m_strongest->head, told.head);
    }
    if (const auto& found = m_strongest->transaction) {
        m_strongest->depth = depth_of(found->block_number, m_strongest->head);
        m_is_contradicted |= m_newest_without >= found->block_number + m_confirmations;
    }
    return m_is_contradicted || m_strongest->sources == k_enough_sources;
}

} // namespace chain
