// The buyer's PAYMENT-SIGNATURE header as values (x402 version 2, scheme `exact`, EIP-3009).
#pragma once

#include "base/result.hpp"
#include "chain/eip712.hpp"
#include "value/evm.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace pay {

// What the buyer says they accepted. Never trusted: compared with our terms, then dropped.
struct AcceptedTerms {
    std::string scheme;
    std::string network;
    std::string amount;
    std::string asset;
    std::string pay_to;
};

struct PaymentPayload {
    std::string json; // as received: the facilitator gets these bytes unchanged
    AcceptedTerms accepted;
    chain::TransferAuthorization authorization;
    base::Bytes signature; // not empty; 65 bytes of a plain key, more of a smart wallet
    std::optional<std::string> resource_url;
    // The buyer's own name for the purchase (extension payment-identifier): 16 to 128 of
    // [A-Za-z0-9_-].
    std::optional<std::string> identifier;
};

// Each is 400 to the buyer. In order of precedence.
enum class PayloadRefusal {
    header_too_large,    // over catalog::k_payment_header_max_bytes as sent
    not_base64,          // standard alphabet, padded or not
    not_json,            // one JSON object, no duplicate keys, valid UTF-8
    unsupported_version, // x402Version is not the number 2
    malformed_accepted,
    unsupported_method, // a payload of another method than EIP-3009: permit2 ...
    malformed_authorization,
    malformed_signature,
    malformed_resource,
    malformed_identifier,
};

// The stable word and one sentence for the buyer.
std::string_view word(PayloadRefusal refusal);
std::string_view explain(PayloadRefusal refusal);

// The identifier that an Idempotency-Key gives its purchase: the key itself where it can be one,
// else a name made of its SHA-256. nullopt: not 1 to 255 visible ASCII characters.
std::optional<std::string> identifier_of_key(std::string_view key);

// Pure. `header` is the field value of the one header; white space around it is tolerated.
base::Result<PaymentPayload, PayloadRefusal> parse_payment_payload(std::string_view header);
// The same of the decoded JSON text, as PaymentPayload::json keeps it.
base::Result<PaymentPayload, PayloadRefusal> parse_payment_json(std::string text);

} // namespace pay
