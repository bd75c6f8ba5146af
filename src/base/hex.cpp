#include "base/hex.hpp"

namespace base {

namespace {

constexpr int digit_value(char digit)
{
    if (digit >= '0' && digit <= '9') return digit - '0';
    if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
    if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
    return -1;
}

} // namespace

std::string to_hex(ByteView bytes)
{
    std::string out;
    out.reserve(bytes.size() * 2);
    for (const std::uint8_t byte : bytes) {
        out += k_hex_digits[byte >> 4U];
        out += k_hex_digits[byte & 0xfU];
    }
    return out;
}

std::string to_hex_0x(ByteView bytes)
{
    return "0x" + to_hex(bytes);
}

std::optional<Bytes> from_hex(std::string_view digits)
{
    if (digits.size() % 2 != 0) return std::nullopt;
    Bytes out;
    out.reserve(digits.size() / 2);
    for (std::size_t i = 0; i < digits.size(); i += 2) {
        const int high = digit_value(digits[i]);
        const int low = digit_value(digits[i + 1]);
        if (high < 0 || low < 0) return std::nullopt;
        out.push_back(static_cast<std::uint8_t>(high * 16 + low));
    }
    return out;
}

std::optional<Bytes> from_hex_0x(std::string_view text)
{
    if (text.size() < 2 || text[0] != '0' || (text[1] != 'x' && text[1] != 'X'))
        return std::nullopt;
    return from_hex(text.substr(2));
}

} // namespace base
