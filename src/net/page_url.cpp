#include "net/page_url.hpp"

#include "net/curl_url.hpp"
#include "net/special_ranges.hpp"

namespace net {

namespace {

base::Refused<PageUrlRefusal> refused(PageUrlRefusal refusal)
{
    return base::refuse(refusal);
}

std::string without_brackets(const std::string& host)
{
    return host.starts_with('[') ? host.substr(1, host.size() - 2) : host;
}

} // namespace

std::string_view word(PageUrlRefusal refusal)
{
    switch (refusal) {
    case PageUrlRefusal::not_a_url: return "url_parsing";
    case PageUrlRefusal::wrong_port: return "url_port";
    case PageUrlRefusal::not_a_host: return "host_invalid";
    case PageUrlRefusal::reserved_name: return "host_reserved";
    case PageUrlRefusal::not_global: return "host_not_public";
    }
    __builtin_unreachable();
}

std::string_view explain(PageUrlRefusal refusal)
{
    switch (refusal) {
    case PageUrlRefusal::not_a_url:
        return "Input should be an http or https URL without user information";
    case PageUrlRefusal::wrong_port: return "The port of the URL should be 80 or 443";
    case PageUrlRefusal::not_a_host:
        return "The host of the URL should be a name of two labels or more, or an IP address";
    case PageUrlRefusal::reserved_name:
        return "The host of the URL should be a name of the public internet, not a reserved one";
    case PageUrlRefusal::not_global:
        return "The address in the URL should be public: private and reserved ones are refused";
    }
    __builtin_unreachable();
}

base::Result<PageUrl, PageUrlRefusal> parse_page_url(std::string_view text)
{
    if (text.find('\0') != std::string_view::npos) return refused(PageUrlRefusal::not_a_url);
    const UrlRef url = new_url();
    if (curl_url_set(url.get(), CURLUPART_URL, std::string{text}.c_str(),
                     CURLU_DISALLOW_USER | CURLU_URLENCODE) != CURLUE_OK)
        return refused(PageUrlRefusal::not_a_url);
    const std::string scheme = part_of(url.get(), CURLUPART_SCHEME, 0);
    if (scheme != "http" && scheme != "https") return refused(PageUrlRefusal::not_a_url);
    const std::string port = part_of(url.get(), CURLUPART_PORT, CURLU_DEFAULT_PORT);
    if (port != "80" && port != "443") return refused(PageUrlRefusal::wrong_port);
    const auto host =
        parse_host(without_brackets(part_of(url.get(), CURLUPART_HOST, CURLU_URLDECODE)));
    if (!host)
        return refused(host.error() == HostRefusal::reserved_name ? PageUrlRefusal::reserved_name
                                                                  : PageUrlRefusal::not_a_host);
    if (host->address && !is_global(*host->address)) return refused(PageUrlRefusal::not_global);
    const bool is_v6 = host->address && !host->address->is_v4();
    const std::string literal = is_v6 ? '[' + host->text + ']' : host->text;
    if (curl_url_set(url.get(), CURLUPART_HOST, literal.c_str(), 0) != CURLUE_OK ||
        curl_url_set(url.get(), CURLUPART_FRAGMENT, nullptr, 0) != CURLUE_OK)
        return refused(PageUrlRefusal::not_a_url);
    return PageUrl{part_of(url.get(), CURLUPART_URL, 0), *host,
                   static_cast<std::uint16_t>(port == "80" ? 80 : 443)};
}

} // namespace net
