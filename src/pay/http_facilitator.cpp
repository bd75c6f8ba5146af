#include "pay/http_facilitator.hpp"

#include "base/concat.hpp"
#include "base/config/credentials.hpp"
#include "base/fault.hpp"
#include "pay/facilitator_answer.hpp"

#include <algorithm>

namespace pay {

namespace {

using std::chrono::milliseconds;

constexpr std::size_t k_answer_max_bytes = std::size_t{64} * 1024;
constexpr milliseconds k_connect_timeout{5000};

// The payload goes out as the bytes that came in: parsing and printing it again could change what
// the buyer's wallet or an extension put there.
std::string call_body(const PaymentPayload& payload, const Terms& terms)
{
    return base::concat(R"({"x402Version":2,"paymentPayload":)", payload.json,
                        R"(,"paymentRequirements":)", terms.requirements, "}");
}

// Names an endpoint in details by its place in the configuration: a URL may hold a secret.
std::string at_endpoint(std::size_t endpoint, std::string_view detail)
{
    return base::concat("facilitator ", endpoint + 1, ": ", detail);
}

} // namespace

FacilitatorSettings facilitator_settings(const base::config::Config& config)
{
    const auto& facilitator = config.facilitator;
    FacilitatorSettings settings{
        .urls = facilitator.urls, .bearer = {}, .timeout = facilitator.timeout};
    if (facilitator.auth == base::config::FacilitatorAuth::none) return settings;
    auto secret =
        base::config::read_credential(facilitator.auth_credential, config.service.credentials_dir);
    if (!secret) throw base::Fault{secret.error()};
    settings.bearer = std::move(*secret);
    return settings;
}

HttpFacilitator::HttpFacilitator(net::HttpClient& http, const FacilitatorSettings& settings)
    : m_http{http}, m_settings{settings}
{
    if (m_settings.urls.empty()) throw base::Fault{"no facilitator is configured"};
}

// nullopt: no time is left.
std::optional<net::HttpRequest> HttpFacilitator::request(std::size_t endpoint,
                                                         std::string_view verb,
                                                         const std::string& body,
                                                         Deadline deadline) const
{
    const auto left = std::chrono::floor<milliseconds>(deadline - std::chrono::steady_clock::now());
    const milliseconds total = std::min(left, m_settings.timeout);
    if (total.count() <= 0) return std::nullopt;

    std::string_view url = m_settings.urls[endpoint];
    while (url.ends_with('/')) url.remove_suffix(1);
    net::HttpRequest out{
        .method = net::HttpMethod::post,
        .url = base::concat(url, "/", verb),
        .headers = {{"Content-Type", "application/json"}, {"Accept", "application/json"}},
        .body = body,
        .connect_timeout = std::min(total, k_connect_timeout),
        .total_timeout = total,
        .response_limit = k_answer_max_bytes};
    if (!m_settings.bearer.empty())
        out.headers.push_back({"Authorization", base::concat("Bearer ", m_settings.bearer)});
    return out;
}

VerifyOutcome HttpFacilitator::verify(const PaymentPayload& payload, const Terms& terms,
                                      Deadline deadline)
{
    const std::string body = call_body(payload, terms);
    VerifyUnreachable last{"no time was left"};
    for (std::size_t endpoint = 0; endpoint < m_settings.urls.size(); ++endpoint) {
        const auto call = request(endpoint, "verify", body, deadline);
        if (!call) break;
        const auto response = m_http.send(*call);
        if (!response) {
            last.detail = at_endpoint(endpoint, response.error().detail);
            continue;
        }
        auto outcome = read_verify_answer(*response, payload, endpoint);
        const auto* unreachable = std::get_if<VerifyUnreachable>(&outcome);
        if (unreachable == nullptr) return outcome;
        last.detail = at_endpoint(endpoint, unreachable->detail);
    }
    return last;
}

SettleOutcome HttpFacilitator::settle(const PaymentPayload& payload, const Terms& terms,
                                      std::size_t endpoint, Deadline deadline)
{
    const std::string body = call_body(payload, terms);
    SettleUnknown last{"no time was left"};
    for (std::size_t tried = 0; tried < m_settings.urls.size(); ++tried) {
        const std::size_t at = (endpoint + tried) % m_settings.urls.size();
        auto call = request(at, "settle", body, deadline);
        if (!call) break;
        // On a kept connection the request could be sent twice without our knowing.
        call->connection = net::Connection::fresh;
        const auto response = m_http.send(*call);
        if (response) {
            auto outcome = read_settle_answer(*response, payload, terms);
            if (auto* unknown = std::get_if<SettleUnknown>(&outcome))
                unknown->detail = at_endpoint(at, unknown->detail);
            return outcome;
        }
        last.detail = at_endpoint(at, response.error().detail);
        // Two facilitators must never both hold the authorization: each would send it, and the
        // slower one's "nonce used" would be read as this sale's outcome.
        if (response.error().kind != net::HttpFailureKind::not_sent) break;
    }
    return last;
}

} // namespace pay
