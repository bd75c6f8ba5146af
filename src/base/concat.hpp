// Text from parts without a format string: concat("job ", id, " took ", count, " tries").
#pragma once

#include <charconv>
#include <concepts>
#include <string>
#include <string_view>

namespace base {

inline void append_part(std::string& out, std::string_view part)
{
    out += part;
}

inline void append_part(std::string& out, char part)
{
    out += part;
}

template <std::integral T>
requires(!std::same_as<T, char> && !std::same_as<T, bool>) void append_part(std::string& out,
                                                                            T part)
{
    char digits[24];
    const auto end = std::to_chars(digits, digits + sizeof digits, part);
    out.append(digits, end.ptr);
}

template <typename... Parts> std::string concat(const Parts&... parts)
{
    std::string out;
    (append_part(out, parts), ...);
    return out;
}

} // namespace base
