// Why a facilitator refuses a payment: its words, as rows, and what they mean for the buyer.
#pragma once

#include <string>
#include <string_view>

namespace pay {

// True for the reasons a facilitator gives before it could have sent the transfer to the chain.
bool is_pre_broadcast_reason(std::string_view reason);

// The reason as a word that programs may branch on: itself when it is one of the rows, else
// `payment_refused`, since facilitators may say anything.
std::string_view code_of(std::string_view reason);

// A sentence for the buyer, with the facilitator's own word at its end.
std::string refusal_text(std::string_view reason);

} // namespace pay
