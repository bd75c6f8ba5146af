// The value of an expression of signs, exactly.
#pragma once

#include "verify/equations/signs.hpp"

#include <map>
#include <optional>
#include <span>

namespace verify::equations {

// How an expression is read where writers differ.
struct Way {
    bool other_mark = false;
    bool dot_is_mark = false;      // "3·5" is 3.5
    bool percent_is_count = false; // "5%" is 5, else 0.05
    bool sign_first = false;       // "-3^2" is 9
    bool in_base = false;          // "90 min" is 5400 seconds
    // Numbers that may have been rounded or cut off: true widens one by a unit of its last place.
    // Empty: none. Else parallel to the signs of the expression.
    std::span<const char> rounded{};
};

// What a letter stands for. A value that may have been rounded is an interval.
struct Letters {
    std::map<std::string, Interval, std::less<>> known;
};

struct Value {
    Interval at{};
    bool whole = true; // nothing in it is broken, so that nothing had to be rounded
};

// `text` is what the signs were read from. nullopt: no expression, a letter that stands for nothing
// known, a division by zero, a power too large, what could be read in two ways and no Way tells.
std::optional<Value> evaluate(std::string_view text, std::span<const Sign> signs, const Way& way,
                              const Letters& letters);

// The square root, or what it lies between; `square` is not negative.
Interval root_of(const Rational& square);

} // namespace verify::equations
