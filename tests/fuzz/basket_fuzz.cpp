// A basket as an editor or a broken disk may leave it. What is read keeps to the limits that a scan
// counts on.
#include "forensics/basket/basket.hpp"

#include <algorithm>
#include <cstdlib>

namespace {

using namespace forensics;

void require(bool holds)
{
    if (!holds) std::abort();
}

void look_at(const Basket& basket)
{
    for (const auto* path :
         {&basket.trust_store_pem, &basket.public_roots_pem, &basket.ct_log_list_json,
          &basket.pins_json, &basket.interception_issuers_json, &basket.dnssec_trust_anchor,
          &basket.health_json})
        require(!*path || (*path)->starts_with('/'));
    if (basket.ntp) {
        require(basket.ntp->servers.size() <= 16 && basket.ntp->port != 0);
        require(basket.ntp->ok_offset_sec <= basket.ntp->critical_offset_sec);
    }
    if (basket.portal)
        for (const PortalProbe& probe : basket.portal->probes)
            require(!probe.host.empty() && probe.expect_status >= 200);
    if (basket.dns) require(basket.dns->names.size() <= 32);
    if (basket.tls)
        for (const TlsHost& host : basket.tls->hosts) require(!host.host.empty() && host.port != 0);
    if (basket.route) require(basket.route->max_ttl >= 1 && basket.route->max_ttl <= 32);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto basket =
        parse_basket({reinterpret_cast<const char*>(data), size}, "/usr/share/assay");
    if (basket)
        look_at(*basket);
    else
        require(!basket.error().detail.empty());
    return 0;
}
