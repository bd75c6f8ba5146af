// TransactionReader over JSON-RPC endpoints.
//
// Of a transaction two witnesses are asked that agree, and `sources` says whether they were found;
// the caller decides what one is enough for. Blocks by time are the word of one endpoint.
#pragma once

#include "chain/rpc_endpoints.hpp"
#include "chain/transfer_logs.hpp"

namespace chain {

class RpcTransactionReader final : public TransactionReader {
public:
    // `endpoints`, made from the same settings, must outlive the reader.
    RpcTransactionReader(RpcEndpoints& endpoints, const ReaderSettings& settings)
        : m_endpoints{endpoints}, m_token{settings.token}, m_confirmations{settings.confirmations}
    {
    }

    [[nodiscard]] std::size_t endpoint_count() const override { return m_endpoints.count(); }

    // The older one of what two endpoints say, in number and time.
    base::Result<ChainHead, ReadRefusal> head() override;

    base::Result<TransactionSighting, ReadRefusal> transaction(
        const value::TxHash& tx_hash, const Recipients& recipients) override;

    // Takes little more than 10,000 transfers of each endpoint: where there are more, it is told to
    // an earlier block. In 15 s: where there are more blocks than that, `unreachable` says that
    // fewer should be asked for. `stale`: no endpoint with a weight has come to `first`.
    base::Result<TransferSearch, ReadRefusal> transfers(std::uint64_t first, std::uint64_t last,
                                                        const Recipients& recipients) override;

    // The older one of what two endpoints say.
    base::Result<std::uint64_t, ReadRefusal> newest(Level level) override;

    base::Result<std::uint64_t, ReadRefusal> block_at(std::int64_t time_s) override;

    // True only when no endpoint of the two that are asked says otherwise.
    base::Result<bool, ReadRefusal> is_contract_signature(const value::EvmAddress& account,
                                                          const value::Digest& digest,
                                                          const base::Bytes& signature) override;

private:
    [[nodiscard]] bool is_enough(std::size_t sources) const;

    RpcEndpoints& m_endpoints;
    value::EvmAddress m_token;
    std::uint64_t m_confirmations;
};

} // namespace chain
