// The fixed half of the document (components, information paths) is openapi.json beside it; what
// follows from table and configuration is made here.
#include "base/concat.hpp"
#include "base/fault.hpp"
#include "catalog/bazaar.hpp"
#include "catalog/terms.hpp"
#include "documents/documents.hpp"
#include "documents/embedded.hpp"
#include "documents/openapi_parts.hpp"
#include "documents/openapi_v1.hpp"

#include <algorithm>

namespace documents {

using namespace base;
using namespace openapi_parts;

namespace {

json::Ref header_parameter(std::string_view name, std::string_view description, json::Ref schema)
{
    return json::object("name", name,               //
                        "in", "header",             //
                        "required", false,          //
                        "description", description, //
                        "schema", std::move(schema));
}

json::Ref paid_operation(const catalog::Offer& offer)
{
    const auto& product = *offer.product;
    auto request = request_schema();
    add_fields(request.get(), product.fields);
    if (offer.asks_model) add_model_wish(request.get());
    auto responses = json::object("200", reference("responses", "JobFinished"),     //
                                  "202", reference("responses", "JobAccepted"),     //
                                  "400", reference("responses", "Problem"),         //
                                  "402", reference("responses", "PaymentRequired"), //
                                  "409", reference("responses", "Problem"),         //
                                  "410", reference("responses", "Problem"),         //
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
        "description", offer.description, //
        "security", json::array(),        //
        "x-payment-info",
        json::object(
            "price",
            json::object("mode", "fixed", "currency", "USD", "amount", offer.price.decimal_text()),
            "protocols", json::array(json::object("x402", json::object()))),
        "parameters",
        json::array(
            header_parameter("PAYMENT-SIGNATURE",
                             "The signed x402 version 2 PaymentPayload in base64. Without it the "
                             "answer is 402 with the terms.",
                             json::object("type", "string")),
            header_parameter("Prefer",
                             "wait=N holds the answer to the payment until the job is done, N "
                             "seconds at most: then it is 200 with the result. 202 when it takes "
                             "longer, or too many wait.",
                             json::object("type", "string", "examples", json::array("wait=25"))),
            header_parameter("Idempotency-Key",
                             "Names the purchase where the extension payment-identifier does not: "
                             "under a key of its own the same request is bought again at once.",
                             json::object("type", "string", "minLength", 1, "maxLength", 255))),
        "requestBody", request_body(std::move(request), catalog::example_request(product)), //
        "responses", std::move(responses));
}

json::Ref price_operation(const catalog::Product& product)
{
    return json::object("operationId", concat("price_of_", product.key), //
                        "tags", json::array("products"),                 //
                        "summary", concat("Terms of ", product.family, ' ', product.variant),
                        "description", "Nothing is sold, run or stored.", //
                        "security", json::array(),                        //
                        "responses",
                        json::object("200", reference("responses", "Prices"), //
                                     "429", reference("responses", "Problem")));
}

json::Ref paid_route(const catalog::Offer& offer)
{
    auto out = json::object("post", paid_operation(offer));
    if (offer.product->is_priced_by_get)
        json::set(out.get(), "get", price_operation(*offer.product));
    return out;
}

std::string guidance(const catalog::Catalog& catalog)
{
    std::string out;
    if (catalog.sells_on_v2())
        out = concat("POST the JSON body; the 402 names the price. Sign it with any x402 client "
                     "and repeat the same request with PAYMENT-SIGNATURE and Prefer: wait=25: the "
                     "answer is the result, or 202; then GET poll_url likewise until 200. After a "
                     "lost answer send the same request again: it is charged once. ",
                     k_spend_cap_note);
    if (catalog.sells_on_v1())
        out += concat(out.empty() ? "" : " ",
                      "On rail v1 a wallet pays by a transfer of its own: see llms.txt.");
    return out.empty() ? "Nothing is sold at the moment." : out;
}

json::Ref tags(const catalog::Catalog& catalog)
{
    auto out =
        json::array(json::object("name", "products", "description", "Paid analyses"),
                    json::object("name", "jobs", "description", "Results of what was bought"),
                    json::object("name", "service", "description", "About the service"));
    if (catalog.sells_on_v1())
        json::append(out.get(),
                     json::object("name", "payments", "description", "Transfers of rail v1"));
    return out;
}

json::Ref info(const catalog::Catalog& catalog)
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
    json::set_all(out.get(), "license",
                  json::object("name", "Pay per call", "url", catalog.url("/ui")), "x-guidance",
                  guidance(catalog));
    return out;
}

// At the route of artifacts: a whole one of each product, elsewhere, as none is short.
void add_samples(json_t* paths, const catalog::Catalog& catalog)
{
    auto examples = json::object();
    for (const auto& offer : catalog.offers())
        if (const auto sample = catalog::sample_path(*offer.product); !sample.empty())
            json::set(examples.get(), offer.product->key,
                      json::object("summary", offer.product->title, "externalValue",
                                   catalog.url(sample)));
    json_t* media = paths;
    for (const char* name :
         {"/v1/job/{job_id}/artifact", "get", "responses", "200", "content", "application/json"})
        media = json_object_get(media, name);
    json::set(media, "examples", std::move(examples));
}

// Describes a finished job: the words of each product's verdict, and where the schema of its result
// is. It gives a name, not a reference: indexers write referred schemas out at every route.
void describe_results(json_t* schemas, const catalog::Catalog& catalog)
{
    auto verdicts = json::array();
    std::string meanings;
    std::string results = "The result, by its product.";
    for (const auto& offer : catalog.offers()) {
        const auto& product = *offer.product;
        if (!product.schema.name.empty())
            results +=
                concat(" ", product.key, ": #/components/schemas/", product.schema.name, '.');
        meanings += concat(meanings.empty() ? "" : "\n\n", "Of ", product.key, ":");
        for (const auto& each : product.verdicts) {
            meanings +=
                concat(&each == product.verdicts.data() ? " " : "; ", each.word, ": ", each.means);
            const auto word = json::value(each.word);
            bool is_known = false;
            for (std::size_t i = 0; i < json_array_size(verdicts.get()); ++i)
                is_known |= json_equal(json_array_get(verdicts.get(), i), word.get()) == 1;
            if (!is_known) json::append(verdicts.get(), json::share(word.get()));
        }
        meanings += '.';
    }
    json::append(verdicts.get(), json::value(nullptr));
    json_t* members = json_object_get(json_object_get(schemas, "Job"), "properties");
    json::set(members, "verdict",
              json::object("type", json::array("string", "null"), "enum", std::move(verdicts),
                           "description", meanings));
    json::set(members, "artifact", json::object("type", "object", "description", results));
}

json::Ref parsed_file(std::string_view name)
{
    auto out = json::parse(embedded_file(name));
    if (!out) throw Fault{concat(name, ": ", out.error().detail)};
    return std::move(*out);
}

} // namespace

