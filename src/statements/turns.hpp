// What turns a sentence round, read once: it is asked of each place of each word.
#pragma once

#include "reading/document.hpp"

#include <vector>

namespace statements {

class Turns {
public:
    explicit Turns(const reading::Document& document);

    // Whether the token is a negation, or a word of lack.
    [[nodiscard]] bool is_turn(std::uint32_t token) const { return m_is_turn[token]; }
    // "They claim that it is so, but it is not."
    [[nodiscard]] bool takes_back(std::uint32_t sentence) const { return m_takes_back[sentence]; }

private:
    std::vector<bool> m_is_turn;    // by token
    std::vector<bool> m_takes_back; // by sentence
};

} // namespace statements
