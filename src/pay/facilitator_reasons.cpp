#include "pay/facilitator_reasons.hpp"

#include "base/concat.hpp"

#include <algorithm>

namespace pay {

namespace {

struct Reason {
    std::string_view word;
    std::string_view means; // "The facilitator refused the payment: " goes before it
};

constexpr std::string_view k_amount = "the signed amount is not the price";
constexpr std::string_view k_balance = "the wallet holds too little of the token";
constexpr std::string_view k_network = "it is for another chain";
constexpr std::string_view k_payload = "it cannot be read";
constexpr std::string_view k_recipient = "it pays another address than the terms name";
constexpr std::string_view k_scheme = "the facilitator does not know its scheme";
constexpr std::string_view k_signature =
    "the signature is not the paying wallet's over these terms";

// Reasons that facilitators give from their checks, before anything is sent to the chain: the x402
// version 2 specification (section 9), scheme exact on EVM, and the reference facilitators. To add
// one is to know that no transfer can be on its way when it is given. Not here on purpose:
// nonce_already_used, transaction_failed, duplicate_settlement, settlement_pending, and all that is
// unexpected.
constexpr Reason k_reasons[] = {
    {"asset_not_deployed_contract", "no token is at the address of the asset"},
    {"eip6492_factory_not_allowed", "the facilitator deploys no wallet of this factory"},
    {"insufficient_funds", k_balance},
    {"invalid_exact_evm_authorization_value", k_amount},
    {"invalid_exact_evm_eip3009_not_supported", "the token takes no signed authorization"},
    {"invalid_exact_evm_insufficient_balance", k_balance},
    {"invalid_exact_evm_missing_eip712_domain", "the terms lack the token's name or version"},
    {"invalid_exact_evm_network_mismatch", k_network},
    {"invalid_exact_evm_payload", k_payload},
    {"invalid_exact_evm_payload_authorization_valid_after",
     "it is not valid yet: the clock of the signing machine may be ahead"},
    {"invalid_exact_evm_payload_authorization_valid_before",
     "it has ended or ends too soon: sign anew"},
    {"invalid_exact_evm_payload_authorization_value", k_amount},
    {"invalid_exact_evm_payload_authorization_value_mismatch", k_amount},
    {"invalid_exact_evm_payload_recipient_mismatch", k_recipient},
    {"invalid_exact_evm_payload_signature", k_signature},
    {"invalid_exact_evm_payload_undeployed_smart_wallet", "the smart wallet is not on the chain"},
    {"invalid_exact_evm_recipient_mismatch", k_recipient},
    {"invalid_exact_evm_scheme", k_scheme},
    {"invalid_exact_evm_signature", k_signature},
    {"invalid_exact_evm_token_name_mismatch", "it is signed for a token of another name"},
    {"invalid_exact_evm_token_version_mismatch", "it is signed for another version of the token"},
    {"invalid_exact_evm_transaction_simulation_failed",
     "the transfer would fail on the chain: the wallet holds too little, or it was used already"},
    {"invalid_network", k_network},
    {"invalid_payload", k_payload},
    {"invalid_payment_requirements", "the facilitator cannot read our terms"},
    {"invalid_scheme", k_scheme},
    {"invalid_x402_version", "the facilitator does not speak version 2 of x402"},
    {"unsupported_payload_type", k_payload},
    {"unsupported_scheme", k_scheme},
};

} // namespace

bool is_pre_broadcast_reason(std::string_view reason)
{
    return std::ranges::count(k_reasons, reason, &Reason::word) != 0;
}

std::string_view code_of(std::string_view reason)
{
    return is_pre_broadcast_reason(reason) ? reason : "payment_refused";
}

std::string refusal_text(std::string_view reason)
{
    constexpr std::string_view k_begin = "The facilitator refused the payment: ";
    const auto known = std::ranges::find(k_reasons, reason, &Reason::word);
    if (known == std::end(k_reasons)) return base::concat(k_begin, reason, '.');
    return base::concat(k_begin, known->means, " (", reason, ").");
}

} // namespace pay
