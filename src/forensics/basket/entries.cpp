#include "forensics/basket/entries.hpp"

#include "base/concat.hpp"
#include "net/registrable_domain.hpp"

#include <algorithm>
#include <set>

namespace forensics {

namespace {

constexpr std::size_t k_least_ntp_operators = 3; // for a majority (ntp_selection)
constexpr std::size_t k_least_operators = 2;     // one alone is believed by no check
constexpr std::size_t k_least_targets = 2;
constexpr std::size_t k_least_signed_names = 2; // one that is secure, to doubt the other
constexpr std::uint16_t k_https = 443;

std::string name_of(const TlsHost& host)
{
    return host.port == k_https ? host.host : base::concat(host.host, ":", host.port);
}

std::string operator_of(const std::string& name)
{
    return net::registrable_domain(name).value_or(name);
}

void append(std::vector<BasketEntry>& out, BasketEntry entry)
{
    const auto is_it = [&entry](const BasketEntry& each) {
        return each.check == entry.check && each.name == entry.name;
    };
    if (std::none_of(out.begin(), out.end(), is_it)) out.push_back(std::move(entry));
}

std::size_t operators_of(const std::vector<BasketEntry>& entries, std::string_view check)
{
    std::set<std::string_view> operators;
    for (const BasketEntry& each : entries)
        if (each.check == check) operators.insert(each.operator_name);
    return operators.size();
}

std::size_t count_of(const std::vector<BasketEntry>& entries, std::string_view check)
{
    return static_cast<std::size_t>(
        std::count_if(entries.begin(), entries.end(),
                      [check](const BasketEntry& each) { return each.check == check; }));
}

bool has_enough(const Basket& whole, const Basket& left, std::string_view check)
{
    const auto all = entries_of(whole);
    const auto rest = entries_of(left);
    const std::size_t operators = operators_of(rest, check);
    if (check == "ntp") return operators >= k_least_ntp_operators;
    if (check == "portal" || check == "doh") return operators >= k_least_operators;
    if (check == "route") return count_of(rest, check) >= k_least_targets;
    const bool is_half = count_of(rest, check) * 2 >= count_of(all, check);
    if (!is_half || operators < k_least_operators) return false;
    if (check != "dns") return true;
    return left.dns->dnssec_signed_names.size() >=
           std::min(k_least_signed_names, whole.dns->dnssec_signed_names.size());
}

void remove(Basket& basket, std::string_view check, std::string_view name)
{
    if (check == "ntp" && basket.ntp)
        std::erase_if(basket.ntp->servers,
                      [name](const NtpServer& each) { return each.host == name; });
    if (check == "portal" && basket.portal)
        std::erase_if(basket.portal->probes,
                      [name](const PortalProbe& each) { return each.url == name; });
    if (check == "dns" && basket.dns) {
        std::erase(basket.dns->names, name);
        std::erase(basket.dns->dnssec_signed_names, name);
    }
    if (check == "doh" && basket.dns)
        std::erase_if(basket.dns->control_doh,
                      [name](const ControlDoh& each) { return each.url == name; });
    if (check == "tls" && basket.tls)
        std::erase_if(basket.tls->hosts,
                      [name](const TlsHost& each) { return name_of(each) == name; });
    if (check == "route" && basket.route)
        std::erase_if(basket.route->targets,
                      [name](const net::IpAddress& each) { return each.text() == name; });
}

} // namespace

std::vector<BasketEntry> entries_of(const Basket& basket)
{
    std::vector<BasketEntry> out;
    if (basket.ntp)
        for (const NtpServer& each : basket.ntp->servers)
            append(out, {"ntp", each.host, each.host, each.operator_name});
    if (basket.portal)
        for (const PortalProbe& each : basket.portal->probes)
            append(out, {"portal", each.url, each.host, each.operator_name});
    if (basket.dns)
        for (const auto* names : {&basket.dns->names, &basket.dns->dnssec_signed_names})
            for (const std::string& each : *names)
                append(out, {"dns", each, each, operator_of(each)});
    if (basket.dns)
        for (const ControlDoh& each : basket.dns->control_doh)
            append(out, {"doh", each.url, each.host, operator_of(each.host)});
    if (basket.tls)
        for (const TlsHost& each : basket.tls->hosts)
            append(out, {"tls", name_of(each), each.host, each.operator_name});
    // Each target has another operator, as the basket promises.
    if (basket.route)
        for (const net::IpAddress& each : basket.route->targets)
            append(out, {"route", each.text(), each.text(), each.text()});
    return out;
}

std::optional<Basket> without(const Basket& whole, const Basket& from, std::string_view check,
                              std::string_view name)
{
    Basket left = from;
    remove(left, check, name);
    if (!has_enough(whole, left, check)) return std::nullopt;
    return left;
}

} // namespace forensics
