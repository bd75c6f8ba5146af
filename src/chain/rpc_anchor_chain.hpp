// AnchorChain over JSON-RPC endpoints.
#pragma once

#include "chain/anchor_chain.hpp"
#include "chain/rpc_endpoints.hpp"
#include "chain/transaction_reader.hpp"

namespace chain {

class RpcAnchorChain final : public AnchorChain {
public:
    // Both must outlive the object; `reader` asks the same endpoints.
    RpcAnchorChain(RpcEndpoints& endpoints, TransactionReader& reader)
        : m_endpoints{endpoints}, m_reader{reader}
    {
    }

    base::Result<ChainHead, ReadRefusal> head() override { return m_endpoints.head(); }
    base::Result<std::uint64_t, ReadRefusal> finalized() override
    {
        return m_reader.newest(TransactionReader::Level::finalized);
    }
    base::Result<GasPrice, ReadRefusal> gas_price() override;

    base::Result<std::uint64_t, ReadRefusal> nonce(const value::EvmAddress& account) override;
    base::Result<Uint256, ReadRefusal> balance(const value::EvmAddress& account) override;
    base::Result<bool, ReadRefusal> has_code(const value::EvmAddress& account) override;

    base::Result<std::optional<std::uint64_t>, ReadRefusal> estimate(
        const AnchorCall& call) override;
    // Asks the oracle that chains of the OP stack have at a fixed address.
    base::Result<std::uint64_t, ReadRefusal> data_fee(std::size_t bytes) override;
    base::Result<std::vector<bool>, ReadRefusal> are_stamped(
        const value::EvmAddress& contract, std::span<const value::Digest> hashes) override;

    // Endpoints that lag are handed it as well.
    Sending send(const base::Bytes& raw) override;
    base::Result<std::optional<AnchorReceipt>, ReadRefusal> receipt(
        const value::TxHash& tx_hash) override;

private:
    // Asks the endpoints that have a weight in turn, until one tells.
    template <typename T, typename Ask> base::Result<T, ReadRefusal> ask_one(Ask&& ask);

    RpcEndpoints& m_endpoints;
    TransactionReader& m_reader;
};

} // namespace chain
