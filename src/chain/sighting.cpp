#include "chain/sighting.hpp"

#include "chain/authorization_logs.hpp"
#include "chain/log_search.hpp"

namespace chain {

namespace json = base::json;

std::uint64_t depth_of(std::uint64_t block, const ChainHead& head)
{
    return head.number >= block ? head.number - block + 1 : 0;
}

ChainHead older_of(const ChainHead& one, const ChainHead& other)
{
    return one.number <= other.number ? one : other;
}

Told<Sighting> look_at_receipt(RpcReading& reading, const value::TxHash& tx_hash,
                               const ExpectedTransfer& expected, const ChainHead& head,
                               std::uint64_t confirmations)
{
    Sighting unseen{.head = head, .use = AuthorizationUse::used_unseen, .place = std::nullopt};
    const auto asked = reading.receipt(tx_hash);
    if (!asked) return base::refuse(asked.error());
    const auto& receipt = *asked;
    if (!receipt || receipt->succeeded != true ||
        depth_of(receipt->block_number, head) < confirmations)
        return unseen;
    const auto judged = judge_logs(json::array_member(receipt->json.get(), "logs"), expected);
    if (judged.verdict == LogVerdict::not_here) return unseen;
    // Last, so that nothing is asked of the chain after it was found in place.
    const auto block = reading.block(receipt->block_number);
    if (!block) return base::refuse(block.error());
    if (!*block || (*block)->hash != receipt->block_hash) return unseen;
    return Sighting{.head = head,
                    .use = judged.verdict == LogVerdict::paid_by_it
                               ? AuthorizationUse::paid
                               : AuthorizationUse::spent_otherwise,
                    .place = TransferProof{.tx_hash = tx_hash,
                                           .block_number = receipt->block_number,
                                           .block_hash = receipt->block_hash,
                                           .log_index = judged.log_index,
                                           .block_time_s = (*block)->timestamp_s,
                                           .sender = receipt->sender}};
}

Told<Sighting> look_for_use(RpcReading& reading, const ExpectedTransfer& expected,
                            const ChainHead& head, std::int64_t not_before_s,
                            std::uint64_t confirmations)
{
    const auto is_used = reading.is_used(expected, head.number);
    if (!is_used) return base::refuse(is_used.error());
    if (!*is_used)
        return Sighting{.head = head, .use = AuthorizationUse::unused, .place = std::nullopt};
    const auto tx_hash = find_use(reading, expected, head, not_before_s);
    if (!tx_hash) return base::refuse(tx_hash.error());
    if (!*tx_hash)
        return Sighting{.head = head, .use = AuthorizationUse::used_unseen, .place = std::nullopt};
    return look_at_receipt(reading, **tx_hash, expected, head, confirmations);
}

std::optional<bool> agree(const Sighting& one, const Sighting& other)
{
    if (one.use == other.use) return one.place == other.place;
    if (one.use == AuthorizationUse::unused || other.use == AuthorizationUse::unused) {
        const auto& without = one.use == AuthorizationUse::unused ? one : other;
        const auto& with = one.use == AuthorizationUse::unused ? other : one;
        if (with.place && without.head.number < with.place->block_number) return std::nullopt;
    }
    return false;
}

} // namespace chain
