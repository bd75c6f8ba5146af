#include "net/url.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <memory>

namespace net {

namespace {

struct UrlCleanup {
    void operator()(CURLU* url) const noexcept { curl_url_cleanup(url); }
};
struct TextFree {
    void operator()(char* text) const noexcept { curl_free(text); }
};

// Empty when the URL has no such part.
std::string part_of(CURLU* url, CURLUPart part, unsigned flags)
{
    char* raw = nullptr;
    const CURLUcode code = curl_url_get(url, part, &raw, flags);
    const std::unique_ptr<char, TextFree> text{raw};
    return code == CURLUE_OK ? std::string{text.get()} : std::string{};
}

} // namespace

std::optional<UrlParts> parse_url(std::string_view text)
{
    if (text.find('\0') != std::string_view::npos) return std::nullopt;
    const std::unique_ptr<CURLU, UrlCleanup> url{curl_url()};
    if (!url) throw base::Fault{"no memory for a URL"};
    if (curl_url_set(url.get(), CURLUPART_URL, std::string{text}.c_str(), CURLU_DISALLOW_USER) !=
        CURLUE_OK)
        return std::nullopt;

    const std::string scheme = part_of(url.get(), CURLUPART_SCHEME, 0);
    if (scheme != "http" && scheme != "https") return std::nullopt;
    std::string host = part_of(url.get(), CURLUPART_HOST, 0);
    if (host.empty()) return std::nullopt;
    std::transform(host.begin(), host.end(), host.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    const std::string port = part_of(url.get(), CURLUPART_PORT, CURLU_DEFAULT_PORT);
    return UrlParts{base::concat(scheme, "://", host, ":", port),
                    part_of(url.get(), CURLUPART_PATH, 0)};
}

} // namespace net
