// Marks that point at a note or an entry and are not part of a sentence: "[12]", "years2", "^12^".
#pragma once

#include "verify/against/layer.hpp"

namespace verify::against {

struct Marked {
    std::string_view text; // of the View
    const std::vector<LayerWord>& words;
    const std::vector<bool>& is_raised; // by word: printed above the line
};

// past[i] becomes the word behind the mark that begins with word i; of all others it stays.
void mark_references(const Marked& marked, std::vector<std::uint32_t>& past);

} // namespace verify::against
