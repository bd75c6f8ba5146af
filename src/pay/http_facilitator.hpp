// Facilitators behind HTTP: POST {url}/verify and {url}/settle (x402 version 2, section 7).
#pragma once

#include "base/clock.hpp"
#include "net/http_client.hpp"
#include "pay/facilitator.hpp"
#include "pay/facilitator_health.hpp"
#include "pay/facilitator_settings.hpp"
#include "pay/supported_signers.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pay {

// Verify asks the endpoints that are worth it (FacilitatorHealth) in order, each for its share of
// the time, until one answers. Settle goes where verify succeeded, whatever its health, and moves
// on only while the URL before certainly did not receive it. Not thread-safe: one per thread, as
// its HttpClient.
class HttpFacilitator final : public Facilitator {
public:
    // All four must outlive the object; `health` is that of the process, for as many endpoints as
    // `settings` has URLs. Throws Fault when there are none.
    HttpFacilitator(net::HttpClient& http, const FacilitatorSettings& settings,
                    FacilitatorHealth& health, const base::Clock& clock);

    VerifyOutcome verify(const PaymentPayload& payload, const Terms& terms,
                         Deadline deadline) override;
    SettleOutcome settle(const PaymentPayload& payload, const Terms& terms, std::size_t endpoint,
                         Deadline deadline) override;
    SettleOutcome settle_again(const PaymentPayload& payload, const Terms& terms,
                               std::size_t endpoint, Deadline deadline) override;
    bool is_signer(const value::EvmAddress& account) override { return m_signers.has(account); }

private:
    using Sent = base::Result<net::HttpResponse, net::HttpFailure>;

    // To at most `tries` facilitators, from `endpoint` on.
    SettleOutcome settle_by(std::size_t tries, std::size_t endpoint, const PaymentPayload& payload,
                            const Terms& terms, Deadline deadline);
    std::optional<net::HttpRequest> request(std::size_t endpoint, std::string_view verb,
                                            const std::string& body,
                                            std::chrono::milliseconds left) const;
    // To the log, when it is not what was said last.
    void tell_extensions(std::size_t endpoint, FacilitatorHealth::Call call,
                         const net::HttpResponse& response);
    Sent send(std::size_t endpoint, FacilitatorHealth::Call call, const net::HttpRequest& request);
    void note(std::size_t endpoint, FacilitatorHealth::Call call, const net::HttpResponse& response,
              bool is_answer);

    net::HttpClient& m_http;
    const FacilitatorSettings& m_settings;
    FacilitatorHealth& m_health;
    const base::Clock& m_clock;
    SupportedSigners m_signers;
    std::map<std::pair<std::size_t, FacilitatorHealth::Call>, std::string> m_told;
};

} // namespace pay
