// The fixed half of the document (components, information paths) is src/catalog/openapi.json; what
// follows from table and configuration is made here.
#include "base/concat.hpp"
#include "base/fault.hpp"
#include "catalog/bazaar.hpp"
#include "catalog/documents.hpp"
#include "catalog/embedded.hpp"
#include "catalog/terms.hpp"

#include <algorithm>

namespace catalog {

using namespace base;

namespace {

json::Ref reference(std::string_view kind, std::string_view name)
{
    return json::object("$ref", concat("#/components/", kind, '/', name));
}

json::Ref field_schema(const Field& field)
{
    // Bytes bound characters from above; a text of fewer bytes than this may still be shorter.
    return json::object("type", "string",                                       //
                        "minLength", std::min<std::size_t>(field.min_bytes, 1), //
                        "maxLength", field.max_bytes,                           //
                        "description",
                        concat(field.description, " At most ", field.max_bytes, " bytes of UTF-8."),
                        "examples", json::array(field.example));
}

json::Ref request_body(const Product& product)
{
    auto properties = json::object();
    auto required = json::array();
    for (const auto& field : product.fields) {
        json::set(properties.get(), field.name, field_schema(field));
        if (field.required) json::append(required.get(), json::value(field.name));
    }
    auto schema = json::object("type", "object", "properties", std::move(properties));
    if (json_array_size(required.get()) > 0)
        json::set_all(schema.get(), "required", std::move(required));
    return json::object(
        "required", true, "content",
        json::object("application/json", json::object("schema", std::move(schema), "example",
                                                      example_request(product))));
}

json::Ref paid_operation(const Offer& offer)
{
    const auto& product = *offer.product;
    auto responses = json::object("202", reference("responses", "JobAccepted"),     //
                                  "400", reference("responses", "Problem"),         //
                                  "402", reference("responses", "PaymentRequired"), //
                                  "409", reference("responses", "Problem"),         //
                                  "413", reference("responses", "Problem"),         //
                                  "415", reference("responses", "Problem"),         //
                                  "422", reference("responses", "ValidationError"), //
                                  "429", reference("responses", "Problem"),         //
                                  "500", reference("responses", "Problem"),         //
                                  "503", reference("responses", "Problem"));
    return json::object(
        "operationId", concat("buy_", product.key), //
        "tags", json::array("products"),            //
        "summary",
        concat(product.family, ' ', product.variant, ": ", offer.price.decimal_text(),
               " USDC, result within ", offer.sla.count(), " s"),
        "description", product.description, //
        "security", json::array(),          //
        "x-payment-info",
        json::object(
            "price",
            json::object("mode", "fixed", "currency", "USD", "amount", offer.price.decimal_text()),
            "protocols", json::array(json::object("x402", json::object()))),
        "parameters",
        json::array(
            json::object("name", "PAYMENT-SIGNATURE", //
                         "in", "header",              //
                         "required", false,           //
                         "description",
                         "The signed x402 version 2 PaymentPayload in base64. Without it the "
                         "answer is 402 with the terms.",
                         "schema", json::object("type", "string"))),
        "requestBody", request_body(product), "responses", std::move(responses));
}

json::Ref info(const Catalog& catalog)
{
    const auto& service = catalog.config().service;
    auto out = json::object("title", service.name,                                     //
                            "version", ASSAY_VERSION,                                  //
                            "summary", "Analyses per call, paid in USDC through x402", //
                            "description", k_service_description);
    constexpr std::string_view k_mailto = "mailto:";
    if (service.contact.starts_with(k_mailto))
        json::set_all(
            out.get(), "contact",
            json::object("name", service.entity, "email", service.contact.substr(k_mailto.size())));
    else
        json::set_all(out.get(), "contact",
                      json::object("name", service.entity, "url",
                                   service.contact.empty() ? catalog.url("/ui") : service.contact));
    json::set_all(
        out.get(), "license", json::object("name", "Pay per call", "url", catalog.url("/ui")),
        "x-guidance",
        concat("POST the JSON body; the 402 names the price. Sign it with any x402 client "
               "and repeat the same request with PAYMENT-SIGNATURE; then GET poll_url with "
               "Prefer: wait=25 until 200. After a lost answer send the same header again: "
               "it is charged once. ",
               k_spend_cap_note));
    return out;
}

} // namespace

json::Ref openapi(const Catalog& catalog)
{
    const auto fixed = json::parse(embedded_file("openapi.json"));
    if (!fixed) throw Fault{concat("openapi.json: ", fixed.error().detail)};

    auto paths = json::object();
    for (const auto& offer : catalog.listed())
        json::set(paths.get(), offer.product->v2_path, json::object("post", paid_operation(offer)));
    json::for_each_member(json::object_member(fixed->get(), "information_paths"),
                          [&](std::string_view path, const json_t* item_view) {
                              json::set(paths.get(), path, json::share(item_view));
                          });
    return json::object(
        "openapi", "3.1.0",                                                             //
        "info", info(catalog),                                                          //
        "servers", json::array(json::object("url", catalog.config().service.base_url)), //
        "externalDocs", json::object("url", catalog.url("/ui")),                        //
        "x-agentcash-guidance", json::object("llmsTxtUrl", catalog.url("/llms.txt")),   //
        "tags",
        json::array(json::object("name", "products", "description", "Paid analyses"),
                    json::object("name", "jobs", "description", "Results of what was bought"),
                    json::object("name", "service", "description", "About the service")),
        "paths", std::move(paths), //
        "components",
        json::object("schemas", json::share(json::member(fixed->get(), "schemas")), "responses",
                     json::share(json::member(fixed->get(), "responses"))));
}

} // namespace catalog
