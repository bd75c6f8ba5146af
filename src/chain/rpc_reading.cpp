#include "chain/rpc_reading.hpp"

#include "base/concat.hpp"
#include "chain/hex_quantity.hpp"

#include <algorithm>
#include <array>

namespace chain {

namespace json = base::json;

namespace {

constexpr std::string_view k_authorization_state = "0xe94a0102"; // (address,bytes32) returns (bool)

// Words with which providers refuse a search over too many blocks, or one that finds or takes too
// much: there is no code that they agree on.
bool wants_fewer_blocks(const RpcError& error)
{
    constexpr std::int64_t k_limit_exceeded = -32005; // EIP-1474
    constexpr auto k_words = std::to_array<std::string_view>(
        {"range", "limit", "too many", "too large", "exceed", "more than", "timeout", "timed out"});
    std::string text = error.message;
    std::transform(text.begin(), text.end(), text.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return error.code == k_limit_exceeded ||
           std::any_of(k_words.begin(), k_words.end(),
                       [&](auto word) { return text.find(word) != std::string::npos; });
}

base::Refused<NoAnswer> no_answer(const RpcFailure& failure)
{
    return base::refuse(NoAnswer{describe(failure)});
}

} // namespace

Told<json::Ref> RpcReading::ask(std::string_view method, json::Ref parameters)
{
    auto answer = m_endpoint.call(method, std::move(parameters), m_deadline);
    if (!answer) return no_answer(answer.error());
    return std::move(*answer);
}

base::Refused<NoAnswer> RpcReading::nonsense(std::string_view method)
{
    auto detail = base::concat("an unreadable answer to ", method);
    m_endpoint.gave_nonsense(detail);
    return base::refuse(NoAnswer{std::move(detail)});
}

Told<BlockHeader> RpcReading::head()
{
    constexpr std::string_view k_method = "eth_getBlockByNumber";
    const auto answer = ask(k_method, json::array("latest", false));
    if (!answer) return base::refuse(answer.error());
    auto block = parse_block(answer->get());
    if (!block) return nonsense(k_method);
    return *block;
}

Told<std::optional<BlockHeader>> RpcReading::block(std::uint64_t number)
{
    constexpr std::string_view k_method = "eth_getBlockByNumber";
    const auto answer = ask(k_method, json::array(quantity_text(number), false));
    if (!answer) return base::refuse(answer.error());
    if (json_is_null(answer->get())) return std::optional<BlockHeader>{};
    const auto block = parse_block(answer->get());
    if (!block || block->number != number) return nonsense(k_method);
    return block;
}

Told<std::optional<Receipt>> RpcReading::receipt(const value::TxHash& tx_hash)
{
    constexpr std::string_view k_method = "eth_getTransactionReceipt";
    auto answer = ask(k_method, json::array(tx_hash.text()));
    if (!answer) return base::refuse(answer.error());
    if (json_is_null(answer->get())) return std::optional<Receipt>{};
    auto receipt = parse_receipt(std::move(*answer), tx_hash);
    if (!receipt) return nonsense(k_method);
    return receipt;
}

Told<bool> RpcReading::is_used(const ExpectedTransfer& expected, std::uint64_t at)
{
    constexpr std::string_view k_method = "eth_call";
    const auto data =
        base::concat(k_authorization_state, std::string(24, '0'),
                     base::to_hex(expected.payer.bytes()), base::to_hex(expected.nonce.bytes()));
    const auto answer =
        ask(k_method, json::array(json::object("to", expected.token.text(), "data", data),
                                  quantity_text(at)));
    if (!answer) return base::refuse(answer.error());
    // One word, 0 or 1. "0x": no such function or no contract, which is no answer at all.
    const auto word = json_is_string(answer->get())
                          ? value::Digest::parse(json::text_of(answer->get()))
                          : std::nullopt;
    const auto state = word ? Uint256::from_bytes(word->bytes()).to_int64() : std::nullopt;
    if (state != 0 && state != 1) return nonsense(k_method);
    return state == 1;
}

Told<std::optional<json::Ref>> RpcReading::logs(json::Ref filter)
{
    constexpr std::string_view k_method = "eth_getLogs";
    auto answer = m_endpoint.call(k_method, json::array(std::move(filter)), m_deadline);
    if (!answer) {
        const auto* error = std::get_if<RpcError>(&answer.error());
        if (error != nullptr && wants_fewer_blocks(*error)) return std::optional<json::Ref>{};
        return no_answer(answer.error());
    }
    if (!json_is_array(answer->get())) return nonsense(k_method);
    return std::optional{std::move(*answer)};
}

} // namespace chain
