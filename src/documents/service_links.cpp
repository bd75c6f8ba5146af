#include "documents/service_links.hpp"

#include "base/concat.hpp"
#include "documents/server_card.hpp"

namespace documents {

using namespace base;

namespace {

struct ServiceLink {
    std::string_view relation;
    std::string_view path;
    std::string_view type;
};

// Those of one relation stand together.
constexpr ServiceLink k_links[] = {
    {"service-desc", "/openapi.json", "application/json"},
    {"service-desc", k_server_card_path, k_server_card_type},
    {"service-doc", "/ui", "text/html"},
    {"service-doc", "/docs", "text/html"},
    {"service-doc", "/llms.txt", "text/plain"},
    {"service-meta", "/.well-known/x402.json", "application/json"},
    {"status", "/health", "application/json"},
};

} // namespace

json::Ref api_catalog(const catalog::Catalog& catalog)
{
    auto service = json::object("anchor", catalog.url("/"));
    for (const ServiceLink& link : k_links) {
        const std::string relation{link.relation};
        if (json_object_get(service.get(), relation.c_str()) == nullptr)
            json::set(service.get(), relation, json::array());
        json::append(json_object_get(service.get(), relation.c_str()),
                     json::object("href", catalog.url(link.path), "type", link.type));
    }
    return json::object("linkset", json::array(std::move(service)));
}

std::string service_links_header()
{
    std::string out = concat('<', k_api_catalog_path, ">; rel=api-catalog");
    for (const ServiceLink& link : k_links)
        out += concat(", <", link.path, ">; rel=", link.relation);
    return out;
}

} // namespace documents
