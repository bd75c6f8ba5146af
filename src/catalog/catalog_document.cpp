#include "catalog/documents.hpp"
#include "catalog/limits.hpp"
#include "catalog/terms.hpp"

namespace catalog {

using namespace base;

namespace {

json::Ref texts(std::span<const std::string_view> members)
{
    auto out = json::array();
    for (const auto member : members) json::append(out.get(), json::value(member));
    return out;
}

json::Ref variant(const Catalog& catalog, const Offer& offer)
{
    const auto& product = *offer.product;
    return json::object("product", product.key,                   //
                        "endpoint", catalog.url(product.v2_path), //
                        "method", "POST",                         //
                        "description", product.description,       //
                        "rails", json::array("v2"),               //
                        "price_usdc", price_number(offer.price),  //
                        "amount", offer.price.atoms_text(),       //
                        "sla_sec", offer.sla.count(),             //
                        "body_max_bytes", product.body_max_bytes, //
                        "critics", texts(product.scope));
}

// nullptr when nothing of the family is listed.
json::Ref family_entry(const Catalog& catalog, const Family& family)
{
    auto variants = json::object();
    auto endpoints = json::array();
    std::string first_endpoint;
    for (const auto& offer : catalog.listed()) {
        if (offer.product->family != family.name) continue;
        const auto endpoint = catalog.url(offer.product->v2_path);
        if (first_endpoint.empty()) first_endpoint = endpoint;
        json::append(endpoints.get(), json::value(endpoint));
        json::set(variants.get(), offer.product->variant, variant(catalog, offer));
    }
    if (first_endpoint.empty()) return nullptr;
    return json::object("endpoint", first_endpoint,        //
                        "description", family.description, //
                        "rails",
                        json::object("v2", json::object("settlement", "x402_facilitator", //
                                                        "endpoints", std::move(endpoints))),
                        family.variants_word, std::move(variants));
}

} // namespace

json::Ref catalog_document(const Catalog& catalog)
{
    const auto& config = catalog.config();
    auto products = json::object();
    for (const auto& family : families())
        if (auto entry = family_entry(catalog, family))
            json::set(products.get(), family.name, std::move(entry));

    auto out = json::object("name", config.service.name,          //
                            "entity", config.service.entity,      //
                            "identity", config.service.identity,  //
                            "description", k_service_description, //
                            "version", ASSAY_VERSION,             //
                            "products", std::move(products));
    if (config.service.mode == config::Mode::development)
        json::set_all(out.get(), "notice", k_development_notice);
    json::set_all(out.get(), "limits",
                  json::object("max_awaiting_per_ip", k_max_awaiting_per_ip,           //
                               "max_awaiting_per_ip_hour", k_max_awaiting_per_ip_hour, //
                               "awaiting_ttl_sec", k_awaiting_ttl_sec),
                  "payment",
                  json::object("rail", "v2",                                  //
                               "chain_id", config.payment.network.chain_id(), //
                               "network", config.payment.network.text(),      //
                               "wallet", config.payment.pay_to_text,          //
                               "asset", config.payment.asset_text,            //
                               "asset_symbol", "USDC",                        //
                               "note", k_spend_cap_note),
                  "provenance", k_provenance_note, //
                  "links",
                  json::object("page", catalog.url("/ui"),                        //
                               "openapi", catalog.url("/openapi.json"),           //
                               "llms", catalog.url("/llms.txt"),                  //
                               "manifest", catalog.url("/.well-known/x402.json"), //
                               "health", catalog.url("/health"),                  //
                               "job", catalog.url("/v1/job/{job_id}")));
    return out;
}

} // namespace catalog
