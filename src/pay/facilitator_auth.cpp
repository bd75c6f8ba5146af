#include "pay/facilitator_auth.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/hex.hpp"
#include "base/json.hpp"
#include "base/random.hpp"
#include "config/credentials.hpp"
#include "net/url.hpp"

#include <openssl/crypto.h>

#include <algorithm>
#include <array>

namespace pay {

namespace {

using base::refuse;

// What CDP's own clients ask for; longer is refused there.
constexpr std::int64_t k_token_seconds = 120;

std::string_view name_of(net::HttpMethod method)
{
    switch (method) {
        using enum net::HttpMethod;
    case get: return "GET";
    case post: return "POST";
    }
    __builtin_unreachable();
}

// "host/path" as CDP compares it: no scheme, and no port when it is the scheme's own.
std::string place_of(std::string_view url)
{
    const auto parts = net::parse_url(url);
    if (!parts) throw base::Fault{"a facilitator's URL is none"};
    std::string_view origin = parts->origin;
    for (const auto& [scheme, port] :
         {std::pair{"https://", ":443"}, std::pair{"http://", ":80"}}) {
        if (!origin.starts_with(scheme)) continue;
        origin.remove_prefix(std::string_view{scheme}.size());
        if (origin.ends_with(port)) origin.remove_suffix(std::string_view{port}.size());
    }
    return base::concat(origin, parts->path);
}

void wipe(std::string& secret)
{
    OPENSSL_cleanse(secret.data(), secret.size());
}

} // namespace

base::Result<FacilitatorAuth, std::string> FacilitatorAuth::bearer(std::string token)
{
    const auto is_visible = [](char c) { return c > 0x20 && c < 0x7f; };
    if (token.empty() || !std::all_of(token.begin(), token.end(), is_visible))
        return refuse(std::string{"holds blanks, line breaks or other bytes that no header can "
                                  "carry: put only the token there"});
    return FacilitatorAuth{Scheme{Bearer{std::move(token)}}};
}

base::Result<FacilitatorAuth, std::string> FacilitatorAuth::cdp(std::string key_id,
                                                                std::string_view secret)
{
    auto key = JwsKey::parse(secret);
    if (!key) return refuse(key.error());
    return FacilitatorAuth{Scheme{Cdp{std::move(key_id), std::move(*key)}}};
}

base::Result<FacilitatorAuth, std::string> FacilitatorAuth::from(const config::Config& config)
{
    using Kind = config::FacilitatorAuth;
    const auto& facilitator = config.facilitator;
    if (facilitator.auth == Kind::none) return FacilitatorAuth{};
    auto secret =
        config::read_credential({"facilitator.auth_credential", facilitator.auth_credential},
                                config.service.credentials_dir);
    if (!secret) return refuse(secret.error());
    auto auth =
        facilitator.auth == Kind::cdp ? cdp(facilitator.cdp_key_id, *secret) : bearer(*secret);
    wipe(*secret);
    if (!auth)
        return refuse(base::concat("credential ", facilitator.auth_credential, ' ', auth.error()));
    return auth;
}

std::string FacilitatorAuth::header(net::HttpMethod method, std::string_view url,
                                    base::Instant now) const
{
    if (const auto* bearer_scheme = std::get_if<Bearer>(&m_scheme))
        return base::concat("Bearer ", bearer_scheme->token);
    if (const auto* cdp_scheme = std::get_if<Cdp>(&m_scheme))
        return base::concat("Bearer ", cdp_token(*cdp_scheme, method, url, now));
    return {};
}

std::string FacilitatorAuth::cdp_token(const Cdp& cdp, net::HttpMethod method, std::string_view url,
                                       base::Instant now)
{
    namespace json = base::json;
    std::array<std::uint8_t, 16> nonce{};
    base::fill_random(nonce);
    const auto header = json::object("alg", cdp.key.algorithm(), //
                                     "kid", cdp.key_id,          //
                                     "typ", "JWT",               //
                                     "nonce", base::to_hex(nonce));
    const std::int64_t at = base::to_ms(now) / 1000;
    const auto claims =
        json::object("sub", cdp.key_id,                                                      //
                     "iss", "cdp",                                                           //
                     "uris", json::array(base::concat(name_of(method), ' ', place_of(url))), //
                     "iat", at,                                                              //
                     "nbf", at,                                                              //
                     "exp", at + k_token_seconds);
    return cdp.key.sign(json::dump(header.get()), json::dump(claims.get()));
}

} // namespace pay
