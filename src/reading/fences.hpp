// Fenced code of Markdown (CommonMark 0.30, section 4.5), with the language it names.
#pragma once

#include "reading/document.hpp"

#include <string>
#include <vector>

namespace reading {

// Bytes [begin, end) of `document.source` between the fence lines.
struct Fence {
    std::string language; // lower case, the first word of the info string; empty when none
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t outer_begin = 0; // with the fence lines
    std::uint32_t outer_end = 0;
    bool closed = false;
};

inline constexpr std::size_t k_max_fences = 200;

std::vector<Fence> find_fences(const Document& document);

// The first byte of the view that comes from the source byte or one behind it.
std::uint32_t view_offset(const Document& document, std::uint32_t source_byte);

} // namespace reading
