// What a transaction of the anchorer offers for each unit of gas (DESIGN.md, 8). Pure.
#pragma once

#include "chain/anchor_chain.hpp"

namespace work {

struct AnchorFees {
    std::uint64_t max_fee_wei = 0;
    std::uint64_t tip_wei = 0; // not more than the maximum

    bool operator==(const AnchorFees&) const = default;
};

// Twice the base fee and a tip, at most `limit_wei` in all. nullopt: the base fee alone is above
// the limit.
std::optional<AnchorFees> first_fees(const chain::GasPrice& price, std::uint64_t limit_wei);

// For another attempt: both are an eighth higher at least, or no node takes it. nullopt: that is
// above the limit.
std::optional<AnchorFees> raised_fees(const AnchorFees& last, const chain::GasPrice& price,
                                      std::uint64_t limit_wei);

} // namespace work
