#include "catalog/terms.hpp"

#include "base/base64.hpp"
#include "base/concat.hpp"
#include "catalog/bazaar.hpp"
#include "catalog/limits.hpp"

#include <algorithm>

namespace catalog {

using namespace base;

namespace {

std::int64_t longest_payment_sec(const Catalog& catalog, Rail rail)
{
    switch (rail) {
    case Rail::v2: return catalog.config().payment.max_timeout.count();
    case Rail::v1: return k_transfer_window_sec;
    }
    return 0;
}

// Printable ASCII, at most 32 characters; nullopt: nothing is left of it.
std::optional<std::string> service_name(std::string_view name)
{
    constexpr std::size_t k_longest = 32;
    std::string out;
    for (const char c : name)
        if (c >= ' ' && c <= '~' && out.size() < k_longest) out += c;
    while (out.ends_with(' ')) out.pop_back();
    if (out.empty()) return std::nullopt;
    return out;
}

json::Ref tags_of(std::string_view family)
{
    auto out = json::array(family);
    const auto all = products();
    const auto first = std::ranges::find(all, family, &Product::family);
    if (first != all.end()) json::append(out.get(), json::value(first->category));
    return out;
}

// x402 extension: a buyer's client may add info.id, and then a lost answer is found again even with
// a new authorization (DESIGN.md, 5).
json::Ref payment_identifier_extension()
{
    return json::object(
        "info", json::object("required", false), "schema",
        json::object("$schema", "https://json-schema.org/draft/2020-12/schema", //
                     "type", "object",                                          //
                     "properties",
                     json::object("required", json::object("type", "boolean"), //
                                  "id",
                                  json::object("type", "string", "minLength", 16, "maxLength", 128,
                                               "pattern", "^[a-zA-Z0-9_-]+$")),
                     "required", json::array("required")));
}

} // namespace

json::Ref accepts_entry(const Catalog& catalog, const Offer& offer, Rail rail)
{
    const auto& payment = catalog.config().payment;
    return json::object("scheme", k_scheme,                                      //
                        "network", payment.network.text(),                       //
                        "amount", offer.price.atoms_text(),                      //
                        "asset", payment.asset_text,                             //
                        "payTo", payment.pay_to_text,                            //
                        "maxTimeoutSeconds", longest_payment_sec(catalog, rail), //
                        "extra",
                        json::object("name", payment.asset_name, "version", payment.asset_version));
}

std::string measured_note(const Catalog& catalog, std::string_view family)
{
    const bool is_measured = std::ranges::any_of(
        families(), [&](const Family& row) { return row.name == family && row.is_measured; });
    if (!is_measured) return {};
    return concat(" Measured: ", catalog.url("/accuracy.json"), ".");
}

json::Ref resource_json(const Catalog& catalog, const Resource& resource)
{
    const auto description = concat(resource.description, measured_note(catalog, resource.family));
    auto out = json::object("url", catalog.url(resource.path), //
                            "description", description,        //
                            "mimeType", "application/json");
    const auto& service = catalog.config().service;
    if (const auto name = service_name(service.name))
        json::set(out.get(), "serviceName", json::value(*name));
    json::set(out.get(), "tags", tags_of(resource.family));
    // Lists take no other.
    if (service.base_url.starts_with("https://"))
        json::set(out.get(), "iconUrl", json::value(catalog.url(k_icon_path)));
    return out;
}

json::Ref payment_required(const Catalog& catalog, const Offer& offer, std::string_view error)
{
    return json::object("x402Version", k_x402_version, //
                        "error", error,                //
                        "resource",
                        resource_json(catalog, {.path = offer.product->v2_path,
                                                .description = offer.description,
                                                .family = offer.product->family}),
                        "accepts", json::array(accepts_entry(catalog, offer)), //
                        "extensions",
                        json::object("bazaar", bazaar_extension(catalog, offer), //
                                     "payment-identifier", payment_identifier_extension()));
}

std::string payment_required_header(const json_t* payment_required)
{
    return to_base64(bytes_of(json::dump(payment_required)));
}

double price_number(value::AtomicUsd price)
{
    constexpr double k_atoms_per_usdc = 1'000'000.0;
    return static_cast<double>(price.atoms()) / k_atoms_per_usdc;
}

std::optional<std::string> find_oversized_header(const Catalog& catalog)
{
    // The longest word that facilitators have for a refusal stays below this.
    const std::string longest_error(120, 'x');
    for (const auto& offer : catalog.offers()) {
        const auto terms = payment_required(catalog, offer, longest_error);
        const auto size = payment_required_header(terms.get()).size();
        if (size < k_payment_required_header_max_bytes) continue;
        return concat("PAYMENT-REQUIRED of ", offer.product->key, " has ", size,
                      " bytes; clients take less than ", k_payment_required_header_max_bytes,
                      ": shorten service.base_url or payment.asset_name");
    }
    return std::nullopt;
}

} // namespace catalog
