#include "cli/ip_deny.hpp"

#include "base/concat.hpp"
#include "net/special_ranges.hpp"
#include "net/url.hpp"

#include <chrono>
#include <set>
#include <vector>

namespace cli {

namespace {

constexpr std::chrono::seconds k_lookup_time{5};

// "https://host:port" -> "host", without the brackets of an IPv6 address.
std::string host_of(const std::string& url)
{
    const auto parts = net::parse_url(url);
    if (!parts) return {};
    const std::string& origin = parts->origin;
    const std::size_t begin = origin.find("://") + 3;
    std::string host = origin.substr(begin, origin.rfind(':') - begin);
    if (host.starts_with('[')) host = host.substr(1, host.size() - 2);
    return host;
}

struct Endpoints {
    std::set<std::string> special; // addresses, of what is denied
    std::vector<std::string> unknown;
};

void add(Endpoints& endpoints, const net::IpAddress& address)
{
    if (!net::is_global(address)) endpoints.special.insert(address.text());
}

Endpoints endpoints_of(const config::Config& config, net::Resolver& resolver)
{
    Endpoints out;
    std::vector<std::string> names;
    std::vector<std::string> urls = config.payment.rpc_urls;
    urls.insert(urls.end(), config.facilitator.urls.begin(), config.facilitator.urls.end());
    if (config.llm.is_set()) urls.push_back(config.llm.url);
    for (const std::string& url : urls) {
        std::string host = host_of(url);
        if (host == "localhost") host = "127.0.0.1"; // no resolver is asked for it
        if (const auto address = net::IpAddress::parse(host))
            add(out, *address);
        else
            names.push_back(host);
    }
    if (names.empty()) return out;
    const auto answers = resolver.lookup(names, std::chrono::steady_clock::now() + k_lookup_time);
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (!answers[i]) {
            out.unknown.push_back(names[i]);
            continue;
        }
        for (const net::IpAddress& address : *answers[i]) add(out, address);
    }
    return out;
}

} // namespace

std::string ip_deny_text(const config::Config& config,
                         std::span<const net::IpAddress> system_resolvers, net::Resolver& resolver)
{
    Endpoints endpoints = endpoints_of(config, resolver);
    for (const net::IpAddress& address : system_resolvers) add(endpoints, address);
    std::string out = "# Of assay config ip-deny. Make it anew when resolvers or endpoints move.\n"
                      "[Service]\n";
    for (const std::string_view range : net::special_ranges())
        out += base::concat("IPAddressDeny=", range, '\n');
    for (const std::string& address : endpoints.special)
        out += base::concat("IPAddressAllow=", address, '\n');
    for (const std::string& name : endpoints.unknown)
        out += base::concat("# ", name,
                            " could not be looked up: allow its address if it is private\n");
    return out;
}

} // namespace cli
