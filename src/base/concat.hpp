// Text from parts without a format string: concat("job ", id, " took ", count, " tries").
#pragma once

#include <charconv>
#include <concepts>
#include <cstddef>
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

// Room for a number in decimal; a text's own size.
template <typename Part> std::size_t part_size(const Part& part)
{
    constexpr std::size_t k_number = 20;
    if constexpr (std::convertible_to<const Part&, std::string_view>)
        return std::string_view{part}.size();
    else
        return k_number;
}

template <typename... Parts> std::string concat(const Parts&... parts)
{
    std::string out;
    out.reserve((part_size(parts) + ... + 0));
    (append_part(out, parts), ...);
    return out;
}

} // namespace base
