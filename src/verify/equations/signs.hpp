// Arithmetic in a sentence as a row of signs: numbers, letters, operators, brackets, equals signs.
#pragma once

#include "verify/law/words.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace verify::equations {

enum class Kind {
    number,
    letter, // stands for a number: "A", "x", "R1"
    plus,
    minus,
    times,
    over,
    power,
    root,
    open,
    close,
    equals,
    question, // asks for a value: "= ?"
    function, // its name, of a formula that a model points with: "mean"
    comma,    // between a function's arguments
    compares, // "<", ">=": of such a formula
    stop,     // no arithmetic
};

struct Sign {
    Kind kind = Kind::stop;
    std::uint32_t begin = 0; // bytes of the view
    std::uint32_t end = 0;   // a number's unit is part of it
    bool space_before = false;
    bool about = false; // an equals sign that says "about"
    // The parts of a number.
    Rational value{};
    Rational other{};       // under the other decimal mark
    bool has_other = false; // it can be read under both
    bool percent = false;
    bool scaled = false;     // by a scale word, which `value` holds
    bool named = false;      // what is counted stands behind it; what that does to it is not known
    int place = 0;           // exponent of the last printed digit
    int other_place = 0;     // under the other decimal mark
    int digits = 0;          // printed
    std::string_view unit{}; // as written, empty when there is none
    std::uint32_t bare = 0;  // where the printed number ends, without its unit
    bool dot = false;        // of `times`: a middle dot between digits, which may be a decimal mark
};

// Whether a letter right behind a number stands for a number, and is not a unit.
using IsVariable = std::function<bool(std::string_view letter)>;

// A document with its arithmetic in plain signs; each byte stands where it stands in the view.
struct Script {
    explicit Script(const Document& source);

    const Document& document;
    std::string text;
    std::string folded;
};

// The signs of bytes [begin, end) of the view, in time linear in their number.
std::vector<Sign> read_signs(const Script& script, std::uint32_t begin, std::uint32_t end,
                             const IsVariable& is_variable);

} // namespace verify::equations
