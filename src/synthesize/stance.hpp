// Yes or no: what a statement says to a question that asks for it.
#pragma once

#include "synthesize/study.hpp"
#include "synthesize/words.hpp"

#include <optional>

namespace synthesize {

struct Stance {
    Run words; // that say so
    bool says_yes = false;
};

// By the verb of the question, or by its adjective where a form of to be asks: the word itself, one
// of its meaning, its opposite or another outcome, each denied or not. nullopt: it says neither.
std::optional<Stance> stance_in(const Study& study, const Part& part, std::size_t statement,
                                const Meanings& meanings);

// Whether two statements say nothing else of it in the clause: "toxic to dogs" is no answer to "not
// toxic to people". Each with the words of its stance.
bool say_nothing_else(const Study& study, const Part& part, std::pair<std::size_t, Run> left,
                      std::pair<std::size_t, Run> right, const Meanings& meanings);

} // namespace synthesize
