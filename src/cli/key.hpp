// The key of the account that pays for anchors, as `assay key` and `assay setup` make it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cli {

inline constexpr unsigned k_mode_of_key = 0600;

// What is asked of the operator for a new account.
inline constexpr std::string_view k_fund_anchors =
    "send it a little ETH on Base (0.001 is a beginning;\nthe alarm anchor_balance_low asks for "
    "more)";

// The account (EIP-55) of a key: 0x and 64 hex digits. nullopt: no key.
std::optional<std::string> account_of_key(std::string_view text);

} // namespace cli
