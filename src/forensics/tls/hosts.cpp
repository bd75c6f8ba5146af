#include "forensics/tls/hosts.hpp"

#include "forensics/basket/basket.hpp"
#include "net/doh.hpp"
#include "net/registrable_domain.hpp"

#include <algorithm>

namespace forensics {

namespace {

constexpr std::size_t k_control_hosts = 2;
constexpr std::size_t k_max_hosts = 40;
constexpr std::uint16_t k_dot_port = 853;

// Nothing in an address tells whose it is.
std::string operator_of(const std::string& host)
{
    if (net::IpAddress::parse(host)) return {};
    return net::registrable_domain(host).value_or(host);
}

// The first address of each family: what stands at one of them may not stand at the other.
void append_target(std::vector<PlannedTlsHost>& plan, const Target& target)
{
    for (const bool is_v4 : {true, false}) {
        const auto of_family =
            std::find_if(target.addresses.begin(), target.addresses.end(),
                         [is_v4](const net::IpAddress& each) { return each.is_v4() == is_v4; });
        if (of_family == target.addresses.end()) continue;
        plan.push_back({.host = target.host,
                        .port = 443,
                        .address = *of_family,
                        .operator_name = operator_of(target.host)});
    }
}

PlannedTlsHost canonical(const TlsHost& host)
{
    return {
        host.host,      host.port,       host.address, host.operator_name, /*is_canonical=*/true,
        host.expect_ct, host.expect_quic};
}

// Whom the check dns believes must be who they are. That they are logged is not asked of them.
void append_resolvers(std::vector<PlannedTlsHost>& plan, const std::vector<ControlDoh>& controls)
{
    const auto planned = [](const ControlDoh& control, std::uint16_t port, TlsRole role) {
        return PlannedTlsHost{.host = control.host,
                              .port = port,
                              .address = control.address,
                              .operator_name = control.operator_name,
                              .is_canonical = true,
                              .role = role};
    };
    for (const ControlDoh& control : controls) {
        const auto port = net::doh_endpoint(control.url, control.address).port;
        plan.push_back(planned(control, port, TlsRole::doh));
        if (control.expect_dot) plan.push_back(planned(control, k_dot_port, TlsRole::dot));
    }
}

// Each control has another operator, as long as there are any.
void append_controls(std::vector<PlannedTlsHost>& plan, const std::vector<TlsHost>& hosts)
{
    std::vector<std::string_view> operators;
    for (const TlsHost& host : hosts) {
        if (operators.size() == k_control_hosts) return;
        if (std::find(operators.begin(), operators.end(), host.operator_name) != operators.end())
            continue;
        operators.push_back(host.operator_name);
        plan.push_back(canonical(host));
    }
}

} // namespace

std::string_view to_text(TlsRole role)
{
    switch (role) {
    case TlsRole::web: return "web";
    case TlsRole::doh: return "dns_over_https";
    case TlsRole::dot: return "dns_over_tls";
    }
    __builtin_unreachable();
}

std::vector<PlannedTlsHost> planned_tls_hosts(const ScanContext& context)
{
    static const std::vector<TlsHost> s_none;
    const auto& basket_hosts = context.basket.tls ? context.basket.tls->hosts : s_none;
    std::vector<PlannedTlsHost> plan;
    for (const Target& target : context.targets) append_target(plan, target);
    if (!context.targets.empty())
        append_controls(plan, basket_hosts);
    else
        for (const TlsHost& host : basket_hosts) plan.push_back(canonical(host));
    if (context.basket.dns) append_resolvers(plan, context.basket.dns->control_doh);
    if (plan.size() > k_max_hosts) plan.erase(plan.begin() + k_max_hosts, plan.end());
    return plan;
}

} // namespace forensics
