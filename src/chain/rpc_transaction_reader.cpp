#include "chain/rpc_transaction_reader.hpp"

#include "chain/log_search.hpp"
#include "chain/transaction_sighting.hpp"

#include <algorithm>
#include <tuple>

namespace chain {

namespace {

bool stands_before(const TransferHint& one, const TransferHint& other)
{
    return std::tie(one.block_number, one.log_index, one.tx_hash) <
           std::tie(other.block_number, other.log_index, other.tx_hash);
}

} // namespace

// Whether so many sources that say the same are enough.
bool RpcTransactionReader::is_enough(std::size_t sources) const
{
    return sources >= std::min(k_enough_sources, m_endpoints.count());
}

base::Result<ChainHead, ReadRefusal> RpcTransactionReader::head()
{
    std::optional<ChainHead> oldest;
    std::size_t sources = 0;
    const auto refusal =
        m_endpoints.survey(1, [&](RpcReading&, const ChainHead& head) -> Told<bool> {
            if (!oldest) oldest = head;
            oldest->number = std::min(oldest->number, head.number);
            oldest->timestamp_s = std::min(oldest->timestamp_s, head.timestamp_s);
            return ++sources == k_enough_sources;
        });
    if (refusal) return base::refuse(*refusal);
    return oldest.value();
}

base::Result<TransactionSighting, ReadRefusal> RpcTransactionReader::transaction(
    const value::TxHash& tx_hash, const Recipients& recipients)
{
    TransactionTally tally{m_confirmations};
    std::size_t overwhelmed = 0;
    const auto refusal =
        m_endpoints.survey(1, [&](RpcReading& reading, const ChainHead& head) -> Told<bool> {
            auto told = look_at_transaction(reading, head,
                                            {tx_hash, {m_token, recipients}, m_confirmations});
            if (!told && told.error().is_too_large) {
                ++overwhelmed;
                return false;
            }
            if (!told) return base::refuse(told.error());
            return tally.add(std::move(*told));
        });
    if (refusal) return base::refuse(*refusal);
    if (tally.is_contradicted()) return base::refuse(ReadRefusal::disagreement);
    if (tally.is_empty())
        return base::refuse(is_enough(overwhelmed) ? ReadRefusal::too_large
                                                   : ReadRefusal::unreachable);
    return std::move(tally).strongest();
}

base::Result<TransferSearch, ReadRefusal> RpcTransactionReader::transfers(
    std::uint64_t first, std::uint64_t last, const Recipients& recipients)
{
    if (first > last || recipients.empty())
        return TransferSearch{.hints = {}, .agreed = {}, .told_to = last, .agreed_to = last};
    std::set<TransferHint> found;
    std::set<TransferHint> agreed;
    std::vector<std::uint64_t> told_to; // by each that answered
    std::size_t overwhelmed = 0;        // by the first block
    bool has_failure = false;
    const auto refusal =
        m_endpoints.survey(1, [&](RpcReading& reading, const ChainHead& head) -> Told<bool> {
            if (head.number < first) return false;
            const std::uint64_t end = std::min(last, head.number);
            auto more = find_transfers(reading, {m_token, recipients}, first, end);
            has_failure |= !more;
            if (!more) return base::refuse(more.error());
            found.merge(more->hints);
            agreed.merge(more->hints); // what stays there after the merge was told before
            if (more->next > first)
                told_to.push_back(more->next - 1);
            else
                ++overwhelmed;
            return false;
        });
    if (told_to.empty() && is_enough(overwhelmed)) return base::refuse(ReadRefusal::too_large);
    if (told_to.empty())
        return base::refuse(has_failure || overwhelmed != 0 ? ReadRefusal::unreachable
                                                            : refusal.value_or(ReadRefusal::stale));
    std::sort(told_to.rbegin(), told_to.rend());
    TransferSearch out{.hints = {found.begin(), found.end()},
                       .agreed = std::move(agreed),
                       .told_to = told_to.front(),
                       .agreed_to = std::nullopt};
    if (told_to.size() >= k_enough_sources) out.agreed_to = told_to[k_enough_sources - 1];
    std::sort(out.hints.begin(), out.hints.end(), stands_before);
    return out;
}

base::Result<std::uint64_t, ReadRefusal> RpcTransactionReader::newest(Level level)
{
    const std::string_view name = level == Level::safe ? "safe" : "finalized";
    std::vector<std::uint64_t> numbers;
    const auto refusal =
        m_endpoints.survey(1, [&](RpcReading& reading, const ChainHead& head) -> Told<bool> {
            const auto block = reading.newest(name);
            if (!block) return base::refuse(block.error());
            if (!*block) return base::refuse(NoAnswer{"has no block of that level"});
            numbers.push_back(std::min((*block)->number, head.number));
            return numbers.size() == k_enough_sources;
        });
    if (refusal) return base::refuse(*refusal);
    return *std::min_element(numbers.begin(), numbers.end());
}

base::Result<std::uint64_t, ReadRefusal> RpcTransactionReader::block_at(std::int64_t time_s)
{
    std::uint64_t found = 0;
    const auto refusal =
        m_endpoints.survey(1, [&](RpcReading& reading, const ChainHead& head) -> Told<bool> {
            const auto block = find_block(reading, head, time_s);
            if (!block) return base::refuse(block.error());
            found = *block;
            return true;
        });
    if (refusal) return base::refuse(*refusal);
    return found;
}

base::Result<bool, ReadRefusal> RpcTransactionReader::is_contract_signature(
    const value::EvmAddress& account, const value::Digest& digest, const base::Bytes& signature)
{
    bool is_accepted = true;
    std::size_t sources = 0;
    const auto refusal =
        m_endpoints.survey(1, [&](RpcReading& reading, const ChainHead& head) -> Told<bool> {
            const auto told = reading.is_signed_by(account, digest, signature, head.number);
            if (!told) return base::refuse(told.error());
            is_accepted = *told; // a no is the last word
            return !is_accepted || ++sources == k_enough_sources;
        });
    if (refusal) return base::refuse(*refusal);
    return is_accepted;
}

} // namespace chain
