#include "llm/courier/budget.hpp"

namespace llm::courier {

std::int64_t Budget::cost(std::int64_t tokens_in, std::int64_t tokens_out) const
{
    return tokens_in * m_allowance.price_in + tokens_out * m_allowance.price_out;
}

bool Budget::allows(std::int64_t tokens_in, std::int64_t tokens_out) const
{
    constexpr std::int64_t k_million = 1'000'000;
    return m_calls < m_allowance.calls && m_tokens + tokens_in + tokens_out <= m_allowance.tokens &&
           m_cost + cost(tokens_in, tokens_out) <= m_allowance.money * k_million;
}

void Budget::spend(std::int64_t tokens_in, std::int64_t tokens_out)
{
    ++m_calls;
    m_tokens += tokens_in + tokens_out;
    m_cost += cost(tokens_in, tokens_out);
}

} // namespace llm::courier
