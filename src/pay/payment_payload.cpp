#include "pay/payment_payload.hpp"

#include "base/base64.hpp"
#include "base/concat.hpp"
#include "base/json.hpp"
#include "base/sha256.hpp"
#include "catalog/limits.hpp"

#include <algorithm>

namespace pay {

namespace {

namespace json = base::json;

constexpr std::int64_t k_version = 2;

std::string_view without_outer_space(std::string_view text)
{
    constexpr std::string_view k_space = " \t";
    const auto first = text.find_first_not_of(k_space);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(k_space) - first + 1);
}

std::optional<AcceptedTerms> read_accepted(const json_t* accepted_view)
{
    const auto scheme = json::text_member(accepted_view, "scheme");
    const auto network = json::text_member(accepted_view, "network");
    const auto amount = json::text_member(accepted_view, "amount");
    const auto asset = json::text_member(accepted_view, "asset");
    const auto pay_to = json::text_member(accepted_view, "payTo");
    if (!scheme || !network || !amount || !asset || !pay_to) return std::nullopt;
    return AcceptedTerms{std::string{*scheme}, std::string{*network}, std::string{*amount},
                         std::string{*asset}, std::string{*pay_to}};
}

// `T::parse` of a text member; nullopt when either fails.
template <typename T> std::optional<T> parsed_member(const json_t* object_view, const char* key)
{
    const auto text = json::text_member(object_view, key);
    return text ? T::parse(*text) : std::nullopt;
}

std::optional<chain::Uint256> number_member(const json_t* object_view, const char* key)
{
    const auto text = json::text_member(object_view, key);
    return text ? chain::Uint256::parse_decimal(*text) : std::nullopt;
}

std::optional<chain::TransferAuthorization> read_authorization(const json_t* authorization_view)
{
    const auto from = parsed_member<value::EvmAddress>(authorization_view, "from");
    const auto to = parsed_member<value::EvmAddress>(authorization_view, "to");
    const auto value = number_member(authorization_view, "value");
    const auto valid_after = number_member(authorization_view, "validAfter");
    const auto valid_before = number_member(authorization_view, "validBefore");
    const auto nonce = parsed_member<value::Digest>(authorization_view, "nonce");
    if (!from || !to || !value || !valid_after || !valid_before || !nonce) return std::nullopt;
    return chain::TransferAuthorization{*from, *to, *value, *valid_after, *valid_before, *nonce};
}

base::Bytes read_signature(const json_t* payload_view)
{
    const auto text = json::text_member(payload_view, "signature");
    if (!text) return {};
    return base::from_hex_0x(*text).value_or(base::Bytes{});
}

// False when `resource` is there and cannot be what the protocol has there.
bool read_resource(const json_t* document_view, std::optional<std::string>& url)
{
    const json_t* resource_view = json::member(document_view, "resource");
    if (resource_view == nullptr || json_is_null(resource_view)) return true;
    if (!json_is_object(resource_view)) return false;
    const json_t* url_view = json::member(resource_view, "url");
    if (url_view == nullptr) return true;
    if (!json_is_string(url_view)) return false;
    url = std::string{json::text_of(url_view)};
    return true;
}

bool is_identifier(std::string_view text)
{
    constexpr std::size_t k_shortest = 16;
    constexpr std::size_t k_longest = 128;
    return text.size() >= k_shortest && text.size() <= k_longest &&
           std::all_of(text.begin(), text.end(), [](unsigned char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '_' || c == '-';
           });
}

// Clients echo the extension without an id when they have none. False: there is one that is not
// valid.
bool read_identifier(const json_t* document_view, std::optional<std::string>& identifier)
{
    const json_t* extensions_view = json::object_member(document_view, "extensions");
    const json_t* extension_view = json::object_member(extensions_view, "payment-identifier");
    const json_t* id_view = json::member(json::object_member(extension_view, "info"), "id");
    if (id_view == nullptr || json_is_null(id_view)) return true;
    if (!json_is_string(id_view) || !is_identifier(json::text_of(id_view))) return false;
    identifier = std::string{json::text_of(id_view)};
    return true;
}

} // namespace

