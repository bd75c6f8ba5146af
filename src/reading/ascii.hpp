// Byte classes that do not depend on a locale, and membership in short word lists.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace reading {

constexpr bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

constexpr char to_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

inline std::string lower_case(std::string_view text)
{
    std::string out{text};
    std::transform(out.begin(), out.end(), out.begin(), to_lower);
    return out;
}

constexpr bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

constexpr bool begins_upper(std::string_view text)
{
    return !text.empty() && is_upper(text.front());
}

// Any byte of a non-ASCII code point counts as a letter.
constexpr bool is_letter(char c)
{
    const char lower = to_lower(c);
    return (lower >= 'a' && lower <= 'z') || static_cast<unsigned char>(c) >= 0x80;
}

constexpr bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

constexpr bool is_punct(char c)
{
    return c > ' ' && c < 0x7f && !is_digit(c) && !is_letter(c);
}

using Words = std::span<const std::string_view>;

constexpr bool is_one_of(std::string_view word, Words words)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

constexpr bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

} // namespace reading
