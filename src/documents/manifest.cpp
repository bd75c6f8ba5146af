#include "base/concat.hpp"
#include "catalog/limits.hpp"
#include "catalog/rails.hpp"
#include "catalog/terms.hpp"
#include "documents/documents.hpp"
#include "documents/schemas.hpp"

namespace documents {

using namespace base;

namespace {

json::Ref endpoint(const catalog::Catalog& catalog, const catalog::Offer& offer,
                   const catalog::Way& way)
{
    const auto& product = *offer.product;
    auto metadata = json::object("category", product.category,                //
                                 "provider", catalog.config().service.entity, //
                                 "sla_sec", offer.sla.count(),                //
                                 "rail", catalog::to_text(way.rail));
    // The v1 route sells the whole family: what a request for this product says.
    if (const auto selector = catalog::family_named(product.family).selector;
        way.rail == catalog::Rail::v1 && !selector.empty())
        json::set_all(metadata.get(), selector, product.variant);
    return json::object(
        "resource", catalog.url(way.path),      //
        "type", "http",                         //
        "method", "POST",                       //
        "product", product.key,                 //
        "x402Version", catalog::k_x402_version, //
        "description",
        concat(offer.description, catalog::measured_note(catalog, product.family)), //
        "price_usdc", catalog::price_number(offer.price),                           //
        "accepts", json::array(catalog::accepts_entry(catalog, offer, way.rail)), "settlement",
        catalog::settlement(way.rail), //
        "metadata", std::move(metadata));
}

// Routes of rail v2 alone: who reads this form pays by PAYMENT-SIGNATURE, and asking each route
// for its terms would make orders on rail v1 (DESIGN.md, 6).
json::Ref resources(const catalog::Catalog& catalog)
{
    auto out = json::array();
    for (const auto& family : catalog::families())
        for (const auto path : catalog::routes(catalog, family, catalog::Rail::v2))
            json::append(out.get(), json::value(catalog.url(path)));
    return out;
}

// The same in the form of the upstream draft (well-known-discovery): the resource as the 402 has
// it, and how to call it.
json::Ref items(const catalog::Catalog& catalog)
{
    auto out = json::array();
    for (const auto& offer : catalog.offers()) {
        if (!catalog.sells_on_v2()) continue;
        const auto& product = *offer.product;
        json::append(
            out.get(),
            json::object(
                "resource",
                catalog::resource_json(catalog, {.path = product.v2_path,
                                                 .description = offer.description,
                                                 .family = product.family}),
                "type", "http", "accepts", json::array(catalog::accepts_entry(catalog, offer)),
                "input",
                json::object(
                    "method", "POST", "routeTemplate", product.v2_path, "bodyType", "json", "body",
                    json::object("$ref", catalog.url(schema_path(request_schema_name(product)))))));
    }
    return out;
}

std::string v1_note(const catalog::Catalog& catalog)
{
    if (!catalog.sells_on_v1()) return "Not offered: no route of rail v1 sells.";
    return concat("POST without payment creates a job and answers 402: transfer exactly `amount` "
                  "with the job_id as memo (payment_options) within ",
                  catalog::k_transfer_window_sec, " s, then POST job_id and tx_hash to ",
                  catalog.url(catalog::k_webhook_path),
                  ". Once the transfer is confirmed, POST the same request with job_id and poll.");
}

std::string_view v2_note(const catalog::Catalog& catalog)
{
    return catalog.sells_on_v2() ? "POST, read the 402, POST again with PAYMENT-SIGNATURE; the "
                                   "facilitator settles before the work begins."
                                 : "Switched off by the operator.";
}

json::Ref provenance(const catalog::Catalog& catalog)
{
    const auto& anchor = catalog.config().anchor;
    const bool is_anchored = anchor.mode != config::AnchorMode::off;
    auto out = json::object("mode", "onchain_anchor",                         //
                            "status", is_anchored ? "on" : "off",             //
                            "chain", catalog.config().payment.network.text(), //
                            "note", provenance_note(catalog));
    if (is_anchored && !anchor.address_text.empty())
        json::set(out.get(), "address", json::value(anchor.address_text));
    return out;
}

} // namespace

json::Ref manifest(const catalog::Catalog& catalog, std::int64_t last_updated)
{
    const auto& service = catalog.config().service;
    const auto& payment = catalog.config().payment;
    auto endpoints = json::array();
    for (const auto& offer : catalog.offers())
        for (const auto& way : catalog::ways_to_buy(catalog, offer))
            json::append(endpoints.get(), endpoint(catalog, offer, way));
    auto modes = json::array();
    for (const auto rail : catalog::rails_on(catalog))
        json::append(modes.get(), json::value(catalog::settlement(rail)));

    // `version` and `resources` are the older form of this file, which some indexers still read.
    auto out = json::object("x402Version", catalog::k_x402_version, //
                            k_last_updated, last_updated,           //
                            "version", 1,                           //
                            "resources", resources(catalog),        //
                            "items", items(catalog), "provider",
                            json::object("name", service.entity,       //
                                         "identity", service.identity, //
                                         "url", service.base_url,      //
                                         "docs", catalog.url("/ui"),   //
                                         "catalog", catalog.url("/")));
    if (const auto& proof = catalog.config().discovery.ownership_proof; !proof.empty())
        json::set(out.get(), "ownershipProofs", json::array(proof));
    if (service.mode == config::Mode::development)
        json::set_all(out.get(), "notice", k_development_notice);
    json::set_all(out.get(), "payment",
                  json::object("network", payment.network.text(),      //
                               "chain_id", payment.network.chain_id(), //
                               "asset", payment.asset_text,            //
                               "asset_symbol", "USDC",                 //
                               "payTo", payment.pay_to_text),
                  "settlement",
                  json::object("modes", std::move(modes), //
                               "v1",
                               json::object("mode", catalog::settlement(catalog::Rail::v1), "note",
                                            v1_note(catalog)), //
                               "v2",
                               json::object("mode", catalog::settlement(catalog::Rail::v2), "note",
                                            v2_note(catalog))),
                  "endpoints", std::move(endpoints), //
                  "provenance", provenance(catalog));
    return out;
}

} // namespace documents
