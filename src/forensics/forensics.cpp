#include "forensics/forensics.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "forensics/basket_health.hpp"
#include "forensics/checks.hpp"
#include "net/ares_resolver.hpp"
#include "net/host_vetting.hpp"
#include "net/special_ranges.hpp"
#include "request/fields.hpp"

#include <algorithm>
#include <memory>

namespace forensics {

namespace json = base::json;

namespace {

// A deadline that leaves less than this leaves no scan.
constexpr std::chrono::seconds k_least_check_limit{1};

using Targets = base::Result<std::vector<Target>, json::Ref>;

// Looked up before the sale: judged again, since they have been in a file since.
std::vector<Target> pinned(const json_t* pins_view)
{
    std::vector<Target> out;
    for (std::size_t i = 0; i < json_array_size(pins_view); ++i) {
        const json_t* pin_view = json_array_get(pins_view, i);
        const auto host = json::text_member(pin_view, "host");
        const json_t* addresses_view = json::array_member(pin_view, "addresses");
        if (!host || addresses_view == nullptr) throw base::Fault{"a pin without host"};
        Target target{std::string{*host}, {}};
        for (std::size_t k = 0; k < json_array_size(addresses_view); ++k) {
            const json_t* text_view = json_array_get(addresses_view, k);
            const auto address = json_is_string(text_view)
                                     ? net::IpAddress::parse(json::text_of(text_view))
                                     : std::nullopt;
            if (!address || !net::is_global(*address))
                throw base::Fault{"a pin that is no address"};
            target.addresses.push_back(*address);
        }
        if (target.addresses.empty()) throw base::Fault{"a pin without address"};
        out.push_back(std::move(target));
    }
    return out;
}

// Run by hand: they were not looked up.
Targets vetted(const json_t* targets_view, const net::BuyerEgress& egress)
{
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < json_array_size(targets_view); ++i)
        texts.emplace_back(json::text_of(json_array_get(targets_view, i)));
    net::AresResolver resolver{egress};
    const auto own_networks = net::networks_of_this_host();
    auto problems = json::array();
    std::vector<Target> out;
    const auto hosts = net::vet_hosts(texts, resolver, {own_networks});
    for (std::size_t i = 0; i < hosts.size(); ++i) {
        if (hosts[i])
            out.push_back({hosts[i]->host, hosts[i]->addresses});
        else
            json::append(problems.get(),
                         request::element_problem("targets", i, net::explain(hosts[i].error()),
                                                  net::word(hosts[i].error()), texts[i]));
    }
    if (json_array_size(problems.get()) != 0) return base::refuse(std::move(problems));
    return out;
}

// None: the fixed basket is scanned.
Targets targets_of(const json_t* request, const json_t* pins_view, const net::BuyerEgress& egress)
{
    const json_t* targets_view = json::array_member(request, "targets");
    if (targets_view == nullptr) return std::vector<Target>{};
    if (pins_view == nullptr) return vetted(targets_view, egress);
    auto out = pinned(pins_view);
    if (out.size() != json_array_size(targets_view)) throw base::Fault{"pins of other targets"};
    return out;
}

std::chrono::milliseconds check_limit_of(std::chrono::milliseconds deadline)
{
    if (deadline.count() <= 0) return k_check_limit;
    return std::max<std::chrono::milliseconds>(deadline - k_closing_time, k_least_check_limit);
}

Basket basket_at(const std::string& path)
{
    if (path.empty()) throw base::Fault{"a scan without a basket: --basket FILE"};
    auto basket = read_basket(path);
    if (!basket) throw base::Fault{base::concat("the basket ", path, ": ", basket.error().detail)};
    return std::move(*basket);
}

struct Plan {
    std::vector<Target> targets{}; // vetted; empty: those of the basket
    std::vector<Check> checks{all_checks().begin(), all_checks().end()};
    std::string vantage{};
    std::chrono::milliseconds check_limit = k_check_limit;
};

// A scan and all that its checks use, for as long as one of them may be at work.
struct Vantage {
    Vantage(Basket basket_read, Plan plan, const ScanProgress& progress)
        : basket{std::move(basket_read)}, targets{std::move(plan.targets)},
          checks{std::move(plan.checks)}, scan{{.basket = basket,
                                                .targets = targets,
                                                .egress = egress,
                                                .clock = clock,
                                                .checks = checks,
                                                .check_limit = plan.check_limit,
                                                .vantage = plan.vantage},
                                               progress}
    {
    }

    Basket basket;
    std::vector<Target> targets;
    std::vector<Check> checks;
    net::BuyerEgress egress{net::resolvers_of_this_host(), net::networks_of_this_host()};
    base::SystemClock clock;
    ScanRun scan; // last: over before the rest goes
};

void untold(std::string_view, std::size_t, std::size_t) {}

json::Ref look(std::unique_ptr<Vantage> vantage)
{
    auto artifact = vantage->scan.artifact();
    // Left to the check that hangs: to wait for it would be to hang with it.
    if (vantage->scan.has_overdue()) static_cast<void>(vantage.release());
    return artifact;
}

} // namespace

json::Ref run(const std::string& basket_path, std::vector<Target> targets,
              const ScanProgress& progress, const std::string& vantage,
              std::chrono::milliseconds check_limit)
{
    return look(std::make_unique<Vantage>(
        leave_out_retired(basket_at(basket_path)),
        Plan{.targets = std::move(targets), .vantage = vantage, .check_limit = check_limit},
        progress));
}

json::Ref run_on_whole(const std::string& basket_path)
{
    return look(std::make_unique<Vantage>(basket_at(basket_path), Plan{}, untold));
}

base::Result<json::Ref, json::Ref> carry_out(const Order& order)
{
    const net::BuyerEgress egress{net::resolvers_of_this_host(), net::networks_of_this_host()};
    auto targets = targets_of(order.request, order.pins_view, egress);
    if (!targets) return base::refuse(json::share(targets.error().get()));
    return run(order.basket_path, std::move(*targets), order.progress, order.vantage,
               check_limit_of(order.deadline));
}

bool is_online(const std::string& basket_path)
{
    std::vector<Check> checks;
    for (const Check& check : all_checks())
        if (check.name == "ntp" || check.name == "portal") checks.push_back(check);
    const auto artifact = look(std::make_unique<Vantage>(
        basket_at(basket_path), Plan{.checks = std::move(checks)}, untold));
    return json::boolean_member(json::object_member(artifact.get(), "vantage"), "offline") == false;
}

std::vector<std::string> files_of(const std::string& basket_path)
{
    const Basket basket = basket_at(basket_path);
    std::vector<std::string> out{basket_path, net::k_resolv_conf};
    for (const auto* path :
         {&basket.trust_store_pem, &basket.public_roots_pem, &basket.ct_log_list_json,
          &basket.pins_json, &basket.interception_issuers_json, &basket.dnssec_trust_anchor,
          &basket.health_json})
        if (*path) out.push_back(**path);
    return out;
}

} // namespace forensics
