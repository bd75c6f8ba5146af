// Blocks, receipts and token state as one endpoint tells them, parsed. What is asked in one reading
// shares one deadline.
#pragma once

#include "chain/rpc_endpoint.hpp"
#include "chain/rpc_replies.hpp"
#include "chain/uint256.hpp"

namespace chain {

// The endpoint gave no usable answer. Without secrets.
struct NoAnswer {
    std::string detail;
    bool is_too_large = false; // there is an answer, of more than is taken
};
template <typename T> using Told = base::Result<T, NoAnswer>;

class RpcReading {
public:
    // Methods whose answers are read by others.
    static constexpr std::string_view k_get_logs = "eth_getLogs";
    static constexpr std::string_view k_get_receipt = "eth_getTransactionReceipt";

    // `endpoint` must outlive the reading.
    RpcReading(RpcEndpoint& endpoint, Deadline deadline)
        : m_endpoint{endpoint}, m_deadline{deadline}
    {
    }

    Told<BlockHeader> head();
    // nullopt: the endpoint has no such block.
    Told<std::optional<BlockHeader>> block(std::uint64_t number);
    // The newest block of a level that is older than the head: `safe` or `finalized`. nullopt: no
    // block has got that far yet.
    Told<std::optional<BlockHeader>> newest(std::string_view level) { return block_at(level); }
    // nullopt: the endpoint knows no such receipt. A transaction of an unknown type has one, too.
    Told<std::optional<Receipt>> receipt(const value::TxHash& tx_hash);
    // nullopt: the endpoint knows no such transaction, in a block or not.
    Told<std::optional<TransactionCall>> transaction(const value::TxHash& tx_hash);
    // authorizationState(payer, nonce) of the token after the block `at`: an endpoint whose back
    // end has not got that far refuses, instead of telling an older state.
    Told<bool> is_used(const ExpectedTransfer& expected, std::uint64_t at);
    // What isValidSignature (EIP-1271) of `account` says after the block `at`.
    Told<bool> is_signed_by(const value::EvmAddress& account, const value::Digest& digest,
                            base::ByteView signature, std::uint64_t at);
    // The array of logs that fit `filter`, the parameter of eth_getLogs. nullopt: the endpoint
    // wants to be asked for fewer blocks, or tells more of these than is taken.
    Told<std::optional<base::json::Ref>> logs(base::json::Ref filter);

    // Any method with the endpoint's own refusals, for whom they mean something.
    RpcAnswer answer(std::string_view method, base::json::Ref parameters);
    // A method that tells a number.
    Told<Uint256> quantity(std::string_view method, base::json::Ref parameters);
    // What a function of a contract returns after the block `at`: "0x" and hex digits.
    Told<std::string> returned(const value::EvmAddress& contract, const std::string& data,
                               std::uint64_t at);

    // What came of `method` contradicts itself: counts as a failure of the endpoint.
    base::Refused<NoAnswer> nonsense(std::string_view method);

private:
    Told<base::json::Ref> ask(std::string_view method, base::json::Ref parameters);
    Told<std::optional<BlockHeader>> block_at(std::string_view place);
    RpcAnswer call(const value::EvmAddress& contract, const std::string& data, std::uint64_t at);

    RpcEndpoint& m_endpoint;
    Deadline m_deadline;
};

} // namespace chain
