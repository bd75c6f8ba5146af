#include "documents/server_card.hpp"

#include "base/concat.hpp"
#include "catalog/tools.hpp"
#include "mcp/eras.hpp"

#include <string>

namespace documents {

using namespace base;

namespace {

constexpr std::string_view k_server = "assay";
constexpr std::string_view k_card_schema =
    "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json";
constexpr std::string_view k_registry_schema =
    "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

// At most 100 characters.
constexpr std::string_view k_description =
    "Checks what a text states, maps sources, tests networks: scored results per call for USDC";

// The host of service.base_url, without its port; an IPv6 address in brackets.
std::string_view host_of(const catalog::Catalog& catalog)
{
    std::string_view rest = catalog.config().service.base_url;
    rest.remove_prefix(rest.find("://") + 3);
    return rest.substr(0, rest.starts_with('[') ? rest.find(']') + 1 : rest.find(':'));
}

// "example.assay" of assay.example. An address has no such name: only a service in development has
// one, which no registry takes.
std::string reversed_name(std::string_view host)
{
    const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
    if (!is_letter(host.back())) return "localhost";
    std::string out;
    while (!host.empty()) {
        const auto dot = host.rfind('.');
        const auto begin = dot == std::string_view::npos ? 0 : dot + 1;
        out += concat(out.empty() ? "" : ".", host.substr(begin));
        host = host.substr(0, begin == 0 ? 0 : dot);
    }
    return out;
}

json::Ref server(std::string_view schema, const catalog::Catalog& catalog)
{
    return json::object("$schema", schema,                                              //
                        "name", concat(reversed_name(host_of(catalog)), '/', k_server), //
                        "version", ASSAY_VERSION,                                       //
                        "title", catalog.config().service.name,                         //
                        "description", k_description,                                   //
                        "websiteUrl", catalog.url("/ui"));
}

json::Ref remote(const catalog::Catalog& catalog)
{
    return json::object("type", "streamable-http", "url", catalog.url(catalog::k_mcp_path));
}

json::Ref card_entry(std::string identifier, const catalog::Catalog& catalog)
{
    return json::object("identifier", std::move(identifier),          //
                        "displayName", catalog.config().service.name, //
                        "type", k_server_card_type,                   //
                        "url", catalog.url(k_server_card_path));
}

} // namespace

json::Ref server_card(const catalog::Catalog& catalog)
{
    auto versions = json::array(mcp::k_modern_version);
    for (const auto version : mcp::k_legacy_versions)
        json::append(versions.get(), json::value(version));
    auto place = remote(catalog);
    json::set(place.get(), "supportedProtocolVersions", std::move(versions));
    auto out = server(k_card_schema, catalog);
    json::set(out.get(), "remotes", json::array(std::move(place)));
    return out;
}

json::Ref mcp_catalog(const catalog::Catalog& catalog)
{
    auto entry = card_entry(concat("urn:air:", host_of(catalog), ':', k_server), catalog);
    return json::object("specVersion", "draft", "entries", json::array(std::move(entry)));
}

json::Ref ai_catalog(const catalog::Catalog& catalog)
{
    auto entry = card_entry(concat("urn:air:", host_of(catalog), ":mcp:", k_server), catalog);
    return json::object("specVersion", "1.0", "entries", json::array(std::move(entry)));
}

json::Ref registry_entry(const catalog::Catalog& catalog)
{
    auto out = server(k_registry_schema, catalog);
    json::set(out.get(), "remotes", json::array(remote(catalog)));
    return out;
}

} // namespace documents
