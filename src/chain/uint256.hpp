// An unsigned number of 256 bits: what a Solidity `uint256` member holds. Parsed, compared and
// encoded; never computed with.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace chain {

class Uint256 {
public:
    using Raw = std::array<std::uint8_t, 32>; // big-endian, as the ABI encodes it

    constexpr Uint256() = default;
    constexpr explicit Uint256(std::uint64_t number)
    {
        for (std::size_t i = 0; i < sizeof number; ++i)
            m_bytes[m_bytes.size() - 1 - i] = static_cast<std::uint8_t>(number >> (8 * i));
    }

    static constexpr Uint256 from_bytes(const Raw& bytes)
    {
        Uint256 out;
        out.m_bytes = bytes;
        return out;
    }

    // Decimal digits, at most 78, no sign, no leading zero but "0" itself, at most 2^256 - 1.
    static std::optional<Uint256> parse_decimal(std::string_view digits);

    // The decimal digits, without leading zeros.
    [[nodiscard]] std::string decimal_text() const;

    [[nodiscard]] constexpr const Raw& bytes() const { return m_bytes; }
    // nullopt when it needs more than 63 bits.
    [[nodiscard]] std::optional<std::int64_t> to_int64() const;

    constexpr auto operator<=>(const Uint256&) const = default;

private:
    Raw m_bytes{};
};

} // namespace chain
