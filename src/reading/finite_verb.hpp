// Whether words can be a sentence: without a finite verb they are a title or a list.
#pragma once

#include "reading/passage.hpp"
#include "reading/wordnet/wordnet.hpp"

namespace reading {

// Whether the words have a finite verb of English. Forms of to be, to have and to do, modal verbs
// and what is left of them in "it's"; a verb in the past or with an s; a base form behind a person
// who can do it ("they", "officials"). Guesses from forms and neighbours, without grammar: "The
// Smiths house" has one.
bool has_finite_verb(const Passage& words);

// The same of one token.
bool is_finite_verb(const Passage& words, std::uint32_t token);

} // namespace reading
