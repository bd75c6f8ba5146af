#include "chain/rpc_reading.hpp"

#include "base/concat.hpp"
#include "chain/eip1271.hpp"
#include "chain/hex_quantity.hpp"
#include "chain/rpc_refusals.hpp"

namespace chain {

namespace json = base::json;

namespace {

constexpr std::string_view k_get_block = "eth_getBlockByNumber";
constexpr std::string_view k_authorization_state = "0xe94a0102"; // (address,bytes32) returns (bool)

base::Refused<NoAnswer> no_answer(const RpcFailure& failure)
{
    const auto* error = std::get_if<RpcError>(&failure);
    const bool is_too_large =
        error != nullptr ? is_about_size(*error) : std::holds_alternative<AnswerTooLarge>(failure);
    return base::refuse(NoAnswer{describe(failure), is_too_large});
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
    const auto block = block_at("latest");
    if (!block) return base::refuse(block.error());
    if (!*block) return nonsense(k_get_block);
    return **block;
}

Told<std::optional<BlockHeader>> RpcReading::block(std::uint64_t number)
{
    auto block = block_at(quantity_text(number));
    if (block && *block && (*block)->number != number) return nonsense(k_get_block);
    return block;
}

Told<std::optional<BlockHeader>> RpcReading::block_at(std::string_view place)
{
    const auto answer = ask(k_get_block, json::array(place, false));
    // No block is that large when its transactions are left out.
    if (!answer && answer.error().is_too_large) return nonsense(k_get_block);
    if (!answer) return base::refuse(answer.error());
    if (json_is_null(answer->get())) return std::optional<BlockHeader>{};
    const auto block = parse_block(answer->get());
    if (!block) return nonsense(k_get_block);
    return block;
}

Told<std::optional<Receipt>> RpcReading::receipt(const value::TxHash& tx_hash)
{
    auto answer = ask(k_get_receipt, json::array(tx_hash.text()));
    if (!answer) return base::refuse(answer.error());
    if (json_is_null(answer->get())) return std::optional<Receipt>{};
    auto receipt = parse_receipt(std::move(*answer), tx_hash);
    if (!receipt) return nonsense(k_get_receipt);
    return receipt;
}

Told<std::optional<TransactionCall>> RpcReading::transaction(const value::TxHash& tx_hash)
{
    constexpr std::string_view k_method = "eth_getTransactionByHash";
    const auto answer = ask(k_method, json::array(tx_hash.text()));
    if (!answer) return base::refuse(answer.error());
    if (json_is_null(answer->get())) return std::optional<TransactionCall>{};
    auto call = parse_transaction(answer->get(), tx_hash);
    if (!call) return nonsense(k_method);
    return call;
}

Told<bool> RpcReading::is_used(const ExpectedTransfer& expected, std::uint64_t at)
{
    const auto data =
        base::concat(k_authorization_state, std::string(24, '0'),
                     base::to_hex(expected.payer.bytes()), base::to_hex(expected.nonce.bytes()));
    const auto answer = call(expected.token, data, at);
    if (!answer) return no_answer(answer.error());
    // One word, 0 or 1. "0x" is not an answer: there is no such function, or no contract.
    const auto word = json_is_string(answer->get())
                          ? value::Digest::parse(json::text_of(answer->get()))
                          : std::nullopt;
    const auto state = word ? Uint256::from_bytes(word->bytes()).to_int64() : std::nullopt;
    if (state != 0 && state != 1) return nonsense(k_call);
    return state == 1;
}

Told<bool> RpcReading::is_signed_by(const value::EvmAddress& account, const value::Digest& digest,
                                    base::ByteView signature, std::uint64_t at)
{
    const auto answer = call(account, signature_question(digest, signature), at);
    if (!answer) {
        const auto* error = std::get_if<RpcError>(&answer.error());
        if (error != nullptr && is_failed_call(*error)) return false;
        // The account chooses what it returns, and acceptance is one word.
        if (std::holds_alternative<AnswerTooLarge>(answer.error())) return false;
        return no_answer(answer.error());
    }
    const auto is_accepted =
        json_is_string(answer->get()) ? is_acceptance(json::text_of(answer->get())) : std::nullopt;
    if (!is_accepted) return nonsense(k_call);
    return *is_accepted;
}

RpcAnswer RpcReading::answer(std::string_view method, json::Ref parameters)
{
    return m_endpoint.call(method, std::move(parameters), m_deadline);
}

Told<Uint256> RpcReading::quantity(std::string_view method, json::Ref parameters)
{
    const auto answer = ask(method, std::move(parameters));
    if (!answer) return base::refuse(answer.error());
    const auto number =
        json_is_string(answer->get()) ? parse_quantity(json::text_of(answer->get())) : std::nullopt;
    if (!number) return nonsense(method);
    return *number;
}

Told<std::string> RpcReading::returned(const value::EvmAddress& contract, const std::string& data,
                                       std::uint64_t at)
{
    const auto answer = call(contract, data, at);
    if (!answer) return no_answer(answer.error());
    if (!json_is_string(answer->get())) return nonsense(k_call);
    return std::string{json::text_of(answer->get())};
}

RpcAnswer RpcReading::call(const value::EvmAddress& contract, const std::string& data,
                           std::uint64_t at)
{
    return m_endpoint.call(
        k_call, json::array(json::object("to", contract.text(), "data", data), quantity_text(at)),
        m_deadline);
}

Told<std::optional<json::Ref>> RpcReading::logs(json::Ref filter)
{
    auto answer = m_endpoint.call(k_get_logs, json::array(std::move(filter)), m_deadline);
    if (!answer) {
        const auto* error = std::get_if<RpcError>(&answer.error());
        if (error != nullptr ? refusal_of(*error) == RefusalOf::question
                             : std::holds_alternative<AnswerTooLarge>(answer.error()))
            return std::optional<json::Ref>{};
        return no_answer(answer.error());
    }
    if (!json_is_array(answer->get())) return nonsense(k_get_logs);
    return std::optional{std::move(*answer)};
}

} // namespace chain
