#include "net/host_vetting.hpp"

#include "net/special_ranges.hpp"

#include <algorithm>
#include <optional>

namespace net {

namespace {

using std::chrono::steady_clock;

constexpr std::ptrdiff_t k_most_v4 = 2;
constexpr std::ptrdiff_t k_most_v6 = 1;

using Vetted = base::Result<VettedHost, TargetRefusal>;

OwnNetwork just(const IpAddress& address)
{
    return {address, address.is_v4() ? 32U : 128U};
}

Vetted judge(const std::string& host, const std::vector<IpAddress>& addresses,
             std::span<const OwnNetwork> own_networks)
{
    if (!std::all_of(addresses.begin(), addresses.end(), is_global))
        return base::refuse(TargetRefusal::not_global);
    if (std::any_of(addresses.begin(), addresses.end(), [own_networks](const IpAddress& address) {
            return is_own(address, own_networks);
        }))
        return base::refuse(TargetRefusal::own_network);
    VettedHost out{host, {}};
    for (const bool is_v4 : {true, false}) {
        std::ptrdiff_t room = is_v4 ? k_most_v4 : k_most_v6;
        for (const IpAddress& address : addresses)
            if (address.is_v4() == is_v4 && room-- > 0) out.addresses.push_back(address);
    }
    return out;
}

// The addresses of each host, and of the home: all names are asked for at once.
std::vector<std::optional<std::vector<IpAddress>>> addresses_of(const std::vector<HostName>& hosts,
                                                                Resolver& resolver, Home& home,
                                                                std::chrono::milliseconds limit)
{
    std::vector<std::optional<std::vector<IpAddress>>> out(hosts.size());
    std::vector<std::string> names;
    std::vector<std::size_t> places; // of `names` in `out`
    for (std::size_t i = 0; i < hosts.size(); ++i) {
        if (hosts[i].address) {
            out[i] = std::vector{*hosts[i].address};
        } else {
            places.push_back(i);
            names.push_back(hosts[i].text);
        }
    }
    const auto own = parse_host(home.name);
    const bool is_name = own && !own->address;
    if (is_name) names.push_back(own->text);
    if (own && own->address) home.networks.push_back(just(*own->address));
    if (names.empty()) return out;
    const auto answers = resolver.lookup(names, steady_clock::now() + limit);
    for (std::size_t i = 0; i < places.size(); ++i)
        if (answers.at(i)) out[places[i]] = *answers[i];
    if (is_name && answers.back())
        for (const IpAddress& address : *answers.back()) home.networks.push_back(just(address));
    return out;
}

} // namespace

TargetRefusal as_target_refusal(HostRefusal refusal)
{
    switch (refusal) {
    case HostRefusal::not_a_host: return TargetRefusal::not_a_host;
    case HostRefusal::reserved_name: return TargetRefusal::reserved_name;
    }
    __builtin_unreachable();
}

std::string_view word(TargetRefusal refusal)
{
    switch (refusal) {
    case TargetRefusal::not_a_host: return "host_invalid";
    case TargetRefusal::reserved_name: return "host_reserved";
    case TargetRefusal::duplicate: return "host_repeated";
    case TargetRefusal::private_address: return "host_not_public";
    case TargetRefusal::unresolvable:
    case TargetRefusal::not_global:
    case TargetRefusal::own_network: return "host_not_usable";
    }
    __builtin_unreachable();
}

std::string_view explain(TargetRefusal refusal)
{
    switch (refusal) {
    case TargetRefusal::not_a_host:
        return "Input should be a host name of two labels or more, or an IP address";
    case TargetRefusal::reserved_name:
        return "Input should be a name of the public internet, not a reserved one";
    case TargetRefusal::duplicate: return "Input should name each host once";
    case TargetRefusal::private_address:
        return "The address should be public: private and reserved ones are refused";
    case TargetRefusal::unresolvable:
    case TargetRefusal::not_global:
    case TargetRefusal::own_network:
        return "The host should have public addresses, and nothing but public ones";
    }
    __builtin_unreachable();
}

std::vector<std::optional<TargetRefusal>> judge_texts(std::span<const std::string> texts)
{
    std::vector<std::optional<TargetRefusal>> out;
    std::vector<std::string> seen;
    for (const std::string& text : texts) {
        const auto host = parse_host(text);
        if (!host)
            out.emplace_back(as_target_refusal(host.error()));
        else if (std::ranges::find(seen, host->text) != seen.end())
            out.emplace_back(TargetRefusal::duplicate);
        else if (host->address && !is_global(*host->address))
            out.emplace_back(TargetRefusal::private_address);
        else
            out.emplace_back(std::nullopt);
        if (host) seen.push_back(host->text);
    }
    return out;
}

std::vector<Vetted> vet_hosts(std::span<const std::string> texts, Resolver& resolver, Home home,
                              std::chrono::milliseconds limit)
{
    std::vector<Vetted> out;
    std::vector<HostName> names;
    std::vector<std::size_t> places; // of `names` in `out`
    for (const auto& told : judge_texts(texts)) {
        if (!told) {
            places.push_back(out.size());
            names.push_back(parse_host(texts[out.size()]).value());
        }
        out.emplace_back(base::refuse(told.value_or(TargetRefusal::unresolvable)));
    }
    if (names.empty()) return out;
    const auto found = addresses_of(names, resolver, home, limit);
    for (std::size_t i = 0; i < names.size(); ++i)
        if (found[i]) out[places[i]] = judge(names[i].text, *found[i], home.networks);
    return out;
}

} // namespace net
