// What the families of named formats share: pieces of the text that are meant to be a format, and
// how a fault in one is reported.
#pragma once

#include "verify/law/critic.hpp"

namespace verify::forms {

// Bytes [begin, end) of `document.source`.
struct Piece {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

// The line, counted from 1, of the piece, without blanks around; its last one when it has fewer.
Piece line_of(const Document& document, const Piece& piece, std::size_t line);

struct Fault {
    CheckRef check;
    std::string_view format; // "JSON"
    std::string detail;      // one sentence without its point
    std::size_t line = 0;    // of the piece, from 1
    std::size_t column = 0;  // 0 when not known
    Severity severity = Severity::minor;
};

// Marks the line. Nothing when the families have found enough.
void report_fault(const Document& document, const Piece& piece, const Fault& fault, Review& review);
void pass_piece(CheckRef check, const Piece& piece, Review& review);

void check_json(const Document& document, Review& review);
void check_xml(const Document& document, Review& review);
void check_separated(const Document& document, Review& review);
void check_links(const Document& document, Review& review);

} // namespace verify::forms
