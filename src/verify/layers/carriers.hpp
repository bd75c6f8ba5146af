// The same text as other readers may take it: with look-alikes replaced, letters put together,
// encodings undone. An order to a machine is hidden in one of these.
//
// Each byte of a layer knows the bytes of the text that was sent which it was made of.
#pragma once

#include "reading/document.hpp"
#include "verify/law/words.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace verify::layers {

struct Layer {
    std::string text;                // valid UTF-8
    std::vector<SourceRange> origin; // for each byte of `text`, whole code points
    std::string carrier = "plain";   // "base64", "hex > base64" from the outside to the inside
    bool hidden = false;             // no human reads it without a tool
    bool folds_l = false; // "1" was read as "i" where "l" may be meant: compare them alike
};

// How often an encoding may stand inside another, and how much is decoded in all.
inline constexpr int k_max_depth = 3;
inline constexpr std::size_t k_max_decoded = 64UL * 1024;

// The payload as it is.
Layer source_layer(const Document& document);

// The view that the other checks read.
Layer reading_layer(const Document& document);

// What the text holds in base64, base64url, base32, hexadecimal and percent notation, in tag
// characters and in variation selectors; found in `outer` and in what was found. RFC 4648, RFC 3986
// section 2.1. At least 16 signs that decode to text of which 85 % is printable.
std::vector<Layer> decoded_layers(const Layer& outer);

// The whole text with look-alikes replaced (NFKC, UTS #39), with letters that stand apart put
// together, with digits in words read as letters, with character references resolved; and those
// parts which look more like a language when rotated by 13 or reversed. A layer is made only when
// it differs from the text.
std::vector<Layer> rewritten_layers(const Document& document);

// The bytes of the text that was sent behind [begin, end) of the layer.
SourceRange source_of(const Layer& layer, std::size_t begin, std::size_t end);

} // namespace verify::layers
