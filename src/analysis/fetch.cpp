#include "analysis/fetch.hpp"

#include "base/base64.hpp"
#include "net/ares_resolver.hpp"

namespace analysis {

namespace json = base::json;

namespace {

constexpr std::size_t k_most_urls = 20; // as a request has sources

// What the artifact says of a source that could not be read.
std::string_view status_of(net::PageRefusal refusal)
{
    switch (refusal) {
    case net::PageRefusal::host_not_usable:
    case net::PageRefusal::refused_by_server: return "refused";
    case net::PageRefusal::unreachable:
    case net::PageRefusal::not_in_time:
    case net::PageRefusal::too_many_redirects: return "unreachable";
    case net::PageRefusal::not_text:
    case net::PageRefusal::too_large: return "unsupported";
    case net::PageRefusal::empty: return "empty";
    }
    __builtin_unreachable();
}

} // namespace

std::vector<std::string> files_of_fetch()
{
    return {net::k_resolv_conf, "/etc/ssl/certs"};
}

json::Ref page_json(const net::PageResult& result)
{
    if (!result)
        return json::object("status", status_of(result.error()), "reason",
                            net::name_of(result.error()));
    return json::object("status", "read", "url", result->url, "media_type", result->media_type,
                        "charset", result->charset, "body",
                        base::to_base64(base::bytes_of(result->body)));
}

json::Ref fetch(const json_t* request)
{
    const json_t* urls_view = json::array_member(request, "urls");
    if (urls_view == nullptr || json_array_size(urls_view) > k_most_urls) return nullptr;
    std::vector<std::string> urls;
    for (std::size_t i = 0; i < json_array_size(urls_view); ++i) {
        const json_t* url_view = json_array_get(urls_view, i);
        if (!json_is_string(url_view)) return nullptr;
        urls.emplace_back(json::text_of(url_view));
    }
    const auto own_networks = net::networks_of_this_host();
    const std::string own_host{json::text_member(request, "own_host").value_or("")};
    const net::BuyerEgress egress{net::resolvers_of_this_host(), own_networks};
    net::AresResolver resolver{egress};
    const net::PageDoor door{
        .vet =
            [&](std::span<const std::string> hosts) {
                return net::vet_hosts(hosts, resolver, {own_networks, own_host});
            },
        .gate = net::gate_through(egress)};
    auto pages = json::array();
    for (const auto& result : net::fetch_pages(urls, door))
        json::append(pages.get(), page_json(result));
    return json::object("pages", std::move(pages));
}

} // namespace analysis
