// Refusals that need no facilitator: steps (c) and (e) of a paid request (DESIGN.md, 5).
#pragma once

#include "base/clock.hpp"
#include "pay/payment_payload.hpp"
#include "pay/terms.hpp"

#include <chrono>
#include <optional>
#include <string_view>

namespace pay {

// Clocks differ (DESIGN.md, 5 (e)); and a settlement needs its time.
inline constexpr std::chrono::seconds k_valid_after_skew{5};
inline constexpr std::chrono::seconds k_valid_before_margin{20};
// While an authorization lives its payment may be undecided. Real clients sign for as long as the
// terms say, or for an hour whatever they say (DESIGN.md, 5 (e)).
inline constexpr std::chrono::minutes k_valid_before_most{65};

// Each is 402 to the buyer, with the facilitators' own word for it. Signature first (step c), the
// rest in the order of step (e).
enum class TermsRefusal {
    signature, // Signer::none, or Signer::another once too often
    short_v,   // the payer's, but no token takes it
    scheme,
    network,
    asset,
    recipient,
    value,
    not_yet_valid,
    expires_too_soon,
    expires_too_late,
    resource, // `resource.url` names another route
};

std::string_view word(TermsRefusal refusal);
std::string_view explain(TermsRefusal refusal);

// Step (c): what a signature shows of its payer.
enum class Signer {
    payer,    // 65 bytes that recover to `from`
    another,  // 65 bytes that recover to another address: it may own `from`, a smart wallet
    contract, // of another length: only the chain can judge it
    none,     // 65 bytes that recover to no address, or with high s
};
Signer signer_of(const PaymentPayload& payload, const Terms& terms);

// Whether v, the last of 65 bytes, is 0 or 1, as some libraries sign. Tokens take a plain key's
// with 27 or 28 alone; what a smart wallet means by that byte is its own affair.
bool has_short_v(const PaymentPayload& payload);

// Step (e).
std::optional<TermsRefusal> check_terms(const PaymentPayload& payload, const Terms& terms,
                                        base::Instant now);

} // namespace pay
