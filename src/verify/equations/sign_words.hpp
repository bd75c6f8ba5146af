// The signs and words of arithmetic as writers print them.
#pragma once

#include "verify/equations/signs.hpp"

#include <span>
#include <string_view>

namespace verify::equations {

struct SignWord {
    std::string_view text;
    Kind kind;
};

struct Fraction {
    std::string_view text;
    int top;
    int bottom;
};

// The one that `rest` begins with; null when there is none. Words are folded.
const SignWord* symbol_at(std::string_view rest);
const Fraction* fraction_at(std::string_view rest);
const SignWord* phrase_at(std::string_view rest);
// A verb that says "equals" behind signs that end in an operation in words: "7 times 8 is".
const SignWord* result_at(std::string_view rest, std::span<const Sign> signs);
// Whether a line goes on with what the one before it comes to.
bool begins_with_equals(std::string_view line);

// Counts that are told in words: "fifty-four".
class SpelledNumbers {
public:
    explicit SpelledNumbers(const Document& document) : m_document{document} {}

    // The one that begins at this byte of the view; null when there is none. Bytes only rise.
    const Quantity* at(std::uint32_t byte);

private:
    [[nodiscard]] std::uint32_t place() const; // of the next one

    const Document& m_document;
    std::size_t m_next = 0;
};

} // namespace verify::equations
