#include "chain/rpc_replies.hpp"

#include "chain/rpc_members.hpp"

namespace chain {

namespace json = base::json;

namespace {

// Nodes relay no transaction of more bytes than that, its other members included.
constexpr std::size_t k_input_max_bytes = 131'072;
constexpr std::size_t k_input_max_chars = 2 + 2 * k_input_max_bytes;

bool is_there(const json_t* object_view, const char* key)
{
    const json_t* found_view = json::member(object_view, key);
    return found_view != nullptr && !json_is_null(found_view);
}

} // namespace

std::optional<BlockHeader> parse_block(const json_t* block_view)
{
    const auto number = count_member(block_view, "number");
    const auto timestamp = count_member(block_view, "timestamp");
    const auto hash = digest_member(block_view, "hash");
    if (!number || !timestamp || !hash) return std::nullopt;
    return BlockHeader{*number, static_cast<std::int64_t>(*timestamp), *hash,
                       count_member(block_view, "baseFeePerGas")};
}

std::optional<Receipt> parse_receipt(json::Ref receipt, const value::TxHash& tx_hash)
{
    const json_t* receipt_view = receipt.get();
    const auto number = count_member(receipt_view, "blockNumber");
    const auto hash = digest_member(receipt_view, "blockHash");
    if (!number || !hash || tx_hash_member(receipt_view, "transactionHash") != tx_hash ||
        json::array_member(receipt_view, "logs") == nullptr)
        return std::nullopt;
    const auto status = count_member(receipt_view, "status");
    return Receipt{.succeeded =
                       status == 1U || status == 0U ? std::optional{status == 1U} : std::nullopt,
                   .block_number = *number,
                   .block_hash = *hash,
                   .sender = address_member(receipt_view, "from"),
                   .json = std::move(receipt)};
}

std::optional<TransactionCall> parse_transaction(const json_t* transaction_view,
                                                 const value::TxHash& tx_hash)
{
    if (tx_hash_member(transaction_view, "hash") != tx_hash) return std::nullopt;
    TransactionCall out;
    out.from = address_member(transaction_view, "from");
    if (is_there(transaction_view, "to")) {
        out.to = address_member(transaction_view, "to");
        if (!out.to) return std::nullopt;
    }
    if (is_there(transaction_view, "input")) {
        const auto text = json::text_member(transaction_view, "input");
        if (!text || text->size() > k_input_max_chars) return std::nullopt;
        auto input = base::from_hex_0x(*text);
        if (!input) return std::nullopt;
        out.input = std::move(*input);
    }
    return out;
}

} // namespace chain
