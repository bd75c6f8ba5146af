// What the parts of contradiction.polarity share: words that tell whether a clause says that
// something is so, and the finding.
#pragma once

#include "verify/law/critic.hpp"

#include <string_view>

namespace verify::sameness {

// Carries nothing of what is said: articles, auxiliaries, "always" against "never".
bool says_nothing(std::string_view folded_word);
// Another time, a condition, another's words, a part: what is said and its opposite may hold.
bool leaves_open(const Passage& sentence, std::uint32_t token);
// First of what or which one: part of what is said, unlike the other words that leave it open.
bool is_ordinal(std::string_view folded_word);

// Whether the clause that begins with the token says of whom it is told: entries of a list and
// columns of a table ("Not recommended for ...", "Control: did not receive ...") leave it to what
// they stand under, and the two may stand under different things.
bool names_subject(const Passage& sentence, std::uint32_t first);
// One clause with a subject of its own and a finite verb. What "it" or "this" is, what a command
// asks for and what a relative clause or another speaker says may be different each time.
bool is_whole_statement(const Passage& sentence);

// One of two places that do not fit.
struct Position {
    std::uint32_t begin = 0; // tokens
    std::uint32_t end = 0;
    bool is_denied = false;
};

// The finding; the later place in the text is the one that is marked as stated. Nothing when an
// earlier finding of the check marks that place already.
void report_opposite(const Document& document, const Position& one, const Position& other,
                     Review& review);

// Two sentences of one subject and one time with words that exclude each other.
void check_states(const Document& document, Review& review);
// None is hurt, and a person is.
void check_casualties(const Document& document, Review& review);

} // namespace verify::sameness
