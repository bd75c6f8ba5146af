// Hexadecimal text. Bytes are held in std::string or std::span<const std::uint8_t>.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace base {

using Bytes = std::vector<std::uint8_t>;
using ByteView = std::span<const std::uint8_t>;

inline constexpr std::string_view k_hex_digits = "0123456789abcdef";

inline ByteView bytes_of(std::string_view text)
{
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

inline std::string_view text_of(ByteView bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Lower case, without prefix.
std::string to_hex(ByteView bytes);

// "0x" followed by lower-case digits.
std::string to_hex_0x(ByteView bytes);

// Digits in any case, an even number of them, no prefix; nullopt otherwise.
std::optional<Bytes> from_hex(std::string_view digits);

// As from_hex, with a mandatory "0x" or "0X" before the digits.
std::optional<Bytes> from_hex_0x(std::string_view text);

} // namespace base
