// libcurl's URL parser, for what in this folder reads URLs: the one that also connects.
#pragma once

#include "base/fault.hpp"

#include <curl/curl.h>

#include <memory>
#include <string>

namespace net {

struct UrlCleanup {
    void operator()(CURLU* url) const noexcept { curl_url_cleanup(url); }
};
using UrlRef = std::unique_ptr<CURLU, UrlCleanup>;

// Throws Fault when there is no memory.
inline UrlRef new_url()
{
    UrlRef out{curl_url()};
    if (!out) throw base::Fault{"no memory for a URL"};
    return out;
}

// Empty when the URL has no such part.
inline std::string part_of(CURLU* url, CURLUPart part, unsigned flags)
{
    struct TextFree {
        void operator()(char* text) const noexcept { curl_free(text); }
    };
    char* raw = nullptr;
    const CURLUcode code = curl_url_get(url, part, &raw, flags);
    const std::unique_ptr<char, TextFree> text{raw};
    return code == CURLUE_OK ? std::string{text.get()} : std::string{};
}

} // namespace net
