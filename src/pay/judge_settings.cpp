#include "pay/judge_settings.hpp"

namespace pay {

JudgeSettings judge_settings(const config::Config& config)
{
    const auto& payment = config.payment;
    return {.network = payment.network,
            .token = payment.asset,
            .pay_to = payment.pay_to,
            .single_source_max = payment.single_source_max,
            .confirmations = static_cast<std::uint64_t>(payment.confirmations)};
}

} // namespace pay
