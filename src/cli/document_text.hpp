// The text of documents that are not text themselves, by programs of Debian that read them.
#pragma once

#include "base/result.hpp"

#include <array>
#include <string>
#include <string_view>

namespace cli {

struct DocumentKind {
    std::string_view name;      // "a PDF"
    std::string_view beginning; // its first bytes
    std::string_view holds;     // what stands in it somewhere, too; "": nothing more
    std::string_view program;   // as PATH finds it; ends with 0, and its text on standard output
    std::array<std::string_view, 3> options; // before the file's name; behind it is "-"
    std::string_view package;                // of Debian
};

// nullptr: the file is something else, or cannot be read.
const DocumentKind* document_kind_of(const std::string& path);

// In a process of its own, which is ended after 20 seconds. The error says that the program is not
// there, and its package; that it cannot read the file; or that there is no text in it.
base::Result<std::string, std::string> document_text(const DocumentKind& kind,
                                                     const std::string& path);

} // namespace cli
