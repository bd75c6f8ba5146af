// What a quotation leaves out behind "...": harmless words, or those that say how it is meant.
#pragma once

#include "reading/document.hpp"
#include "statements/statement.hpp"

namespace verify::against {

// Neighbouring tokens of a source.
struct LeftOut {
    statements::Run before; // quoted
    statements::Run gap;
    statements::Run after; // quoted
};

// Whether the gap denies or limits what is quoted, or has the subject or the verb to which the
// words after it belong. Of English, but for the words of a denial.
bool turns_sense(const reading::Document& source, const LeftOut& left_out);

} // namespace verify::against
