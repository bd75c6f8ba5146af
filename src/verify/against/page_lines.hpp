// What a page prints between two halves of a sentence: its number, a running head, a foot.
#pragma once

#include "reading/view.hpp"

#include <string_view>
#include <vector>

namespace verify::against {

// Bytes [begin, end) of the text of a View, in order. Only short lines in the midst of a sentence
// are taken: the line before has no end of a sentence. They may be parts of it all the same.
std::vector<reading::SourceRange> page_lines(std::string_view text);

} // namespace verify::against
