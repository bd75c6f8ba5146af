// Facilitators behind HTTP: POST {url}/verify and {url}/settle (x402 version 2, section 7).
#pragma once

#include "base/config/config.hpp"
#include "net/http_client.hpp"
#include "pay/facilitator.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pay {

struct FacilitatorSettings {
    std::vector<std::string> urls;             // in order of preference; at least one
    std::string bearer;                        // Authorization: Bearer ...; empty = no such header
    std::chrono::milliseconds timeout{20'000}; // of one call
};

// From the section [facilitator]. Throws Fault when the credential cannot be read, with the fix.
FacilitatorSettings facilitator_settings(const base::config::Config& config);

// Verify moves on to the next URL while the answer is no answer; settle only while the URL before
// certainly did not receive it. Not thread-safe: one per thread, as its HttpClient.
class HttpFacilitator final : public Facilitator {
public:
    // Both must outlive the object. Throws Fault when `settings.urls` is empty.
    HttpFacilitator(net::HttpClient& http, const FacilitatorSettings& settings);

    VerifyOutcome verify(const PaymentPayload& payload, const Terms& terms,
                         Deadline deadline) override;
    SettleOutcome settle(const PaymentPayload& payload, const Terms& terms, std::size_t endpoint,
                         Deadline deadline) override;

private:
    std::optional<net::HttpRequest> request(std::size_t endpoint, std::string_view verb,
                                            const std::string& body, Deadline deadline) const;

    net::HttpClient& m_http;
    const FacilitatorSettings& m_settings;
};

} // namespace pay
