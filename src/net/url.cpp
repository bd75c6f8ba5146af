#include "net/url.hpp"

#include "base/ascii.hpp"
#include "base/concat.hpp"
#include "net/curl_url.hpp"

namespace net {

std::optional<UrlParts> parse_url(std::string_view text)
{
    if (text.find('\0') != std::string_view::npos) return std::nullopt;
    const UrlRef url = new_url();
    if (curl_url_set(url.get(), CURLUPART_URL, std::string{text}.c_str(), CURLU_DISALLOW_USER) !=
        CURLUE_OK)
        return std::nullopt;

    const std::string scheme = part_of(url.get(), CURLUPART_SCHEME, 0);
    if (scheme != "http" && scheme != "https") return std::nullopt;
    const std::string host = base::lower_case(part_of(url.get(), CURLUPART_HOST, 0));
    if (host.empty()) return std::nullopt;
    const std::string port = part_of(url.get(), CURLUPART_PORT, CURLU_DEFAULT_PORT);
    return UrlParts{base::concat(scheme, "://", host, ":", port),
                    part_of(url.get(), CURLUPART_PATH, 0)};
}

std::string host_of(std::string_view url)
{
    const auto parts = parse_url(url);
    if (!parts) return {};
    const std::size_t start = parts->origin.find("//") + 2;
    std::string host = parts->origin.substr(start, parts->origin.rfind(':') - start);
    if (host.starts_with('[')) host = host.substr(1, host.size() - 2);
    return host;
}

} // namespace net
