#include "base/concat.hpp"
#include "catalog/documents.hpp"
#include "catalog/terms.hpp"

namespace catalog {

using namespace base;

namespace {

json::Ref endpoint(const Catalog& catalog, const Offer& offer)
{
    const auto& product = *offer.product;
    return json::object("resource", catalog.url(product.v2_path), //
                        "type", "http",                           //
                        "method", "POST",                         //
                        "product", product.key,                   //
                        "x402Version", k_x402_version,            //
                        "description", product.description,       //
                        "price_usdc", price_number(offer.price),  //
                        "accepts", json::array(accepts_entry(catalog, offer)), "settlement",
                        "x402_facilitator", //
                        "metadata",
                        json::object("category", product.category,                //
                                     "provider", catalog.config().service.entity, //
                                     "sla_sec", offer.sla.count(),                //
                                     "rail", "v2"));
}

} // namespace

json::Ref manifest(const Catalog& catalog)
{
    const auto& service = catalog.config().service;
    const auto& payment = catalog.config().payment;
    auto endpoints = json::array();
    auto resources = json::array();
    for (const auto& offer : catalog.listed()) {
        json::append(endpoints.get(), endpoint(catalog, offer));
        json::append(resources.get(), json::value(catalog.url(offer.product->v2_path)));
    }
    auto modes = json::array();
    if (catalog.sells_on_v2()) json::append(modes.get(), json::value("x402_facilitator"));

    // `version` and `resources` are the older form of this file, which some indexers still read.
    auto out = json::object("x402Version", k_x402_version, //
                            "version", 1,                  //
                            "resources", std::move(resources), "provider",
                            json::object("name", service.entity,       //
                                         "identity", service.identity, //
                                         "url", service.base_url,      //
                                         "docs", catalog.url("/ui"),   //
                                         "catalog", catalog.url("/")));
    if (service.mode == config::Mode::development)
        json::set_all(out.get(), "notice", k_development_notice);
    json::set_all(
        out.get(), "payment",
        json::object("network", payment.network.text(),      //
                     "chain_id", payment.network.chain_id(), //
                     "asset", payment.asset_text,            //
                     "asset_symbol", "USDC",                 //
                     "payTo", payment.pay_to_text),
        "settlement",
        json::object(
            "modes", std::move(modes), //
            "v1",
            json::object("mode", "webhook", //
                         "note", "Not offered by this version: no route of rail v1 sells."),
            "v2",
            json::object("mode", "x402_facilitator", //
                         "note",
                         catalog.sells_on_v2()
                             ? "POST, read the 402, POST again with PAYMENT-SIGNATURE; the "
                               "facilitator settles before the work begins."
                             : "Switched off by the operator.")),
        "endpoints", std::move(endpoints), //
        "provenance",
        json::object("mode", "onchain_anchor",        //
                     "status", "off",                 //
                     "chain", payment.network.text(), //
                     "note", k_provenance_note));
    return out;
}

} // namespace catalog
