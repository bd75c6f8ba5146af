// A page as it was fetched, to the text of a source.
#pragma once

#include "sources/html_text.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace sources {

struct PageText {
    std::string text; // valid UTF-8, at most 200,000 bytes, not blank
    bool is_cut = false;
    std::string title;     // as HtmlText
    std::string published; // as HtmlText
};

// `media_type` in lower case without parameters; `charset` as the server names it, or empty. The
// encoding is that of a byte order mark, else the server's, else the one that the page names in its
// first 1,024 bytes, else UTF-8 where the bytes are that, else windows-1252 (as browsers do). Bytes
// that mean nothing in it are U+FFFD. nullopt: nothing is left to read.
std::optional<PageText> page_text(std::string_view bytes, std::string_view media_type,
                                  std::string_view charset);

// Whether the bytes are UTF-8 throughout; no bytes are.
bool is_utf8(std::string_view bytes);
// The text of bytes of which nothing is told, in the encoding that page_text() would take them for.
std::string as_utf8(std::string_view bytes);

} // namespace sources
