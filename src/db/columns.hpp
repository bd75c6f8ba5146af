// SQL that is put together when it is compiled, so that what is said once is written once: a list
// of columns is the text of a SELECT and tells where in a row each of them stands.
#pragma once

#include <cstddef>
#include <string_view>

namespace db {

// A literal with its length; `N` counts the null at its end, as in the literal. A statement's text
// must have static storage: its address is the key of the statement cache.
template <std::size_t N> struct Text {
    char chars[N]{};

    constexpr Text() = default;
    consteval Text(const char (&text)[N])
    {
        for (std::size_t i = 0; i < N; ++i) chars[i] = text[i];
    }
    [[nodiscard]] constexpr std::string_view view() const { return {chars, N - 1}; }
};

template <std::size_t N, std::size_t M>
consteval Text<N + M - 1> operator+(const Text<N>& left, const Text<M>& right)
{
    Text<N + M - 1> out;
    for (std::size_t i = 0; i + 1 < N; ++i) out.chars[i] = left.chars[i];
    for (std::size_t i = 0; i < M; ++i) out.chars[N - 1 + i] = right.chars[i];
    return out;
}
template <std::size_t N, std::size_t M>
consteval auto operator+(const Text<N>& left, const char (&right)[M])
{
    return left + Text<M>{right};
}
template <std::size_t N, std::size_t M>
consteval auto operator+(const char (&left)[N], const Text<M>& right)
{
    return Text<N>{left} + right;
}

// "job_id, rail, iif(kept = 'books', 'purged', state) AS state": a list of columns. Commas inside
// parentheses separate nothing.
template <std::size_t N> class Columns : public Text<N> {
public:
    consteval Columns(const char (&list)[N]) : Text<N>{list} {}

    // The place of a column, from 0, by its whole text or by the name behind AS. A column that the
    // list does not have does not compile.
    [[nodiscard]] consteval int at(std::string_view name) const
    {
        std::string_view rest = this->view();
        for (int place = 0; !rest.empty(); ++place) {
            const std::string_view item = first_of(rest);
            if (item == name || (item.ends_with(name) &&
                                 item.substr(0, item.size() - name.size()).ends_with(" AS ")))
                return place;
            rest.remove_prefix(item.size());
            if (rest.starts_with(", ")) rest.remove_prefix(2);
        }
        throw "the list has no such column";
    }

private:
    // constexpr: clang 14 lets no consteval function call another one with its variables.
    static constexpr std::string_view first_of(std::string_view list)
    {
        int depth = 0;
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (list[i] == '(') ++depth;
            if (list[i] == ')') --depth;
            if (list[i] == ',' && depth == 0) return list.substr(0, i);
        }
        return list;
    }
};

} // namespace db
