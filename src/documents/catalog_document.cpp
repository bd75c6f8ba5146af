#include "base/fault.hpp"
#include "catalog/lanes.hpp"
#include "catalog/limits.hpp"
#include "catalog/model_notes.hpp"
#include "catalog/rails.hpp"
#include "catalog/terms.hpp"
#include "documents/documents.hpp"

#include <algorithm>

namespace documents {

using namespace base;

namespace {

json::Ref texts(std::span<const std::string_view> members)
{
    auto out = json::array();
    for (const auto member : members) json::append(out.get(), json::value(member));
    return out;
}

json::Ref words(std::span<const catalog::VerdictWord> verdicts)
{
    auto out = json::array();
    for (const auto& each : verdicts) json::append(out.get(), json::value(each.word));
    return out;
}

// What the contract has of a tier or type, and by which name, price and size clients know it.
json::Ref variant(const catalog::Offer& offer, const std::vector<catalog::Way>& ways)
{
    const auto& product = *offer.product;
    auto rails = json::array();
    for (const auto& way : ways) json::append(rails.get(), json::value(catalog::to_text(way.rail)));
    return json::object("product", product.key,                           //
                        "rails", std::move(rails),                        //
                        "price_usdc", catalog::price_number(offer.price), //
                        "amount", offer.price.atoms_text(),               //
                        "sla_sec", offer.sla.count(),                     //
                        "body_max_bytes", product.body_max_bytes,         //
                        catalog::family_named(product.family).scope_word, texts(product.scope));
}

// How to buy on one rail; nullptr when nothing of the family is sold there.
json::Ref rail_entry(const catalog::Catalog& catalog, const catalog::Family& family,
                     catalog::Rail rail)
{
    const auto paths = catalog::routes(catalog, family, rail);
    if (paths.empty()) return nullptr;
    auto endpoints = json::array();
    for (const auto path : paths) json::append(endpoints.get(), json::value(catalog.url(path)));
    auto out =
        json::object("settlement", catalog::settlement(rail), "endpoints", std::move(endpoints));
    if (rail == catalog::Rail::v1 && !family.selector.empty())
        json::set_all(out.get(), "selector", family.selector);
    return out;
}

// DESIGN.md, 3.
void add_facts(json_t* entry, const catalog::Catalog& catalog, const catalog::Family& family)
{
    if (family.facts.empty()) return;
    const auto facts = json::parse(family.facts);
    if (!facts) throw base::Fault{"the facts of a family are no JSON"};
    const auto is_sold_with_hosts = [&](const catalog::Offer& offer) {
        return offer.product->family == family.name &&
               catalog::hosts_field(*offer.product) != nullptr &&
               !catalog::ways_to_buy(catalog, offer).empty();
    };
    const auto first =
        std::ranges::find(catalog::products(), family.name, &catalog::Product::family);
    json::set_all(entry, family.scope_word, texts(first->scope), "verdicts", words(first->verdicts),
                  "custom_targets_supported",
                  std::ranges::any_of(catalog.offers(), is_sold_with_hosts));
    const auto& vantage = catalog.config().forensics.vantage;
    if (first->lane == catalog::Lane::forensics && !vantage.empty())
        json::set(entry, "vantage", json::value(vantage));
    json::for_each_member(facts->get(), [&](std::string_view name, const json_t* value_view) {
        json::set(entry, name, json::share(value_view));
    });
}

// nullptr when nothing of the family is listed.
json::Ref family_entry(const catalog::Catalog& catalog, const catalog::Family& family)
{
    auto variants = json::object();
    std::string_view first_path;
    for (const auto& offer : catalog.offers()) {
        if (offer.product->family != family.name) continue;
        const auto ways = catalog::ways_to_buy(catalog, offer);
        if (ways.empty()) continue;
        if (first_path.empty()) first_path = ways[0].path;
        json::set(variants.get(), offer.product->variant, variant(offer, ways));
    }
    if (first_path.empty()) return nullptr;
    auto rails = json::object();
    for (const auto rail : catalog::rails_on(catalog))
        if (auto entry = rail_entry(catalog, family, rail))
            json::set(rails.get(), catalog::to_text(rail), std::move(entry));
    auto out = json::object("endpoint", catalog.url(first_path), //
                            "description", family.description,   //
                            "rails", std::move(rails),           //
                            family.variants_word, std::move(variants));
    if (auto model = catalog::model_entry(catalog, family))
        json::set(out.get(), "model", std::move(model));
    add_facts(out.get(), catalog, family);
    return out;
}

json::Ref limits()
{
    return json::object("max_awaiting_per_ip", catalog::k_max_awaiting_per_ip,           //
                        "max_awaiting_per_ip_hour", catalog::k_max_awaiting_per_ip_hour, //
                        "awaiting_ttl_sec", catalog::k_awaiting_ttl_sec);
}

json::Ref payment(const catalog::Catalog& catalog)
{
    const auto& config = catalog.config().payment;
    const auto on = catalog::rails_on(catalog);
    auto rails = json::array();
    for (const auto rail : on) json::append(rails.get(), json::value(catalog::to_text(rail)));
    auto out = json::object("rail", catalog::to_text(on.empty() ? catalog::Rail::v2 : on[0]), //
                            "rails", std::move(rails),                                        //
                            "chain_id", config.network.chain_id(),                            //
                            "wallet", config.pay_to_text);
    if (catalog.sells_on_v1())
        json::set_all(out.get(), "webhook", catalog.url(catalog::k_webhook_path));
    return out;
}

} // namespace

json::Ref catalog_document(const catalog::Catalog& catalog)
{
    const auto& config = catalog.config();
    auto products = json::object();
    for (const auto& family : catalog::families())
        if (auto entry = family_entry(catalog, family))
            json::set(products.get(), family.name, std::move(entry));

    auto out = json::object("entity", config.service.entity,      //
                            "identity", config.service.identity,  //
                            "description", k_service_description, //
                            "products", std::move(products));
    if (config.service.mode == config::Mode::development)
        json::set_all(out.get(), "notice", k_development_notice);
    json::set_all(out.get(), "limits", limits(), "payment", payment(catalog), "provenance",
                  provenance_note(catalog));
    return out;
}

} // namespace documents
