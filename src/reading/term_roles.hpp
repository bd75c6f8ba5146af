// What the words beside a number make of it.
#pragma once

#include "reading/terms.hpp"

namespace reading {

// Sets the roles of `term` by the words between the tokens `from` and `to`, which are those of its
// neighbours: no word speaks of two numbers.
void read_roles(const Passage& passage, Term& term, std::uint32_t from, std::uint32_t to);

// Whether a line ends between the token and the one before it.
bool begins_line(const Passage& passage, std::uint32_t at);

} // namespace reading
