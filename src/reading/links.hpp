// Links and images of Markdown and HTML, and bare addresses.
#pragma once

#include "reading/document.hpp"

#include <string_view>
#include <vector>

namespace reading {

struct Link {
    std::uint32_t begin = 0; // of the target, bytes of the source
    std::uint32_t end = 0;
    std::string_view target;
    std::string_view text;     // what a reader sees; empty when unknown
    bool loads_itself = false; // an image or a frame: without a click
    bool bare = false;         // no link of its own: an address in the text
};

// CommonMark inline links and link definitions, href and src of HTML, and http(s) and ftp
// addresses. In order; at most `most`.
std::vector<Link> links_of(std::string_view source, std::size_t most);

// The host of an absolute address: after the user, before port, path and query.
struct Authority {
    std::string_view scheme;
    std::string_view user; // with password; empty without '@'
    std::string_view host;
    std::string_view rest; // path, query, fragment
};

Authority authority_of(std::string_view address);

} // namespace reading
