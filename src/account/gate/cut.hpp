// What an editor may leave out of a quoted sentence without changing what the rest says.
//
// A part that hangs: between commas or brackets, at an end behind a comma, a last phrase that a
// preposition begins; and one of two things that "and" or "but" joins. A part that limits the rest
// stays: a condition, an exception, a doubt; and where the rest denies, or speaks of all, the
// phrase stays in which it is so. The words are English: of a text in another language what commas
// or brackets part off alone may go.
#pragma once

#include "account/gate/words.hpp"

namespace account::gate {

// Words [begin, end) of a quote, with others on both sides.
bool may_leave_out(const Words& quote, std::size_t begin, std::size_t end);
// [begin, size)
bool may_end_before(const Words& quote, std::size_t begin);
// [0, end)
bool may_begin_at(const Words& quote, std::size_t end);

// Whether the word may begin a phrase that says where, when or of what.
bool opens_phrase(std::string_view folded);
// Whether it stands for what was named before: it, they.
bool is_pronoun(std::string_view folded);
// Whether the word joins two statements: and, but, while.
bool joins(std::string_view folded);

} // namespace account::gate