std::string_view word(PayloadRefusal refusal)
{
    switch (refusal) {
        using enum PayloadRefusal;
    case header_too_large: return "payment_header_too_large";
    case not_base64: return "payment_not_base64";
    case not_json: return "payment_not_json";
    case unsupported_version: return "invalid_x402_version";
    case malformed_accepted: return "payment_accepted_malformed";
    case unsupported_method: return "unsupported_payload_type";
    case malformed_authorization: return "payment_authorization_malformed";
    case malformed_signature: return "payment_signature_malformed";
    case malformed_resource: return "payment_resource_malformed";
    case malformed_identifier: return "payment_identifier_malformed";
    }
    __builtin_unreachable();
}

std::string_view explain(PayloadRefusal refusal)
{
    switch (refusal) {
        using enum PayloadRefusal;
    case header_too_large: return "PAYMENT-SIGNATURE is longer than 32 KiB.";
    case not_base64: return "PAYMENT-SIGNATURE is not base64 of the standard alphabet on one line.";
    case not_json:
        return "PAYMENT-SIGNATURE does not hold one JSON object in UTF-8 without repeated keys, or "
               "holds thousands of values.";
    case unsupported_version: return "x402Version must be the number 2.";
    case malformed_accepted:
        return "accepted must be an object with the texts scheme, network, amount, asset and "
               "payTo.";
    case unsupported_method:
        return "Only EIP-3009 is taken: payload must hold authorization and signature.";
    case malformed_authorization:
        return "payload.authorization must hold the addresses from and to, the decimal texts "
               "value, "
               "validAfter and validBefore, and a nonce of 32 bytes in hex.";
    case malformed_signature: return "payload.signature must be a text of 0x and whole hex bytes.";
    case malformed_resource: return "resource must be an object whose url is a text.";
    case malformed_identifier:
        return "extensions.payment-identifier.info.id must be 16 to 128 letters, digits, _ or -.";
    }
    __builtin_unreachable();
}

std::optional<std::string> identifier_of_key(std::string_view key)
{
    constexpr std::size_t k_longest = 255;
    const bool is_visible =
        std::ranges::all_of(key, [](unsigned char c) { return c > ' ' && c <= '~'; });
    if (key.empty() || key.size() > k_longest || !is_visible) return std::nullopt;
    if (is_identifier(key)) return std::string{key};
    return base::concat("ik_", base::to_base64url(base::sha256(base::bytes_of(key))));
}

base::Result<PaymentPayload, PayloadRefusal> parse_payment_payload(std::string_view header)
{
    using enum PayloadRefusal;
    if (header.size() > catalog::k_payment_header_max_bytes) return base::refuse(header_too_large);
    auto decoded = base::from_base64(without_outer_space(header));
    if (!decoded) return base::refuse(not_base64);
    return parse_payment_json(std::move(*decoded));
}

base::Result<PaymentPayload, PayloadRefusal> parse_payment_json(std::string text)
{
    using enum PayloadRefusal;
    const auto document = json::parse_within(text, json::k_small_structure);
    if (!document || !json_is_object(document->get())) return base::refuse(not_json);
    const json_t* document_view = document->get();
    if (json::integer_member(document_view, "x402Version") != k_version)
        return base::refuse(unsupported_version);

    auto accepted = read_accepted(json::object_member(document_view, "accepted"));
    if (!accepted) return base::refuse(malformed_accepted);
    const json_t* payload_view = json::object_member(document_view, "payload");
    const json_t* authorization_view = json::member(payload_view, "authorization");
    if (authorization_view == nullptr) return base::refuse(unsupported_method);
    const auto authorization = read_authorization(authorization_view);
    if (!authorization) return base::refuse(malformed_authorization);
    base::Bytes signature = read_signature(payload_view);
    if (signature.empty()) return base::refuse(malformed_signature);
    std::optional<std::string> resource_url;
    if (!read_resource(document_view, resource_url)) return base::refuse(malformed_resource);

    std::optional<std::string> identifier;
    if (!read_identifier(document_view, identifier)) return base::refuse(malformed_identifier);

    return PaymentPayload{std::move(text),      std::move(*accepted),    *authorization,
                          std::move(signature), std::move(resource_url), std::move(identifier)};
}

} // namespace pay
