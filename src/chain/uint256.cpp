#include "chain/uint256.hpp"

#include <algorithm>

namespace chain {

namespace {

constexpr std::size_t k_max_decimal_digits = 78; // of 2^256 - 1

} // namespace

std::optional<Uint256> Uint256::parse_decimal(std::string_view digits)
{
    if (digits.empty() || digits.size() > k_max_decimal_digits) return std::nullopt;
    if (digits.size() > 1 && digits[0] == '0') return std::nullopt;
    Uint256 out;
    for (const char digit : digits) {
        if (digit < '0' || digit > '9') return std::nullopt;
        auto carry = static_cast<unsigned>(digit - '0');
        for (std::size_t i = out.m_bytes.size(); i-- > 0;) {
            carry += out.m_bytes[i] * 10U;
            out.m_bytes[i] = static_cast<std::uint8_t>(carry & 0xffU);
            carry >>= 8U;
        }
        if (carry != 0) return std::nullopt;
    }
    return out;
}

std::string Uint256::decimal_text() const
{
    Raw rest = m_bytes;
    std::string digits; // the last one first
    do {
        unsigned remainder = 0;
        for (std::uint8_t& byte : rest) {
            const unsigned number = remainder << 8U | byte;
            byte = static_cast<std::uint8_t>(number / 10);
            remainder = number % 10;
        }
        digits += static_cast<char>('0' + remainder);
    } while (rest != Raw{});
    std::ranges::reverse(digits);
    return digits;
}

std::optional<std::int64_t> Uint256::to_int64() const
{
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < m_bytes.size(); ++i) {
        if (i < m_bytes.size() - sizeof number && m_bytes[i] != 0) return std::nullopt;
        number = number << 8U | m_bytes[i];
    }
    if (number > static_cast<std::uint64_t>(INT64_MAX)) return std::nullopt;
    return static_cast<std::int64_t>(number);
}

} // namespace chain
