// How many enumerators an enumeration has, and tables with a row for each of them: an enumerator
// without a row does not compile, so that no look-up reads past the table.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace base {

// Whether an enumerator has this value: the compiler names it then, and writes a cast else.
template <auto V> consteval bool is_enumerator()
{
    // "... V = job::Waiting::scan]" or "... V = (job::Waiting)7]"
    constexpr std::string_view text = __PRETTY_FUNCTION__;
    constexpr std::size_t cast = text.rfind(')');
    constexpr bool is_cast = cast != text.npos && text[cast + 1] >= '0' && text[cast + 1] <= '9';
    return !is_cast;
}

template <typename Enum, std::size_t N = 0> consteval std::size_t count_enumerators()
{
    if constexpr (is_enumerator<static_cast<Enum>(N)>())
        return count_enumerators<Enum, N + 1>();
    else
        return N;
}

// The number of enumerators of an enumeration that counts from 0 without gaps.
template <typename Enum> inline constexpr std::size_t k_enumerators = count_enumerators<Enum>();

// The row of an enumerator: the table has one for each of them, in their order.
template <typename Enum, typename Row, std::size_t Rows>
constexpr const Row& row_of(const Row (&table)[Rows], Enum of)
{
    static_assert(Rows == k_enumerators<Enum>, "a row for each enumerator");
    return table[static_cast<std::size_t>(of)];
}
template <typename Enum, typename Row, std::size_t Rows>
constexpr const Row& row_of(const std::array<Row, Rows>& table, Enum of)
{
    static_assert(Rows == k_enumerators<Enum>, "a row for each enumerator");
    return table[static_cast<std::size_t>(of)];
}
template <typename Enum, typename Row, std::size_t Rows>
constexpr Row& row_of(std::array<Row, Rows>& table, Enum of)
{
    static_assert(Rows == k_enumerators<Enum>, "a row for each enumerator");
    return table[static_cast<std::size_t>(of)];
}

// Whether each row says that it is of the enumerator whose place it has.
template <typename Row, std::size_t Rows, typename Enum>
consteval bool is_in_order(const Row (&table)[Rows], Enum Row::*of)
{
    for (std::size_t i = 0; i < Rows; ++i)
        if (table[i].*of != static_cast<Enum>(i)) return false;
    return true;
}

} // namespace base
