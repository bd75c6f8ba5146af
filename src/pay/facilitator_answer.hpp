// Reading what a facilitator answered, strictly: nothing that could be misread as money.
#pragma once

#include "net/http_client.hpp"
#include "pay/facilitator.hpp"

#include <string>
#include <string_view>

namespace pay {

// A 4xx may carry the same JSON as a 200, unless it speaks of us and not of the payment (401, 408,
// 429). Anything else, or anything unreadable: unreachable. `endpoint` is passed through.
VerifyOutcome read_verify_answer(const net::HttpResponse& response, const PaymentPayload& payload,
                                 std::size_t endpoint);

// Done: a 200 with success true, a well-formed transaction hash, our network and, if given, our
// payer. Refused: success false, an empty `transaction` and a pre-broadcast reason. All else is
// unknown.
SettleOutcome read_settle_answer(const net::HttpResponse& response, const PaymentPayload& payload,
                                 const Terms& terms);

// True when the protocol was spoken, whatever was said: not for a 5xx or anything unreadable.
bool is_settle_answer(const net::HttpResponse& response);

// x402: what extensions made of a payment, such as whether the list of a bazaar took it, comes in
// this header as base64 of {extension: {status, rejectedReason, reason, code}}.
inline constexpr const char* k_extension_responses = "EXTENSION-RESPONSES";
// That in words for a log, "bazaar status=rejected code=7": those members alone, of at most eight
// extensions, each text cut at 100 bytes. "unreadable" for anything else, "" for no header.
std::string extension_responses_text(std::string_view header);

// True for the reasons that say the authorization was used on the chain: money may have moved, to
// us or to another recipient.
bool says_already_used(std::string_view reason);

// The SettleResponse for PAYMENT-RESPONSE, written by us: JSON text.
std::string settle_response_done(const PaymentPayload& payload, const Terms& terms,
                                 const value::TxHash& tx_hash);
std::string settle_response_refused(const PaymentPayload& payload, const Terms& terms,
                                    std::string_view reason);

} // namespace pay
