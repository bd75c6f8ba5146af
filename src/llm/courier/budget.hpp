// What one job may spend on a model: calls, tokens, money and time.
#pragma once

#include "llm/chat.hpp"

#include <chrono>
#include <cstdint>

namespace llm::courier {

// Money in millionths of a dollar. Zero of a price: the operator pays by the machine, not by use.
struct Allowance {
    int calls = 0; // tries count each
    std::int64_t tokens = 0;
    std::int64_t money = 0;
    std::int64_t price_in = 0; // of a million tokens
    std::int64_t price_out = 0;
    std::chrono::milliseconds time{0};
};

class Budget {
public:
    explicit Budget(const Allowance& allowance) : m_allowance{allowance} {}

    // Whether a call that may come to so many tokens fits what is left.
    [[nodiscard]] bool allows(std::int64_t tokens_in, std::int64_t tokens_out) const;
    void spend(std::int64_t tokens_in, std::int64_t tokens_out);

private:
    [[nodiscard]] std::int64_t cost(std::int64_t tokens_in, std::int64_t tokens_out) const;

    Allowance m_allowance;
    int m_calls = 0;
    std::int64_t m_tokens = 0;
    std::int64_t m_cost = 0; // in millionths of a millionth of a dollar
};

} // namespace llm::courier
