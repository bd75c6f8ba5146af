// Steps by which a text solves an equation in one unknown: "3x + 7 = 31, so 3x = 24 and x = 6".
#pragma once

#include "verify/equations/formula.hpp"
#include "verify/law/critic.hpp"

#include "verify/equations/chain.hpp"

#include <optional>
#include <string>

namespace verify::equations {

// A linear equation in one letter, by the value that solves it.
struct Step {
    std::string letter;
    Rational root;
    Interval allowed;        // what a printed root may have been rounded from
    bool is_solved = false;  // "x = 6": the letter stands alone
    std::uint32_t begin = 0; // bytes of the view
    std::uint32_t end = 0;
};

// nullopt: another number of sides than two, no letter or two, not linear, no solution or any,
// numbers with units or percent signs, or a side that is open.
std::optional<Step> step_of(std::string_view text, const Chain& chain);

// Follows the steps of one unknown through a text. A step that leads to another root than the one
// right before it is an "arith.equation"; of two errors each shows once.
class Solving {
public:
    Solving(const Document& document, Review& review) : m_document{document}, m_review{review} {}

    // In the order of the text.
    void see(const Chain& chain, std::size_t sentence);
    // The same letter may stand for something else from here on.
    void forget() { m_step.reset(); }

private:
    [[nodiscard]] bool is_led_to() const;
    void report(const Step& before);

    const Document& m_document;
    Review& m_review;
    std::optional<Step> m_step; // the last one
    std::size_t m_sentence = 0; // where it stands
};

} // namespace verify::equations
