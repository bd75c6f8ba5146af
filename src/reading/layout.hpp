// Blocks of a text: what is prose, what is code, what is a list.
//
// CommonMark is followed as far as it decides whether a reader would take a line for prose. Plain
// text, man pages and mail are read by the same rules.
#pragma once

#include "reading/view.hpp"

#include <string_view>
#include <vector>

namespace reading {

enum class Format { prose, markdown, json, csv, code };

std::string_view name_of(Format format);

enum class BlockKind { paragraph, heading, list_item, table_row, code };

struct Block {
    BlockKind kind = BlockKind::paragraph;
    std::uint32_t begin = 0; // of its text, after a list or heading marker
    std::uint32_t end = 0;
    std::uint32_t indent = 0;  // columns before the marker or the text
    bool ordered = false;      // a list item with a number or letter for a marker
    bool blank_before = false; // an empty line stands between this block and the one before
};

// In order, without overlap. Every non-blank line belongs to one block, except fence lines.
std::vector<Block> split_blocks(const View& view, Format format);

// `source` is the payload the view was made of.
Format detect_format(const View& view, std::string_view source);

} // namespace reading
