#include "documents/openapi_v1.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "catalog/bazaar.hpp"
#include "catalog/limits.hpp"
#include "catalog/rails.hpp"
#include "catalog/transfer_refusals.hpp"
#include "documents/openapi_parts.hpp"

#include <algorithm>

namespace documents {

using namespace base;
using namespace openapi_parts;

namespace {

// The selector, the fields of all that the family sells here, and job_id.
json::Ref order_schema(const catalog::Catalog& catalog, const catalog::Family& family)
{
    const auto offers = catalog.v1_offers(family);
    auto out = request_schema();
    if (!family.selector.empty()) {
        auto variants = json::array();
        for (const auto* offer : offers)
            json::append(variants.get(), json::value(offer->product->variant));
        add_member(out.get(), family.selector,
                   json::object("type", "string", "enum", std::move(variants)),
                   /*is_required=*/true);
    }
    add_fields(out.get(), catalog::united_fields(offers));
    if (std::ranges::any_of(offers, &catalog::Offer::asks_model)) add_model_wish(out.get());
    auto job_id = reference("schemas", "JobId");
    json::set_all(job_id.get(), "description",
                  "When the request is sent again: the job whose transfer is confirmed.");
    add_member(out.get(), "job_id", std::move(job_id), /*is_required=*/false);
    return out;
}

std::string summary(const catalog::Catalog& catalog, const catalog::Family& family)
{
    std::string out;
    for (const auto* offer : catalog.v1_offers(family))
        out += concat(out.empty() ? "" : "; ", family.name, ' ', offer->product->variant, ": ",
                      offer->price.decimal_text(), " USDC by transfer, result within ",
                      offer->sla.count(), " s");
    return out;
}

json::Ref order_operation(const catalog::Catalog& catalog, const catalog::Family& family)
{
    auto responses = json::object("202", reference("responses", "JobAccepted"),       //
                                  "400", reference("responses", "Problem"),           //
                                  "402", reference("responses", "V1PaymentRequired"), //
                                  "404", reference("responses", "Problem"),           //
                                  "409", reference("responses", "Problem"),           //
                                  "410", reference("responses", "Problem"),           //
                                  "413", reference("responses", "Problem"),           //
                                  "415", reference("responses", "Problem"),           //
                                  "422", reference("responses", "ValidationError"),   //
                                  "429", reference("responses", "Problem"),           //
                                  "500", reference("responses", "Problem"),           //
                                  "503", reference("responses", "Problem"));
    // No x-payment-info: indexers that see it take the route for one that takes PAYMENT-SIGNATURE.
    return json::object(
        "operationId", concat("order_", family.name), //
        "tags", json::array("products"),              //
        "summary", summary(catalog, family),          //
        "description",
        concat(family.description, " Without job_id the answer is 402 with a job and its terms. ",
               "Transfer the amount within ", catalog::k_transfer_window_sec,
               " s, report the transfer to ", catalog::k_webhook_path,
               ", then send the same request with job_id."),
        "security", json::array(), //
        "parameters",
        json::array(json::object(
            "name", "Idempotency-Key", //
            "in", "header",            //
            "required", false,         //
            "description",
            "Names the order: with the same request the key gives the same job for 24 hours.",
            "schema", json::object("type", "string", "maxLength", 255))),
        "requestBody",
        request_body(order_schema(catalog, family),
                     catalog::example_order(family, *catalog.v1_offers(family).front()->product)),
        "responses", std::move(responses));
}

json::Ref prices_operation(const catalog::Family& family)
{
    return json::object("operationId", concat("prices_", family.name),              //
                        "tags", json::array("products"),                            //
                        "summary", concat("Terms of ", family.name, " on rail v1"), //
                        "security", json::array(),                                  //
                        "responses",
                        json::object("200", reference("responses", "V1Prices"), //
                                     "429", reference("responses", "Problem")));
}

json::Ref transfer_refusal_schema()
{
    auto words = json::array();
    std::string meanings;
    for (const auto& each : catalog::transfer_refusals()) {
        json::append(words.get(), json::value(each.word));
        meanings +=
            concat(meanings.empty() ? "" : " ", each.word, ": ", each.title, ". ", each.advice);
    }
    return json::object("type", "string", "enum", std::move(words), "description", meanings);
}

} // namespace

void merge_v1_parts(json_t* fixed)
{
    if (json_object_update_recursive(fixed, json_object_get(fixed, "rail_v1")) != 0)
        throw Fault{"openapi.json: rail_v1 cannot be merged"};
    json::set(json_object_get(fixed, "schemas"), "TransferRefusal", transfer_refusal_schema());
}

void add_v1_paths(json_t* paths, const catalog::Catalog& catalog, const json_t* fixed_view)
{
    for (const auto* family : catalog::v1_families(catalog))
        json::set(paths, family->v1_path,
                  json::object("get", prices_operation(*family), //
                               "post", order_operation(catalog, *family)));
    json::set(paths, catalog::k_webhook_path,
              json::share(json::object_member(fixed_view, "webhook")));
}

} // namespace documents
