// Whether an order is used or only talked about.
#pragma once

#include "analysis/text/document.hpp"

namespace analysis::verify::red_team {

// Whether the bytes [begin, end) of the source stand between quotation marks or in inline code of a
// sentence that says more, after words such as "phrases like" or "attacks in which", or in a code
// block that such words announce.
bool is_mentioned(const text::Document& document, text::SourceRange place);

// The block of code that holds the byte of the source; nullptr when none does.
const text::Block* code_block_at(const text::Document& document, std::uint32_t source_byte);

// Byte of the view at or after a byte of the source.
std::size_t view_offset(const text::Document& document, std::uint32_t source_byte);

} // namespace analysis::verify::red_team
