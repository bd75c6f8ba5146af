// Chains of equations in a row of signs: "a = b = c", where each side is an expression.
#pragma once

#include "verify/equations/signs.hpp"

#include <span>
#include <vector>

namespace verify::equations {

struct Side {
    std::vector<Sign> signs; // with the brackets that are missing, which have no place of their own
    std::uint32_t begin = 0; // bytes of the view
    std::uint32_t end = 0;
    bool about = false; // the equals sign before it says "about"
    // Brackets do not match, or something stands beside it that may belong to it: it can be found
    // right, and not wrong.
    bool is_open = false;

    [[nodiscard]] bool is_letter() const; // one letter alone
    [[nodiscard]] bool is_number() const; // one number alone, with its sign and brackets
    [[nodiscard]] bool has(Kind kind) const;
    [[nodiscard]] bool has_operator() const;
};

struct Chain {
    std::vector<Side> sides; // at least two, or one that is asked for: "3 + 4 = ?"
    bool is_asked = false;
    [[nodiscard]] std::uint32_t begin() const { return sides.front().begin; }
    [[nodiscard]] std::uint32_t end() const { return sides.back().end; }
};

// In the order of the text.
std::vector<Chain> find_chains(std::string_view text, std::span<const Sign> signs);

// The signs without brackets; a sign that belongs to a number alone stays.
std::vector<Sign> without_brackets(std::span<const Sign> signs);

} // namespace verify::equations
