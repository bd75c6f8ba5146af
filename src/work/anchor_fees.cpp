#include "work/anchor_fees.hpp"

#include <algorithm>

namespace work {

namespace {

constexpr std::uint64_t k_least_tip_wei = 1'000'000; // 0.001 gwei
constexpr std::uint64_t k_raise_part = 8;            // one in so many

std::uint64_t tip_for(const chain::GasPrice& price, std::uint64_t limit_wei)
{
    return std::min(std::max(price.tip_wei, k_least_tip_wei), limit_wei);
}

// So that no sum overflows: both numbers come from an endpoint.
std::uint64_t fee_for(const chain::GasPrice& price, std::uint64_t tip_wei, std::uint64_t limit_wei)
{
    const std::uint64_t base_fee = std::min(price.base_fee_wei, limit_wei);
    return std::min(2 * base_fee + tip_wei, limit_wei);
}

std::uint64_t raised(std::uint64_t last)
{
    return last + (last + k_raise_part - 1) / k_raise_part;
}

} // namespace

std::optional<AnchorFees> first_fees(const chain::GasPrice& price, std::uint64_t limit_wei)
{
    if (price.base_fee_wei > limit_wei) return std::nullopt;
    const std::uint64_t tip = tip_for(price, limit_wei);
    return AnchorFees{.max_fee_wei = fee_for(price, tip, limit_wei), .tip_wei = tip};
}

std::optional<AnchorFees> raised_fees(const AnchorFees& last, const chain::GasPrice& price,
                                      std::uint64_t limit_wei)
{
    const std::uint64_t least_fee = raised(last.max_fee_wei);
    if (least_fee > limit_wei) return std::nullopt;
    const std::uint64_t tip = std::max(raised(last.tip_wei), tip_for(price, limit_wei));
    const std::uint64_t fee = std::max(least_fee, fee_for(price, tip, limit_wei));
    return AnchorFees{.max_fee_wei = fee, .tip_wei = std::min(tip, fee)};
}

} // namespace work
