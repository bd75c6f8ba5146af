// TransferReader over JSON-RPC endpoints: how many witnesses with a weight must agree.
#pragma once

#include "chain/rpc_endpoints.hpp"

namespace chain {

class RpcTransferReader final : public TransferReader {
public:
    // `endpoints`, made from the same settings, must outlive the reader.
    RpcTransferReader(RpcEndpoints& endpoints, const ReaderSettings& settings)
        : m_endpoints{endpoints}, m_confirmations{settings.confirmations},
          m_single_source_max{settings.single_source_max}
    {
    }

    base::Result<ChainHead, ReadRefusal> head() override { return m_endpoints.head(); }
    base::Result<AuthorizationState, ReadRefusal> authorization(const ExpectedTransfer& expected,
                                                                std::int64_t not_before_s) override;
    base::Result<std::optional<TransferProof>, ReadRefusal> transfer_in(
        const value::TxHash& tx_hash, const ExpectedTransfer& expected) override;
    std::size_t fresh_witnesses() override { return m_endpoints.count_fresh(); }
    [[nodiscard]] std::vector<EndpointTrouble> troubles() const override;

private:
    // How many witnesses must agree on a transfer of `value`; nullopt: more than there are.
    std::optional<std::size_t> needed_for(value::AtomicUsd value);

    RpcEndpoints& m_endpoints;
    std::uint64_t m_confirmations;
    value::AtomicUsd m_single_source_max;
    bool m_lacks_second = false;
};

} // namespace chain
