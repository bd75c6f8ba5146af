#include "analysis/forensics/forensics.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"

namespace analysis::forensics {

namespace {

Basket basket_at(const std::string& path)
{
    if (path.empty()) throw base::Fault{"a scan without a basket: --basket FILE"};
    auto basket = read_basket(path);
    if (!basket) throw base::Fault{base::concat("the basket ", path, ": ", basket.error().detail)};
    return std::move(*basket);
}

} // namespace

base::json::Ref run(const std::string& basket_path, const ScanProgress& progress)
{
    const Basket basket = basket_at(basket_path);
    const net::BuyerEgress egress{net::resolvers_of_this_host()};
    const base::SystemClock clock;
    return run_scan({basket, {}, egress, clock, all_checks()}, progress);
}

std::vector<std::string> files_of(const std::string& basket_path)
{
    const Basket basket = basket_at(basket_path);
    std::vector<std::string> out{basket_path, net::k_resolv_conf};
    for (const auto* path :
         {&basket.trust_store_pem, &basket.public_roots_pem, &basket.ct_log_list_json,
          &basket.pins_json, &basket.interception_issuers_json, &basket.dnssec_trust_anchor})
        if (*path) out.push_back(**path);
    return out;
}

} // namespace analysis::forensics
