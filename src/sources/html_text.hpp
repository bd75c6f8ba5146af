// What a person reads on an HTML page, as plain text.
#pragma once

#include <string>
#include <string_view>

namespace sources {

struct HtmlText {
    std::string text;      // paragraphs with an empty line between them; blanks collapsed
    std::string title;     // at most 300 bytes; empty: the page has none
    std::string published; // as the page says in its head or in a time element; empty: it does not
};

// `html` in UTF-8. Left out: what is not shown (hidden attributes, aria-hidden, display:none,
// script, style, template), controls, and around an article or main element navigation and other
// pages' matter.
// Any nesting is taken; time grows with the text times its depth, so who calls this bounds it.
HtmlText html_text(std::string_view html);

} // namespace sources
