#include "pay/terms_check.hpp"

#include "catalog/terms.hpp"
#include "chain/recover.hpp"
#include "net/url.hpp"

#include <algorithm>
#include <array>

namespace pay {

namespace {

bool is_address(std::string_view text, const value::EvmAddress& expected)
{
    return value::EvmAddress::parse(text) == expected;
}

bool is_exact_price(const PaymentPayload& payload, const Terms& terms)
{
    const auto atoms = static_cast<std::uint64_t>(terms.price.atoms());
    return payload.authorization.value == chain::Uint256{atoms} &&
           payload.accepted.amount == terms.price.atoms_text();
}

// A payment made for one route must not buy on another. The door of tools leads to all of them:
// what is bought there is bound by the digest of the request. Letter case of the host and the way
// the default port is written do not matter.
bool names_route(std::string_view url, const Terms& terms)
{
    if (url == terms.resource_url) return true; // as we have told it to nearly everybody
    const auto named = net::parse_url(url);
    return named && std::ranges::any_of(std::array{terms.resource_url, terms.tools_url},
                                        [&](const std::string& own) {
                                            const auto ours = net::parse_url(own);
                                            return ours && named->origin == ours->origin &&
                                                   named->path == ours->path;
                                        });
}

chain::Uint256 as_seconds(base::Instant instant)
{
    return chain::Uint256{static_cast<std::uint64_t>(base::to_seconds(instant))};
}

} // namespace

std::string_view word(TermsRefusal refusal)
{
    switch (refusal) {
        using enum TermsRefusal;
    case signature:
    case short_v: return "invalid_exact_evm_signature";
    case scheme: return "unsupported_scheme";
    case network: return "invalid_exact_evm_network_mismatch";
    case asset: return "invalid_payment_requirements";
    case recipient: return "invalid_exact_evm_recipient_mismatch";
    case value: return "invalid_exact_evm_payload_authorization_value_mismatch";
    case not_yet_valid: return "invalid_exact_evm_payload_authorization_valid_after";
    case expires_too_soon:
    case expires_too_late: return "invalid_exact_evm_payload_authorization_valid_before";
    case resource: return "invalid_payment_requirements";
    }
    __builtin_unreachable();
}

std::string_view explain(TermsRefusal refusal)
{
    switch (refusal) {
        using enum TermsRefusal;
    case signature:
        return "The signature is not the payer's for this authorization: check the token's name "
               "and "
               "version, the chain id and the asset, that s is in the lower half, and that v is 27 "
               "or 28.";
    case short_v:
        return "The last byte of the signature, v, is 0 or 1, and the token takes 27 or 28 alone: "
               "add 27 to it.";
    case scheme: return "The scheme must be exact.";
    case network: return "The payment is for another network than the terms name.";
    case asset: return "The payment is in another asset than the terms name.";
    case recipient: return "The payment goes to another address than the terms name.";
    case value: return "The payment must be exactly the amount of the terms.";
    case not_yet_valid: return "The authorization is not valid yet.";
    case expires_too_soon:
        return "The authorization has expired or does not last for another 20 seconds.";
    case expires_too_late:
        return "The authorization lasts for more than an hour and five minutes: sign one that ends "
               "as the terms say.";
    case resource: return "The payment names another resource than this route.";
    }
    __builtin_unreachable();
}

Signer signer_of(const PaymentPayload& payload, const Terms& terms)
{
    if (payload.signature.size() != chain::k_ecdsa_signature_bytes) return Signer::contract;
    const auto digest = chain::signing_digest(terms.token, payload.authorization);
    const auto signer = chain::recover_signer(digest, payload.signature);
    if (!signer) return Signer::none;
    return *signer == payload.authorization.from ? Signer::payer : Signer::another;
}

bool has_short_v(const PaymentPayload& payload)
{
    return payload.signature.size() == chain::k_ecdsa_signature_bytes &&
           payload.signature.back() <= 1;
}

std::optional<TermsRefusal> check_terms(const PaymentPayload& payload, const Terms& terms,
                                        base::Instant now)
{
    using enum TermsRefusal;
    const AcceptedTerms& accepted = payload.accepted;
    const chain::TransferAuthorization& authorization = payload.authorization;
    if (accepted.scheme != catalog::k_scheme) return scheme;
    if (accepted.network != terms.token.network.text()) return network;
    if (!is_address(accepted.asset, terms.token.contract)) return asset;
    if (authorization.to != terms.pay_to || !is_address(accepted.pay_to, terms.pay_to))
        return recipient;
    if (!is_exact_price(payload, terms)) return value;
    if (authorization.valid_after > as_seconds(now + k_valid_after_skew)) return not_yet_valid;
    if (authorization.valid_before < as_seconds(now + k_valid_before_margin))
        return expires_too_soon;
    if (authorization.valid_before > as_seconds(now + k_valid_before_most)) return expires_too_late;
    if (payload.resource_url && !names_route(*payload.resource_url, terms)) return resource;
    return std::nullopt;
}

} // namespace pay
