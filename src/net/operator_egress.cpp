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
        m_origins.push_back(std::move(parts->origin));
    }
}

bool OperatorEgress::allows(std::string_view url) const
{
    const auto parts = parse_url(url);
    return parts && std::find(m_origins.begin(), m_origins.end(), parts->origin) != m_origins.end();
}

} // namespace net
