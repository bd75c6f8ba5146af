// Numbers as Ethereum's JSON-RPC writes them: "0x1a". What an endpoint sends is untrusted and read
// leniently (upper case, leading zeros); what we send is exact.
#pragma once

#include "chain/uint256.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace chain {

// "0x" or "0X" and 1 to 64 hex digits in any case.
std::optional<Uint256> parse_quantity(std::string_view text);

// The same for counts, heights and times: nullopt when it needs more than 63 bits.
std::optional<std::uint64_t> parse_count(std::string_view text);

// Lower case without leading zeros.
std::string quantity_text(std::uint64_t number);

} // namespace chain
