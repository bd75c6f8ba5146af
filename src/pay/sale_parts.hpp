// What the parts of FacilitatorRail share, for them alone.
#pragma once

#include "pay/facilitator_rail.hpp"
#include "pay/terms_check.hpp"

#include <string>
#include <string_view>

namespace pay {

// The reason of a payment that was given up before anything was sent.
inline constexpr std::string_view k_released = "released";

// The reason of a payment that was refused while its repeat waited, and whose row went with a newer
// refusal.
inline constexpr std::string_view k_forgotten = "refused, and forgotten by now";

job::PaymentKey key_of(const Sale& sale);

// What of a signature is stored, to know it again: one of a plain key as it is, the SHA-256 of a
// longer one, which may have kilobytes.
base::Bytes stored_signature(const base::Bytes& signature);

PaymentRequiredAgain required_again(TermsRefusal refusal);
// `reason`: the facilitator's word. `response`: of PAYMENT-RESPONSE.
PaymentRequiredAgain required_again(const std::string& reason, const std::string& response);

} // namespace pay
