// What a text says in another's words.
#pragma once

#include "reading/tokens.hpp"

namespace reading {

// Sets `quoted` on the tokens between two quotation marks of one block. A mark without a partner
// marks nothing; a mark after a digit is an inch, a minute or a second.
void mark_quotes(const View& view, const std::vector<Sentence>& sentences, TokenList& list);

} // namespace reading
