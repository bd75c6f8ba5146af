// What a caller must weigh: a value, or the reason why there is none.
//
// Members are named as in std::expected (C++23), which neither compiler of Debian 12 offers under
// -std=c++20. E is an enum of refusals owned by the function that refuses.
#pragma once

#include <cstdlib>
#include <type_traits>
#include <utility>
#include <variant>

namespace base {

// The refusing half of a Result: `return refuse(OpenRefusal::too_many_awaiting);`
template <typename E> struct Refused {
    E error;
};

template <typename E> constexpr Refused<std::decay_t<E>> refuse(E&& error)
{
    return {std::forward<E>(error)};
}

// Reading the value of a refused Result, or the error of a good one, is a bug and aborts.
template <typename T, typename E> class [[nodiscard]] Result {
public:
    using value_type = T;
    using error_type = E;

    constexpr Result(T value) : m_state{std::in_place_index<0>, std::move(value)} {}
    constexpr Result(Refused<E> refused) : m_state{std::in_place_index<1>, std::move(refused.error)}
    {
    }

    [[nodiscard]] constexpr bool has_value() const { return m_state.index() == 0; }
    constexpr explicit operator bool() const { return has_value(); }

    constexpr T& value() & { return *access(*this); }
    constexpr const T& value() const& { return *access(*this); }
    constexpr T&& value() && { return std::move(*access(*this)); }
    constexpr T& operator*() & { return *access(*this); }
    constexpr const T& operator*() const& { return *access(*this); }
    constexpr T&& operator*() && { return std::move(*access(*this)); }
    constexpr T* operator->() { return access(*this); }
    constexpr const T* operator->() const { return access(*this); }

    constexpr const E& error() const
    {
        const E* error = std::get_if<1>(&m_state);
        if (error == nullptr) std::abort();
        return *error;
    }

private:
    template <typename Self> static constexpr auto access(Self& self)
    {
        auto* value = std::get_if<0>(&self.m_state);
        if (value == nullptr) std::abort();
        return value;
    }

    std::variant<T, E> m_state;
};

} // namespace base
