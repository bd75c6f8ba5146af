// Words that turn a clause round.
#pragma once

#include "reading/passage.hpp"

namespace reading {

// "not", "nobody", "didn't", "nicht"
bool is_denial(std::string_view folded_word);

// The same of one token, without the "not" of "not only" and the "none" of "none more so", which
// deny nothing.
bool is_denial(const Passage& words, std::uint32_t token);

} // namespace reading
