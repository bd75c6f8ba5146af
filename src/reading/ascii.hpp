// Byte classes that do not depend on a locale, and membership in short word lists.
#pragma once

#include "base/ascii.hpp"

#include <algorithm>
#include <initializer_list>
#include <span>
#include <string_view>

namespace reading {

using base::is_digit;
using base::is_upper;
using base::lower_case;
using base::to_lower;

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
