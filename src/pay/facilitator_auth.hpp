// How we show facilitators who we are: not at all, by a token, or by the signed tokens of
// Coinbase's developer platform (CDP), of which each request gets its own.
#pragma once

#include "base/clock.hpp"
#include "base/result.hpp"
#include "config/config.hpp"
#include "net/http_client.hpp"
#include "pay/jws_key.hpp"

#include <string>
#include <string_view>
#include <variant>

namespace pay {

// Threads may use one at the same time.
class FacilitatorAuth {
public:
    // No authentication.
    FacilitatorAuth() = default;
    // Refused: a token that no header can carry.
    static base::Result<FacilitatorAuth, std::string> bearer(std::string token);
    // `secret` as JwsKey::parse takes it.
    static base::Result<FacilitatorAuth, std::string> cdp(std::string key_id,
                                                          std::string_view secret);
    // From the section [facilitator] and the credential it names. Every refusal is one sentence
    // with the fix and nothing of the secret.
    static base::Result<FacilitatorAuth, std::string> from(const config::Config& config);

    // The value of the header Authorization for one request; empty: no such header. A CDP token is
    // good for this method and URL for two minutes from `now`.
    [[nodiscard]] std::string header(net::HttpMethod method, std::string_view url,
                                     base::Instant now) const;

private:
    struct None {};
    struct Bearer {
        std::string token;
    };
    struct Cdp {
        std::string key_id;
        JwsKey key;
    };
    using Scheme = std::variant<None, Bearer, Cdp>;

    explicit FacilitatorAuth(Scheme scheme) : m_scheme{std::move(scheme)} {}
    static std::string cdp_token(const Cdp& cdp, net::HttpMethod method, std::string_view url,
                                 base::Instant now);

    Scheme m_scheme;
};

} // namespace pay
