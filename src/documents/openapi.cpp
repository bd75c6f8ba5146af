// The fixed half of the document (components, information paths) is openapi.json beside it; what
// follows from table and configuration is made here.
#include "base/concat.hpp"
#include "catalog/bazaar.hpp"
#include "catalog/terms.hpp"
#include "documents/documents.hpp"
#include "documents/openapi_parts.hpp"
#include "documents/openapi_v1.hpp"
#include "documents/schemas.hpp"
#include "embedded/files.hpp"
#include "schemas/requests.hpp"

#include <algorithm>

namespace documents {

using namespace base;
using namespace openapi_parts;
using schemas::reference;

namespace {

json::Ref paid_operation(const catalog::Offer& offer)
{
    const auto& product = *offer.product;
    auto responses = json::object("200", reference("responses", "JobFinished"),     //
                                  "202", reference("responses", "JobAccepted"),     //
                                  "402", reference("responses", "PaymentRequired"), //
                                  "422", reference("responses", "ValidationError"));
    return json::object(
        "operationId", concat("buy_", product.key), //
        "summary",
        concat(product.family, ' ', product.variant, ": ", offer.price.decimal_text(),
               " USDC, result within ", offer.sla.count(), " s"),
        "description", offer.description, //
        "x-payment-info",
        json::object(
            "price",
            json::object("mode", "fixed", "currency", "USD", "amount", offer.price.decimal_text()),
            "protocols", json::array(json::object("x402", json::object()))),
        "parameters",
        json::array(reference("parameters", "Payment"), reference("parameters", "WaitForResult"),
                    reference("parameters", "PurchaseName")),
        "requestBody", request_body(schemas::request_schema(offer)), //
        "responses", std::move(responses));
}

json::Ref price_operation(const catalog::Product& product)
{
    return json::object("operationId", concat("price_of_", product.key), //
                        "summary", concat("Terms of ", product.family, ' ', product.variant),
                        "description", "Nothing is sold, run or stored.", //
                        "responses", json::object("200", reference("responses", "Prices")));
}

json_t* request_media(json_t* operation)
{
    for (const char* name : {"requestBody", "content", "application/json"})
        operation = json_object_get(operation, name);
    return operation;
}

// What several products take stands once, under the name of the first of them.
void share_requests(json_t* paths, json_t* schemas, const catalog::Catalog& catalog)
{
    const auto media_of = [&](const catalog::Offer& offer) {
        const std::string path{offer.product->v2_path};
        return request_media(json_object_get(json_object_get(paths, path.c_str()), "post"));
    };
    for (const auto& first : catalog.offers()) {
        const auto whole = json::share(json_object_get(media_of(first), "schema"));
        if (json_object_get(whole.get(), "$ref") != nullptr) continue; // shared already
        const auto name = concat(first.product->key, "_request");
        for (const auto& other : catalog.offers()) {
            json_t* media = media_of(other);
            if (&other == &first || !json_equal(json_object_get(media, "schema"), whole.get()))
                continue;
            json::set(schemas, name, json::share(whole.get()));
            for (json_t* each : {media_of(first), media})
                json::set(each, "schema", reference("schemas", name));
        }
    }
}

json::Ref paid_route(const catalog::Offer& offer)
{
    auto out = json::object("post", paid_operation(offer));
    json::set(request_media(json_object_get(out.get(), "post")), "example",
              catalog::example_request(*offer.product));
    if (offer.product->is_priced_by_get)
        json::set(out.get(), "get", price_operation(*offer.product));
    return out;
}

std::string guidance(const catalog::Catalog& catalog)
{
    std::string out;
    if (catalog.sells_on_v2())
        out = concat("POST the JSON body; the 402 names the price. Any x402 client signs it and "
                     "repeats the request with PAYMENT-SIGNATURE; with Prefer: wait=25 the answer "
                     "is the result, or 202: then GET poll_url likewise until 200. A lost answer: "
                     "the same request again is charged once. ",
                     k_spend_cap_note);
    if (catalog.sells_on_v1())
        out += concat(out.empty() ? "" : " ",
                      "On rail v1 a wallet pays by a transfer of its own: see llms.txt.");
    return out.empty() ? "Nothing is sold at the moment." : out;
}

json::Ref info(const catalog::Catalog& catalog)
{
    const auto& service = catalog.config().service;
    auto out = json::object("title", service.name,    //
                            "version", ASSAY_VERSION, //
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
    json::set_all(out.get(), "license",
                  json::object("name", "Pay per call", "url", catalog.url("/ui")), "x-guidance",
                  guidance(catalog));
    return out;
}

// What a path answers with 200, in JSON.
json_t* answer_to_get(json_t* paths, const char* path)
{
    json_t* media = paths;
    for (const char* name : {path, "get", "responses", "200", "content", "application/json"})
        media = json_object_get(media, name);
    return media;
}

// The address of a schema and no $ref: @agentcash/discovery ends at a reference to another file.
json::Ref elsewhere(const catalog::Catalog& catalog, std::string_view schema)
{
    return json::object("type", "object", "externalDocs",
                        json::object("url", catalog.url(schema_path(schema))));
}

// What is too long for this document stands in others.
void refer_to_files(json_t* paths, const catalog::Catalog& catalog)
{
    auto schemas = json::array();
    for (const auto& schema : artifact_schemas(catalog))
        json::append(schemas.get(), elsewhere(catalog, schema.name));
    json::set(answer_to_get(paths, "/v1/job/{job_id}/artifact"), "schema",
              json::object("anyOf", std::move(schemas)));
    json::set(answer_to_get(paths, "/health"), "schema", elsewhere(catalog, k_health_schema));
}

// Names the schema of each result, which says what the words of its verdict mean. It gives an
// address, not a reference: indexers write referred schemas out at every route.
void describe_results(json_t* schemas, const catalog::Catalog& catalog)
{
    std::string results =
        "The result; a whole one of each product: /samples/PRODUCT.json. Schemas:";
    for (const auto& schema : artifact_schemas(catalog))
        results += concat(' ', schema_path(schema.name));
    json_t* members = json_object_get(json_object_get(schemas, "Job"), "properties");
    json::set(members, "artifact", json::object("type", "object", "description", results));
}

// True of each operation: all else than the answers that it names is a problem, and it asks for no
// login, which indexers want to read at the operation itself.
void complete_operations(json_t* paths)
{
    json::for_each_member(paths, [&](std::string_view path, const json_t*) {
        json_t* item = json_object_get(paths, std::string{path}.c_str());
        json::for_each_member(item, [&](std::string_view method, const json_t*) {
            json_t* operation = json_object_get(item, std::string{method}.c_str());
            json::set(operation, "security", json::array());
            json::set(json_object_get(operation, "responses"), "default",
                      reference("responses", "Problem"));
        });
    });
}

// The parts of the requests are components beside those that openapi.json has.
json::Ref fixed_half()
{
    auto out = embedded::json_file("openapi.json");
    auto components = schemas::request_parts();
    json::for_each_member(json::object_member(out.get(), "schemas"),
                          [&](std::string_view name, const json_t* schema_view) {
                              json::set(components.get(), name, json::share(schema_view));
                          });
    json::set(out.get(), "schemas", std::move(components));
    return out;
}

} // namespace

json::Ref openapi(const catalog::Catalog& catalog)
{
    const auto fixed = fixed_half();
    if (catalog.sells_on_v1()) merge_v1_parts(fixed.get());
    describe_results(json_object_get(fixed.get(), "schemas"), catalog);

    auto paths = json::object();
    if (catalog.sells_on_v2()) {
        for (const auto& offer : catalog.offers())
            json::set(paths.get(), offer.product->v2_path, paid_route(offer));
        share_requests(paths.get(), json_object_get(fixed.get(), "schemas"), catalog);
    }
    if (catalog.sells_on_v1()) add_v1_paths(paths.get(), catalog, fixed.get());
    json::for_each_member(json::object_member(fixed.get(), "information_paths"),
                          [&](std::string_view path, const json_t* item_view) {
                              json::set(paths.get(), path, json::share(item_view));
                          });
    refer_to_files(paths.get(), catalog);
    complete_operations(paths.get());
    auto out = json::object(
        "openapi", "3.1.0",                                                             //
        "info", info(catalog),                                                          //
        "servers", json::array(json::object("url", catalog.config().service.base_url)), //
        "externalDocs", json::object("url", catalog.url("/ui")),                        //
        "x-agentcash-guidance", json::object("llmsTxtUrl", catalog.url("/llms.txt")),   //
        "paths", std::move(paths),                                                      //
        "components",
        json::object("schemas", json::share(json::member(fixed.get(), "schemas")), "parameters",
                     json::share(json::member(fixed.get(), "parameters")), "responses",
                     json::share(json::member(fixed.get(), "responses"))));
    // Indexers look under either name.
    if (const auto& proof = catalog.config().discovery.ownership_proof; !proof.empty())
        for (const auto name : {"x-agentcash-provenance", "x-discovery"})
            json::set(out.get(), name, json::object("ownershipProofs", json::array(proof)));
    return out;
}

} // namespace documents
