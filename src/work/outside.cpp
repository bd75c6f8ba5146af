#include "work/outside.hpp"

#include "chain/rpc_anchor_chain.hpp"
#include "chain/rpc_transaction_reader.hpp"
#include "chain/rpc_transfer_reader.hpp"
#include "net/curl_http_client.hpp"
#include "pay/http_facilitator.hpp"

#include <optional>

namespace work {

namespace {

class ConfiguredOutside final : public Outside {
public:
    ConfiguredOutside(const config::Config& config, const base::Clock& clock)
        : m_chain_egress{config.payment.rpc_urls}, m_chain_http{m_chain_egress},
          m_endpoints{m_chain_http, clock, chain::reader_settings(config)},
          m_reader{m_endpoints, chain::reader_settings(config)},
          m_transactions{m_endpoints, chain::reader_settings(config)}, m_anchors{m_endpoints,
                                                                                 m_transactions}
    {
        if (!config.facilitator.urls.empty()) m_facilitators.emplace(config, clock);
    }

    pay::Facilitator* facilitator() override
    {
        return m_facilitators ? &m_facilitators->facilitator : nullptr;
    }
    chain::TransferReader& reader() override { return m_reader; }
    chain::TransactionReader& transactions() override { return m_transactions; }
    chain::AnchorChain& anchors() override { return m_anchors; }

private:
    struct Facilitators {
        Facilitators(const config::Config& config, const base::Clock& clock)
            : settings{pay::facilitator_settings(config)}, health{settings.urls.size()},
              egress{settings.urls}, http{egress}, facilitator{http, settings, health, clock}
        {
        }
        pay::FacilitatorSettings settings;
        pay::FacilitatorHealth health;
        net::OperatorEgress egress;
        net::CurlHttpClient http;
        pay::HttpFacilitator facilitator;
    };

    net::OperatorEgress m_chain_egress;
    net::CurlHttpClient m_chain_http;
    chain::RpcEndpoints m_endpoints;
    chain::RpcTransferReader m_reader;
    chain::RpcTransactionReader m_transactions;
    chain::RpcAnchorChain m_anchors;
    std::optional<Facilitators> m_facilitators;
};

} // namespace

std::unique_ptr<Outside> make_outside(const config::Config& config, const base::Clock& clock)
{
    return std::make_unique<ConfiguredOutside>(config, clock);
}

} // namespace work
