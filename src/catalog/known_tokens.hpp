// Circle's USDC on the chains where x402 is paid, as Circle publishes its addresses: by them a
// configuration that mixes two chains is found before a buyer signs anything.
#pragma once

#include "value/evm.hpp"

#include <span>
#include <string_view>

namespace catalog {

struct KnownToken {
    std::string_view network; // CAIP-2
    std::string_view address; // EIP-55
    // The EIP-712 domain that buyers sign.
    std::string_view name;
    std::string_view version;

    [[nodiscard]] bool is_at(const value::EvmAddress& other) const
    {
        return value::EvmAddress::parse(address) == other;
    }
};

// One for each network.
std::span<const KnownToken> known_tokens();

} // namespace catalog
