#include "chain/rpc_replies.hpp"

#include "chain/rpc_members.hpp"

namespace chain {

namespace json = base::json;

std::optional<BlockHeader> parse_block(const json_t* block_view)
{
    const auto number = count_member(block_view, "number");
    const auto timestamp = count_member(block_view, "timestamp");
    const auto hash = digest_member(block_view, "hash");
    if (!number || !timestamp || !hash) return std::nullopt;
    return BlockHeader{*number, static_cast<std::int64_t>(*timestamp), *hash};
}

std::optional<Receipt> parse_receipt(json::Ref receipt, const value::TxHash& tx_hash)
{
    const json_t* receipt_view = receipt.get();
    const auto number = count_member(receipt_view, "blockNumber");
    const auto hash = digest_member(receipt_view, "blockHash");
    if (!number || !hash || tx_hash_member(receipt_view, "transactionHash") != tx_hash ||
        json::array_member(receipt_view, "logs") == nullptr)
        return std::nullopt;
    // Absent before Byzantium, and in what is not a success.
    const bool succeeded = count_member(receipt_view, "status") == 1U;
    return Receipt{succeeded, *number, *hash, std::move(receipt)};
}

} // namespace chain
