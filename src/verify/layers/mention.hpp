// Whether an order is used or only talked about.
#pragma once

#include "reading/document.hpp"
#include "verify/law/words.hpp"

namespace verify::layers {

// Whether the bytes [begin, end) of the source stand between quotation marks or in inline code of a
// sentence that says more, after words such as "phrases like" or "attacks in which", or in a code
// block that such words announce.
bool is_mentioned(const Document& document, SourceRange place);

// The block of code that holds the byte of the source; nullptr when none does.
const reading::Block* code_block_at(const Document& document, std::uint32_t source_byte);

// Byte of the view at or after a byte of the source.
std::size_t view_offset(const Document& document, std::uint32_t source_byte);

} // namespace verify::layers
