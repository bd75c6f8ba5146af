#include "net/operator_egress.hpp"

#include "base/fault.hpp"
#include "net/url.hpp"

#include <algorithm>

namespace net {

OperatorEgress::OperatorEgress(std::span<const std::string> configured_urls)
{
    for (const std::string& url : configured_urls) {
        auto parts = parse_url(url);
        if (!parts) throw base::Fault{"a configured URL is not an absolute http or https URL"};
        const auto host = url.find("//") + 2;
        std::string spelling = url.substr(0, url.find_first_of("/?#", host)) + '/';
        const auto alike = parse_url(spelling);
        if (alike && alike->origin == parts->origin) m_spellings.push_back(std::move(spelling));
        m_origins.push_back(std::move(parts->origin));
    }
}

bool OperatorEgress::allows(std::string_view url) const
{
    if (std::any_of(m_spellings.begin(), m_spellings.end(),
                    [&](const std::string& spelling) { return url.starts_with(spelling); }))
        return true;
    const auto parts = parse_url(url);
    return parts && std::find(m_origins.begin(), m_origins.end(), parts->origin) != m_origins.end();
}

} // namespace net
