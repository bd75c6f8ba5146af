// What a chain endpoint says of a transaction: receipt, call and logs as JSON, the transfers in
// them, and which orders they are bound to. What comes out must be what rail v1 may rely on.
#include "chain/rpc_replies.hpp"
#include "chain/transaction_sighting.hpp"
#include "pay/memo_binding.hpp"

#include <cstdlib>
#include <string_view>

namespace {

namespace json = base::json;

const value::TxHash k_tx{value::Digest{base::Sha256{0xab}}};
const value::EvmAddress k_token =
    *value::EvmAddress::parse("0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const value::EvmAddress k_pay_to =
    *value::EvmAddress::parse("0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC");
const value::EvmAddress k_earlier =
    *value::EvmAddress::parse("0x4C44CdDdB6a900fa2b585dd299e03d12FA4293BC");
const chain::Watched k_watched{k_token, {k_pay_to, k_earlier}};

void require(bool holds)
{
    if (!holds) std::abort();
}

store::NamedOrder order_of(std::int64_t seq, const value::JobId& id)
{
    return {.job_seq = seq,
            .id = id,
            .price = value::AtomicUsd::from_atoms(500'000),
            .created = base::Instant{},
            .state = job::State::awaiting_payment,
            .network = *value::EvmNetwork::parse("eip155:8453"),
            .asset = k_token,
            .pay_to = k_pay_to,
            .paid_by = std::nullopt};
}

void bind(const chain::IncludedTransaction& transaction)
{
    static const value::JobId s_by_word = *value::JobId::parse("job_" + std::string(26, '0'));
    const pay::OrderNames names{
        .by_id = [](const value::JobId& id) { return std::optional{order_of(1, id)}; },
        .by_commitment = [](const value::Digest& word) -> std::optional<store::NamedOrder> {
            if (word.bytes()[0] != 0x77) return std::nullopt;
            return order_of(2, s_by_word);
        }};
    const auto standing = [](const chain::IncomingTransfer& transfer) {
        return pay::TransferStanding{.is_taken = false, .is_ripe = transfer.log_index % 2 == 0};
    };
    const auto bound = pay::bind_transfers(transaction, k_token, names, {}, standing);
    // No transfer pays for two orders.
    std::set<std::size_t> used;
    for (const auto* group : {&bound.exact, &bound.inexact, &bound.elsewhere})
        for (const pay::Binding& each : *group) {
            require(each.transfer < transaction.incoming.size());
            require(used.insert(each.transfer).second);
        }
    for (const pay::Binding& each : bound.exact) {
        require(transaction.incoming[each.transfer].value == each.order.price);
        require(transaction.incoming[each.transfer].recipient == each.order.pay_to);
    }
}

void try_transaction(const json_t* reply_view)
{
    const json_t* receipt_view = json::object_member(reply_view, "receipt");
    const json_t* call_view = json::object_member(reply_view, "transaction");
    if (receipt_view == nullptr || call_view == nullptr) return;
    const auto receipt = chain::parse_receipt(json::share(receipt_view), k_tx);
    auto call = chain::parse_transaction(call_view, k_tx);
    if (!receipt || !call) return;
    const auto transaction = chain::included_in(k_tx, *receipt, std::move(*call), k_watched);
    if (!transaction) return;
    require(transaction->succeeded || transaction->incoming.empty());
    for (std::size_t i = 0; i < transaction->incoming.size(); ++i) {
        require(transaction->incoming[i].value > value::AtomicUsd{});
        require(k_watched.recipients.contains(transaction->incoming[i].recipient));
        require(i == 0 ||
                transaction->incoming[i - 1].log_index < transaction->incoming[i].log_index);
    }
    bind(*transaction);
}

void try_scan(const json_t* reply_view)
{
    const auto hints =
        chain::transfer_hints(json::array_member(reply_view, "logs"), k_watched, 5, 500);
    if (!hints) return;
    for (const chain::TransferHint& each : *hints)
        require(each.block_number >= 5 && each.block_number <= 500);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto parsed = json::parse(base::text_of({data, size}));
    if (!parsed || !json_is_object(parsed->get())) return 0;
    try_transaction(parsed->get());
    try_scan(parsed->get());
    return 0;
}
