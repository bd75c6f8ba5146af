// What a bench record holds for, beside the model: the questions and the gate of this program.
#pragma once

#include <string_view>

namespace llm {

// The tasks of a review by their editions, in the order in which they are asked (verify/model).
inline constexpr std::string_view k_prompts[] = {
    "verify.derive/1", "verify.clash/1", "verify.gap/1", "verify.defend/2", "verify.claim/1"};

// The rules by which answers become findings (verify/model/panel). Another rule is another number:
// records of the old one are void then.
inline constexpr int k_gate = 2;

// The same of an account (account/sheet, account/gate), which has a record of its own.
inline constexpr std::string_view k_account_prompts[] = {"account.write/1", "account.rewrite/1"};
inline constexpr int k_account_gate = 1;

} // namespace llm