json::Ref openapi(const catalog::Catalog& catalog)
{
    const auto fixed = parsed_file("openapi.json");

    if (catalog.sells_on_v1()) merge_v1_parts(fixed.get());
    json_t* schemas = json_object_get(fixed.get(), "schemas");
    for (const auto& offer : catalog.offers()) {
        const catalog::ArtifactSchema& schema = offer.product->schema;
        if (!schema.name.empty()) json::set(schemas, schema.name, parsed_file(schema.file));
    }

    describe_results(schemas, catalog);

    auto paths = json::object();
    if (catalog.sells_on_v2())
        for (const auto& offer : catalog.offers())
            json::set(paths.get(), offer.product->v2_path, paid_route(offer));
    if (catalog.sells_on_v1()) add_v1_paths(paths.get(), catalog, fixed.get());
    json::for_each_member(json::object_member(fixed.get(), "information_paths"),
                          [&](std::string_view path, const json_t* item_view) {
                              json::set(paths.get(), path, json::share(item_view));
                          });
    add_samples(paths.get(), catalog);
    auto out = json::object(
        "openapi", "3.1.0",                                                             //
        "info", info(catalog),                                                          //
        "servers", json::array(json::object("url", catalog.config().service.base_url)), //
        "externalDocs", json::object("url", catalog.url("/ui")),                        //
        "x-agentcash-guidance", json::object("llmsTxtUrl", catalog.url("/llms.txt")),   //
        "tags", tags(catalog),                                                          //
        "paths", std::move(paths),                                                      //
        "components",
        json::object("schemas", json::share(json::member(fixed.get(), "schemas")), "responses",
                     json::share(json::member(fixed.get(), "responses"))));
    // Indexers look under either name.
    if (const auto& proof = catalog.config().discovery.ownership_proof; !proof.empty())
        for (const auto name : {"x-agentcash-provenance", "x-discovery"})
            json::set(out.get(), name, json::object("ownershipProofs", json::array(proof)));
    return out;
}

} // namespace documents
