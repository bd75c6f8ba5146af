#include "pay/http_facilitator.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/log.hpp"
#include "pay/facilitator_answer.hpp"

#include <algorithm>

namespace pay {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::size_t k_facilitator_answer_max_bytes = std::size_t{64} * 1024;
constexpr milliseconds k_facilitator_connect_timeout{5000};
// A call that had less time than this and used it up says nothing about the endpoint.
constexpr milliseconds k_fair_time{2000};
// While another call probes the only endpoint there is, this long a call waits for what it finds:
// a facilitator that is well again answers a verification in about a second.
constexpr milliseconds k_probe_patience{3000};
constexpr int k_too_many_requests = 429;

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

milliseconds left_until(Deadline deadline)
{
    return std::chrono::floor<milliseconds>(deadline - steady_clock::now());
}

} // namespace

FacilitatorSettings facilitator_settings(const config::Config& config)
{
    auto auth = FacilitatorAuth::from(config);
    if (!auth) throw base::Fault{auth.error()};
    return {.urls = config.facilitator.urls,
            .auth = std::move(*auth),
            .timeout = config.facilitator.timeout};
}

HttpFacilitator::HttpFacilitator(net::HttpClient& http, const FacilitatorSettings& settings,
                                 FacilitatorHealth& health, const base::Clock& clock)
    : m_http{http}, m_settings{settings}, m_health{health}, m_clock{clock}, m_signers{http,
                                                                                      settings,
                                                                                      clock}
{
    if (m_settings.urls.empty()) throw base::Fault{"no facilitator is configured"};
    if (m_settings.urls.size() != m_health.size())
        throw base::Fault{"the health of other facilitators"};
}

// nullopt: no time is left.
std::optional<net::HttpRequest> HttpFacilitator::request(std::size_t endpoint,
                                                         std::string_view verb,
                                                         const std::string& body,
                                                         milliseconds left) const
{
    const milliseconds total = std::min(left, m_settings.timeout);
    if (total.count() <= 0) return std::nullopt;

    std::string_view url = m_settings.urls[endpoint];
    while (url.ends_with('/')) url.remove_suffix(1);
    net::HttpRequest out{
        .method = net::HttpMethod::post,
        .url = base::concat(url, "/", verb),
        .headers = {{"Content-Type", "application/json"}, {"Accept", "application/json"}},
        .body = body,
        .connect_timeout = std::min(total, k_facilitator_connect_timeout),
        .total_timeout = total,
        .response_limit = k_facilitator_answer_max_bytes,
        .asked_header = k_extension_responses};
    auto authorization = m_settings.auth.header(out.method, out.url, m_clock.now());
    if (!authorization.empty()) out.headers.push_back({"Authorization", std::move(authorization)});
    return out;
}

HttpFacilitator::Sent HttpFacilitator::send(std::size_t endpoint, FacilitatorHealth::Call call,
                                            const net::HttpRequest& request)
{
    const auto begun = steady_clock::now();
    auto response = m_http.send(request);
    const auto now = steady_clock::now();
    const bool had_no_chance =
        request.total_timeout < k_fair_time && now - begun >= request.total_timeout;
    if (!response && !had_no_chance) m_health.failed(endpoint, call, now);
    if (response) tell_extensions(endpoint, call, *response);
    return response;
}

// It changes nothing in what is paid or sold. Once per change: a stranger's refused payments must
// not fill the log.
void HttpFacilitator::tell_extensions(std::size_t endpoint, FacilitatorHealth::Call call,
                                      const net::HttpResponse& response)
{
    std::string said = extension_responses_text(response.asked_header);
    std::string& told = m_told[{endpoint, call}];
    if (said.empty() || said == told) return;
    base::log::info("extension_responses",
                    {{"facilitator", endpoint + 1},
                     {"call", call == FacilitatorHealth::Call::verify ? "verify" : "settle"},
                     {"said", said}});
    told = std::move(said);
}

// `is_answer`: the protocol was spoken, whatever was said.
void HttpFacilitator::note(std::size_t endpoint, FacilitatorHealth::Call call,
                           const net::HttpResponse& response, bool is_answer)
{
    if (response.status == k_too_many_requests && response.retry_after)
        m_health.limited(endpoint, steady_clock::now(), *response.retry_after);
    else if (is_answer)
        m_health.answered(endpoint, call);
    else
        m_health.failed(endpoint, call, steady_clock::now());
}

VerifyOutcome HttpFacilitator::verify(const PaymentPayload& payload, const Terms& terms,
                                      Deadline deadline)
{
    using Call = FacilitatorHealth::Call;
    const std::string body = call_body(payload, terms);
    const Deadline patience = std::min(deadline, steady_clock::now() + k_probe_patience);
    VerifyUnreachable last{"every facilitator is down or has asked us to wait"};
    std::vector<bool> asked(m_settings.urls.size());
    for (std::size_t tries = 0; tries < asked.size();) {
        const auto ticket = m_health.ticket();
        const auto turn = m_health.next(asked, steady_clock::now());
        if (!turn) {
            if (!m_health.await_probe(asked, ticket, patience)) break;
            continue;
        }
        const std::size_t at = turn->endpoint();
        asked[at] = true;
        ++tries;
        // A slow endpoint must not use up the time of those after it.
        const auto share = left_until(deadline) / static_cast<milliseconds::rep>(turn->choices());
        const auto call = request(at, "verify", body, share);
        if (!call) return VerifyUnreachable{"no time was left"};
        const auto response = send(at, Call::verify, *call);
        if (!response) {
            last.detail = at_endpoint(at, response.error().detail);
            continue;
        }
        auto outcome = read_verify_answer(*response, payload, at);
        const auto* unreachable = std::get_if<VerifyUnreachable>(&outcome);
        note(at, Call::verify, *response, unreachable == nullptr);
        if (unreachable == nullptr) return outcome;
        last.detail = at_endpoint(at, unreachable->detail);
    }
    return last;
}

SettleOutcome HttpFacilitator::settle(const PaymentPayload& payload, const Terms& terms,
                                      std::size_t endpoint, Deadline deadline)
{
    return settle_by(m_settings.urls.size(), endpoint, payload, terms, deadline);
}

SettleOutcome HttpFacilitator::settle_again(const PaymentPayload& payload, const Terms& terms,
                                            std::size_t endpoint, Deadline deadline)
{
    return settle_by(1, endpoint, payload, terms, deadline);
}

SettleOutcome HttpFacilitator::settle_by(std::size_t tries, std::size_t endpoint,
                                         const PaymentPayload& payload, const Terms& terms,
                                         Deadline deadline)
{
    using Call = FacilitatorHealth::Call;
    const std::string body = call_body(payload, terms);
    SettleUnknown last{"no time was left"};
    for (std::size_t tried = 0; tried < tries; ++tried) {
        const std::size_t at = (endpoint + tried) % m_settings.urls.size();
        auto call = request(at, "settle", body, left_until(deadline));
        if (!call) break;
        // Sent twice, the second answer could be "no funds", when the first one has moved them.
        call->sending = net::Sending::at_most_once;
        const auto response = send(at, Call::settle, *call);
        if (response) {
            auto outcome = read_settle_answer(*response, payload, terms);
            auto* const unknown = std::get_if<SettleUnknown>(&outcome);
            note(at, Call::settle, *response, unknown == nullptr || is_settle_answer(*response));
            if (unknown != nullptr) unknown->detail = at_endpoint(at, unknown->detail);
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
