// What a server says its answer is: words of strangers, which end up in JSON and in artifacts.
#pragma once

#include <string>
#include <string_view>

namespace net {

struct MediaType {
    std::string name;    // "text/html", lower case, without parameters
    std::string charset; // "utf-8", lower case
};

// Reads a Content-Type header. A type or a charset that is not a token of HTTP, or longer than 64
// characters, counts as not given: empty.
MediaType read_media_type(std::string_view header);

} // namespace net
