// How a row of the option table puts its parsed value into the configuration.
#pragma once

#include "config/options.hpp"

#include <concepts>
#include <type_traits>

namespace config {

// Characters of a value.
inline constexpr std::int64_t k_text_max = 200;
inline constexpr std::int64_t k_path_max = 1000;

// A choice arrives as its position and a number as 64 bits, hence the cast.
template <auto SectionOf, auto Member>
void put(Config& config, std::string_view, const Value& value)
{
    auto& place = (config.*SectionOf).*Member;
    using T = std::remove_reference_t<decltype(place)>;
    if constexpr (std::is_enum_v<T> || std::integral<T>)
        place = static_cast<T>(std::get<std::int64_t>(value));
    else
        place = std::get<T>(value);
}

template <auto SectionOf, auto Bytes, auto Text>
void put_address(Config& config, std::string_view, const Value& value)
{
    const auto& address = std::get<Address>(value);
    (config.*SectionOf).*Bytes = address.bytes;
    (config.*SectionOf).*Text = address.text;
}

} // namespace config
