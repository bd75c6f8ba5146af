// The one grammar of arithmetic over a row of signs: + - below * / below signs below powers. What
// an operand is, and how two values are joined, an algebra says.
#pragma once

#include "verify/equations/signs.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace verify::equations {

// An algebra has a type Value and, each of them free to refuse with nullopt:
//   size(), kind(i)                  the row of signs
//   operand(at)                      the value of the sign at `at`, which it moves behind it
//   may_add(begin, end)              whether these signs may be the second part of a sum
//   is_implied(at)                   whether a product goes on there without a sign: "2(3 + 4)"
//   binds_sign()                     whether "-3^2" is 9
//   add, subtract, multiply, divide, raise(left, right); negate, root(value)
//   call(name, arguments)            of the function whose name is the sign `name`
template <class Algebra> class Grammar {
public:
    using Value = typename Algebra::Value;
    using Result = std::optional<Value>;

    explicit Grammar(Algebra& algebra) : m_algebra{algebra} {}

    // All signs as one expression.
    Result whole()
    {
        auto value = expression();
        return m_at == m_algebra.size() ? std::move(value) : std::nullopt;
    }

    // The expression that begins at the next sign.
    Result expression() { return sum(0); }

    // The next sign, which is taken; nullopt behind the last one.
    std::optional<std::size_t> take()
    {
        return m_at < m_algebra.size() ? std::optional{m_at++} : std::nullopt;
    }

private:
    static constexpr int k_most_nesting = 40;

    [[nodiscard]] bool next_is(Kind kind) const
    {
        return m_at < m_algebra.size() && m_algebra.kind(m_at) == kind;
    }
    bool take(Kind kind) { return next_is(kind) && ++m_at > 0; }

    Result sum(int depth)
    {
        auto left = product(depth);
        while (left && (next_is(Kind::plus) || next_is(Kind::minus))) {
            const bool adds = m_algebra.kind(m_at++) == Kind::plus;
            const std::size_t from = m_at;
            const auto right = product(depth);
            if (!right || !m_algebra.may_add(from, m_at)) return std::nullopt;
            left = adds ? m_algebra.add(*left, *right) : m_algebra.subtract(*left, *right);
        }
        return left;
    }

    Result product(int depth)
    {
        auto left = unary(depth);
        bool is_divided = false;
        while (left) {
            if (take(Kind::times)) {
                const auto right = unary(depth);
                left = right ? m_algebra.multiply(*left, *right) : std::nullopt;
            } else if (take(Kind::over)) {
                is_divided = true;
                const auto right = unary(depth);
                left = right ? m_algebra.divide(*left, *right) : std::nullopt;
            } else if (m_algebra.is_implied(m_at)) {
                // "1/2(3 + 4)": where the fraction ends is not told.
                const auto right = is_divided ? std::nullopt : power(depth);
                left = right ? m_algebra.multiply(*left, *right) : std::nullopt;
            } else {
                return left;
            }
        }
        return left;
    }

    Result unary(int depth)
    {
        if (depth > k_most_nesting) return std::nullopt;
        if (take(Kind::plus)) return unary(depth + 1);
        if (!take(Kind::minus)) return power(depth);
        if (m_algebra.binds_sign()) {
            const auto base = atom(depth + 1);
            auto negated = base ? m_algebra.negate(*base) : std::nullopt;
            return negated ? raised(std::move(*negated), depth) : std::nullopt;
        }
        const auto value = unary(depth + 1);
        return value ? m_algebra.negate(*value) : std::nullopt;
    }

    Result power(int depth)
    {
        auto base = atom(depth);
        return base ? raised(std::move(*base), depth) : std::nullopt;
    }

    Result raised(Value base, int depth)
    {
        if (!take(Kind::power)) return base;
        const auto power = unary(depth + 1);
        return power ? m_algebra.raise(base, *power) : std::nullopt;
    }

    Result atom(int depth)
    {
        if (depth > k_most_nesting || m_at >= m_algebra.size()) return std::nullopt;
        if (take(Kind::root)) {
            const auto value = atom(depth + 1);
            return value ? m_algebra.root(*value) : std::nullopt;
        }
        if (next_is(Kind::function)) return call(depth);
        if (next_is(Kind::number) || next_is(Kind::letter)) return m_algebra.operand(m_at);
        if (!take(Kind::open)) return std::nullopt;
        auto value = sum(depth + 1);
        return take(Kind::close) ? std::move(value) : std::nullopt;
    }

    Result call(int depth)
    {
        const std::size_t name = m_at++;
        if (!take(Kind::open)) return std::nullopt;
        std::vector<Value> arguments;
        do {
            auto value = sum(depth + 1);
            if (!value) return std::nullopt;
            arguments.push_back(std::move(*value));
        } while (take(Kind::comma));
        return take(Kind::close) ? m_algebra.call(name, std::move(arguments)) : std::nullopt;
    }

    Algebra& m_algebra;
    std::size_t m_at = 0;
};

} // namespace verify::equations
