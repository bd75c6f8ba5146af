// Classes and cases of ASCII bytes, which do not depend on a locale. Any other byte is of no class
// and has one case.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace base {

constexpr bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

constexpr bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

constexpr char to_lower(char c)
{
    return is_upper(c) ? static_cast<char>(c + ('a' - 'A')) : c;
}

inline std::string lower_case(std::string_view text)
{
    std::string out{text};
    std::transform(out.begin(), out.end(), out.begin(), to_lower);
    return out;
}

} // namespace base
