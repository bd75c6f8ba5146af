#include "value/blank.hpp"

#include <algorithm>
#include <array>

namespace value {

namespace {

struct Range {
    char32_t first;
    char32_t last;
};

// Unicode 15: White_Space, and what has no width or no ink: joiners and marks of direction, the
// soft hyphen, fillers of Hangul, the empty Braille cell, selectors of variants. Not tag
// characters: those can hold a hidden text.
constexpr std::array k_blanks = std::to_array<Range>({
    {0x0000, 0x0020}, {0x007f, 0x00a0}, {0x00ad, 0x00ad}, {0x034f, 0x034f}, {0x061c, 0x061c},
    {0x115f, 0x1160}, {0x1680, 0x1680}, {0x17b4, 0x17b5}, {0x180b, 0x180f}, {0x2000, 0x200f},
    {0x2028, 0x202f}, {0x205f, 0x206f}, {0x2800, 0x2800}, {0x3000, 0x3000}, {0x3164, 0x3164},
    {0xfe00, 0xfe0f}, {0xfeff, 0xfeff}, {0xffa0, 0xffa0}, {0xfff9, 0xfffb},
});

bool is_blank_character(char32_t c)
{
    return std::ranges::any_of(
        k_blanks, [c](const Range& each) { return c >= each.first && c <= each.last; });
}

// The next character of three bytes at most, taken off; longer ones, and what is not UTF-8, are a
// character that is not blank.
char32_t take(std::string_view& text)
{
    constexpr char32_t k_other = 0x10ffff;
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    const auto is_next = [&](std::size_t i) { return (byte(i) & 0xc0U) == 0x80U; };
    char32_t out = k_other;
    std::size_t size = 1;
    if (byte(0) < 0x80) {
        out = byte(0);
    } else if ((byte(0) & 0xe0U) == 0xc0U && is_next(1)) {
        out = (byte(0) & 0x1fU) << 6U | (byte(1) & 0x3fU);
        size = 2;
    } else if ((byte(0) & 0xf0U) == 0xe0U && is_next(1) && is_next(2)) {
        out = (byte(0) & 0x0fU) << 12U | (byte(1) & 0x3fU) << 6U | (byte(2) & 0x3fU);
        size = 3;
    }
    text.remove_prefix(size);
    return out;
}

} // namespace

bool is_blank(std::string_view text)
{
    while (!text.empty())
        if (!is_blank_character(take(text))) return false;
    return true;
}

} // namespace value
