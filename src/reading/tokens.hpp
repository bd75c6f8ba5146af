// Words, numbers, dates, clock times and signs of the sentences of a View.
//
// What only looks like a number (versions, phone numbers, addresses, paths, inline code, part
// numbers) becomes an `opaque` token here, so that no check can mistake it for a quantity.
#pragma once

#include "reading/sentences.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace reading {

enum class TokenKind {
    word,    // letters, with apostrophes inside
    number,  // a lexeme of number_scan
    ordinal, // 3rd, 21st; the digits are the token's first bytes
    date,    // numeric, in full: 2024-03-05, 5/3/2024, 05.03.2024
    clock,   // 9:15, 17:05:30
    dotted,  // two or more points between digits: an address or a version
    opaque,  // anything else with digits in it, code, links
    symbol,  // one code point
};

struct Token {
    TokenKind kind = TokenKind::symbol;
    bool space_before = false;
    bool quoted = false; // between quotation marks of the same block
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

struct TokenRange {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

struct TokenList {
    std::vector<Token> tokens;
    std::vector<TokenRange> of_sentence; // parallel to the sentences
};

TokenList split_tokens(const View& view, const std::vector<Sentence>& sentences);

} // namespace reading
