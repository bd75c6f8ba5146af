#include "analysis/forensics/forensics.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"

#include <memory>

namespace analysis::forensics {

namespace {

Basket basket_at(const std::string& path)
{
    if (path.empty()) throw base::Fault{"a scan without a basket: --basket FILE"};
    auto basket = read_basket(path);
    if (!basket) throw base::Fault{base::concat("the basket ", path, ": ", basket.error().detail)};
    return std::move(*basket);
}

// A scan and all that its checks use, for as long as one of them may be at work.
struct Vantage {
    Vantage(Basket basket_read, std::vector<Target> targets_vetted, const ScanProgress& progress)
        : basket{std::move(basket_read)}, targets{std::move(targets_vetted)},
          scan{{basket, targets, egress, clock, all_checks()}, progress}
    {
    }

    Basket basket;
    std::vector<Target> targets;
    net::BuyerEgress egress{net::resolvers_of_this_host(), net::networks_of_this_host()};
    base::SystemClock clock;
    ScanRun scan; // last: over before the rest goes
};

} // namespace

base::json::Ref run(const std::string& basket_path, std::vector<Target> targets,
                    const ScanProgress& progress)
{
    auto vantage = std::make_unique<Vantage>(basket_at(basket_path), std::move(targets), progress);
    auto artifact = vantage->scan.artifact();
    // Left to the check that hangs: to wait for it would be to hang with it.
    if (vantage->scan.has_overdue()) static_cast<void>(vantage.release());
    return artifact;
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
