// Numbers that the author of a text cannot foresee, and that a replay draws again.
#pragma once

#include "base/concat.hpp"
#include "base/sha256.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace llm {

class Chance {
public:
    // The same seed gives the same numbers.
    explicit Chance(std::string_view seed) : m_seed{seed} {}

    // 0 .. bound - 1
    std::size_t below(std::size_t bound)
    {
        const auto bytes = base::sha256(base::bytes_of(base::concat(m_seed, '/', ++m_drawn)));
        std::size_t out = 0;
        for (std::size_t i = 0; i < sizeof out; ++i) out = out << 8U | bytes.at(i);
        return out % bound;
    }

    std::size_t between(std::size_t low, std::size_t high) { return low + below(high - low + 1); }

    // 96 bits as hex digits.
    std::string mark()
    {
        constexpr std::size_t k_digits = 24;
        return base::to_hex(base::sha256(base::bytes_of(base::concat(m_seed, "/mark"))))
            .substr(0, k_digits);
    }

private:
    std::string m_seed;
    int m_drawn = 0;
};

} // namespace llm
