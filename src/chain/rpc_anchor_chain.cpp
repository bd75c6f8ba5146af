#include "chain/rpc_anchor_chain.hpp"

#include "base/concat.hpp"
#include "chain/eas.hpp"
#include "chain/eip1271.hpp"
#include "chain/hex_quantity.hpp"
#include "chain/rpc_members.hpp"
#include "chain/token_logs.hpp"

#include <algorithm>
#include <array>

namespace chain {

namespace json = base::json;

namespace {

constexpr std::string_view k_estimate = "eth_estimateGas";
constexpr std::string_view k_data_fee = "0xf1c7a58b"; // getL1FeeUpperBound(uint256)

// GasPriceOracle of the OP stack.
const value::EvmAddress& oracle()
{
    static const auto s_address =
        value::EvmAddress::parse("0x420000000000000000000000000000000000000f").value();
    return s_address;
}

// What endpoints say of bytes they do not take, in their several words.
struct Word {
    std::string_view ours;
    std::array<std::string_view, 3> theirs;
};
constexpr Word k_refusal_words[] = {
    {"known", {"already known", "already imported", "known transaction"}},
    {"nonce_used", {"nonce too low", "nonce is too low", "nonce has already been used"}},
    {"underpriced", {"underpriced", "fee too low", "tip too low"}},
    {"base_fee", {"less than block base fee", "below base fee", "base fee"}},
    {"insufficient_funds", {"insufficient funds", "insufficient balance", "exceeds balance"}},
    {"wrong_chain", {"invalid chain id", "chain id", "chainid"}},
    {"gas_limit", {"gas limit", "intrinsic gas", "out of gas"}},
};

std::string refusal_word(const RpcError& error)
{
    for (const Word& word : k_refusal_words)
        if (mentions(error, word.theirs)) return std::string{word.ours};
    return base::concat("error ", error.code);
}

// One word as a number; nullopt: not one word, or more than 63 bits.
std::optional<std::int64_t> number_in(std::string_view returned)
{
    const auto word = value::Digest::parse(returned);
    return word ? Uint256::from_bytes(word->bytes()).to_int64() : std::nullopt;
}

std::vector<std::pair<value::EvmAddress, value::Digest>> stamps_in(const json_t* logs_view)
{
    std::vector<std::pair<value::EvmAddress, value::Digest>> out;
    for (std::size_t i = 0; i < json_array_size(logs_view); ++i) {
        const json_t* log_view = json_array_get(logs_view, i);
        const auto contract = address_member(log_view, "address");
        const auto log = contract ? token_log(log_view, *contract) : std::nullopt;
        if (log && log->event == eas::timestamped_topic()) out.emplace_back(*contract, log->first);
    }
    return out;
}

} // namespace

template <typename T, typename Ask> base::Result<T, ReadRefusal> RpcAnchorChain::ask_one(Ask&& ask)
{
    std::optional<T> found;
    const auto refusal =
        m_endpoints.survey(1, [&](RpcReading& reading, const ChainHead& head) -> Told<bool> {
            Told<T> told = ask(reading, head);
            if (!told) return base::refuse(told.error());
            found = std::move(*told);
            return true;
        });
    if (refusal) return base::refuse(*refusal);
    return std::move(found).value();
}

base::Result<GasPrice, ReadRefusal> RpcAnchorChain::gas_price()
{
    return ask_one<GasPrice>([](RpcReading& reading, const ChainHead& head) -> Told<GasPrice> {
        const auto block = reading.block(head.number);
        if (!block) return base::refuse(block.error());
        if (!*block || !(*block)->base_fee_wei) return base::refuse(NoAnswer{"tells no base fee"});
        GasPrice out{.base_fee_wei = *(*block)->base_fee_wei};
        // Not every endpoint has the method, and an own tip is as good.
        const auto answer = reading.answer("eth_maxPriorityFeePerGas", json::array());
        if (answer && json_is_string(answer->get()))
            out.tip_wei = parse_count(json::text_of(answer->get())).value_or(0);
        return out;
    });
}

base::Result<std::uint64_t, ReadRefusal> RpcAnchorChain::nonce(const value::EvmAddress& account)
{
    constexpr std::string_view k_method = "eth_getTransactionCount";
    std::uint64_t highest = 0;
    const auto refusal =
        m_endpoints.survey(1, [&](RpcReading& reading, const ChainHead&) -> Told<bool> {
            const auto told = reading.quantity(k_method, json::array(account.text(), "latest"));
            if (!told) return base::refuse(told.error());
            const auto count = told->to_int64();
            if (!count) return reading.nonsense(k_method);
            highest = std::max(highest, static_cast<std::uint64_t>(*count));
            return false;
        });
    if (refusal) return base::refuse(*refusal);
    return highest;
}

base::Result<Uint256, ReadRefusal> RpcAnchorChain::balance(const value::EvmAddress& account)
{
    return ask_one<Uint256>([&](RpcReading& reading, const ChainHead&) {
        return reading.quantity("eth_getBalance", json::array(account.text(), "latest"));
    });
}

base::Result<bool, ReadRefusal> RpcAnchorChain::has_code(const value::EvmAddress& account)
{
    constexpr std::string_view k_method = "eth_getCode";
    return ask_one<bool>([&](RpcReading& reading, const ChainHead&) -> Told<bool> {
        const auto answer = reading.answer(k_method, json::array(account.text(), "latest"));
        if (!answer) return base::refuse(NoAnswer{describe(answer.error())});
        const auto code = json_is_string(answer->get())
                              ? base::from_hex_0x(json::text_of(answer->get()))
                              : std::nullopt;
        if (!code) return reading.nonsense(k_method);
        return !code->empty();
    });
}

base::Result<std::optional<std::uint64_t>, ReadRefusal> RpcAnchorChain::estimate(
    const AnchorCall& call)
{
    using Gas = std::optional<std::uint64_t>;
    return ask_one<Gas>([&](RpcReading& reading, const ChainHead&) -> Told<Gas> {
        const auto answer = reading.answer(
            k_estimate, json::array(json::object("from", call.from.text(), "to", call.to.text(),
                                                 "data", base::to_hex_0x(call.data))));
        if (!answer) {
            const auto* error = std::get_if<RpcError>(&answer.error());
            if (error != nullptr && is_failed_call(*error)) return Gas{};
            return base::refuse(NoAnswer{describe(answer.error())});
        }
        const auto gas = json_is_string(answer->get()) ? parse_count(json::text_of(answer->get()))
                                                       : std::nullopt;
        if (!gas) return reading.nonsense(k_estimate);
        return gas;
    });
}

base::Result<std::uint64_t, ReadRefusal> RpcAnchorChain::data_fee(std::size_t bytes)
{
    const auto data = base::concat(k_data_fee, base::to_hex(Uint256{bytes}.bytes()));
    return ask_one<std::uint64_t>(
        [&](RpcReading& reading, const ChainHead& head) -> Told<std::uint64_t> {
            const auto returned = reading.returned(oracle(), data, head.number);
            if (!returned) return base::refuse(returned.error());
            if (*returned == "0x") return std::uint64_t{0}; // no such oracle
            const auto fee = number_in(*returned);
            if (!fee) return reading.nonsense(k_call);
            return static_cast<std::uint64_t>(*fee);
        });
}

base::Result<std::vector<bool>, ReadRefusal> RpcAnchorChain::are_stamped(
    const value::EvmAddress& contract, std::span<const value::Digest> hashes)
{
    using Stamped = std::vector<bool>;
    return ask_one<Stamped>([&](RpcReading& reading, const ChainHead& head) -> Told<Stamped> {
        Stamped out;
        for (const value::Digest& hash : hashes) {
            const auto returned = reading.returned(contract, eas::get_timestamp(hash), head.number);
            if (!returned) return base::refuse(returned.error());
            const auto time = number_in(*returned);
            if (!time) return reading.nonsense(k_call);
            out.push_back(*time != 0);
        }
        return out;
    });
}

Sending RpcAnchorChain::send(const base::Bytes& raw)
{
    Sending out;
    m_endpoints.tell_all([&](RpcReading& reading) {
        const auto answer =
            reading.answer("eth_sendRawTransaction", json::array(base::to_hex_0x(raw)));
        std::string word = "taken";
        if (!answer) {
            const auto* error = std::get_if<RpcError>(&answer.error());
            word = error != nullptr ? refusal_word(*error) : describe(answer.error());
        }
        out.is_taken |= word == "taken" || word == "known";
        out.detail += base::concat(out.detail.empty() ? "" : ", ", word);
    });
    return out;
}

base::Result<std::optional<AnchorReceipt>, ReadRefusal> RpcAnchorChain::receipt(
    const value::TxHash& tx_hash)
{
    std::optional<AnchorReceipt> found;
    const auto refusal =
        m_endpoints.survey(1, [&](RpcReading& reading, const ChainHead&) -> Told<bool> {
            const auto receipt = reading.receipt(tx_hash);
            if (!receipt) return base::refuse(receipt.error());
            if (!*receipt || !(*receipt)->succeeded) return false;
            const auto block = reading.block((*receipt)->block_number);
            if (!block) return base::refuse(block.error());
            // The receipt is of a flashblock, or of a block that was replaced.
            if (!*block || (*block)->hash != (*receipt)->block_hash) return false;
            found = AnchorReceipt{
                .block_number = (*receipt)->block_number,
                .block_time_s = (*block)->timestamp_s,
                .has_succeeded = *(*receipt)->succeeded,
                .stamps = stamps_in(json::array_member((*receipt)->json.get(), "logs"))};
            return true;
        });
    if (!found && refusal) return base::refuse(*refusal);
    return found;
}

} // namespace chain
