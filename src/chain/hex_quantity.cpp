#include "chain/hex_quantity.hpp"

#include "base/hex.hpp"

#include <algorithm>
#include <charconv>

namespace chain {

namespace {

constexpr std::size_t k_prefix = 2;
constexpr std::size_t k_max_hex_digits = 2 * sizeof(Uint256::Raw);

} // namespace

std::optional<Uint256> parse_quantity(std::string_view text)
{
    if (text.size() <= k_prefix || text.size() > k_prefix + k_max_hex_digits) return std::nullopt;
    if (!text.starts_with("0x") && !text.starts_with("0X")) return std::nullopt;
    std::string digits(k_max_hex_digits - (text.size() - k_prefix), '0');
    digits += text.substr(k_prefix);
    const auto bytes = base::from_hex(digits);
    if (!bytes) return std::nullopt;
    Uint256::Raw raw{};
    std::copy(bytes->begin(), bytes->end(), raw.begin());
    return Uint256::from_bytes(raw);
}

std::optional<std::uint64_t> parse_count(std::string_view text)
{
    const auto quantity = parse_quantity(text);
    const auto number = quantity ? quantity->to_int64() : std::nullopt;
    if (!number) return std::nullopt;
    return static_cast<std::uint64_t>(*number);
}

std::string quantity_text(std::uint64_t number)
{
    constexpr int k_base = 16;
    char digits[sizeof number * 2];
    const auto end = std::to_chars(digits, digits + sizeof digits, number, k_base);
    return "0x" + std::string{digits, end.ptr};
}

} // namespace chain
