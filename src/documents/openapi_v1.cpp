#include "documents/openapi_v1.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "catalog/limits.hpp"
#include "catalog/rails.hpp"
#include "catalog/transfer_refusals.hpp"
#include "documents/openapi_parts.hpp"
#include "schemas/requests.hpp"

#include <algorithm>

namespace documents {

using namespace base;
using namespace openapi_parts;
using namespace schemas;

namespace {

// The selector, the fields of all that the family sells here, and job_id.
json::Ref order_schema(const catalog::Catalog& catalog, const catalog::Family& family)
{
    const auto offers = catalog.v1_offers(family);
    auto out = object_schema();
    if (!family.selector.empty()) {
        auto variants = json::array();
        for (const auto* offer : offers)
            json::append(variants.get(), json::value(offer->product->variant));
        add_member(out.get(), family.selector,
                   json::object("type", "string", "enum", std::move(variants)),
                   /*is_required=*/true);
    }
    // What they mean is told of each product's own request.
    auto fields = catalog::united_fields(offers);
    for (auto& field : fields) field.description = {};
    add_fields(out.get(), fields);
    if (std::ranges::any_of(offers, &catalog::Offer::asks_model)) add_model_wish(out.get());
    add_member(out.get(), "job_id", reference("schemas", "JobId"), /*is_required=*/false);
    return out;
}

std::string summary(const catalog::Catalog& catalog, const catalog::Family& family)
{
    std::string out;
    for (const auto* offer : catalog.v1_offers(family))
        out +=
            concat(out.empty() ? "By transfer, " : "; ", family.name, ' ', offer->product->variant,
                   ": ", offer->price.decimal_text(), " USDC, ", offer->sla.count(), " s");
    return out;
}

json::Ref order_operation(const catalog::Catalog& catalog, const catalog::Family& family)
{
    auto responses = json::object("202", reference("responses", "JobAccepted"),       //
                                  "402", reference("responses", "V1PaymentRequired"), //
                                  "422", reference("responses", "ValidationError"));
    // No x-payment-info: indexers that see it take the route for one that takes PAYMENT-SIGNATURE.
    return json::object(
        "operationId", concat("order_", family.name), //
        "summary", summary(catalog, family),          //
        "description",
        concat("402 with a job and its terms. Transfer the amount within ",
               catalog::k_transfer_window_sec, " s, report that to ", catalog::k_webhook_path,
               ", then send the same with job_id. /schemas/PRODUCT.request.json explains the "
               "members of each product."),
        "parameters", json::array(reference("parameters", "OrderName")), //
        "requestBody", request_body(order_schema(catalog, family)),      //
        "responses", std::move(responses));
}

json::Ref prices_operation(const catalog::Family& family)
{
    return json::object("operationId", concat("prices_", family.name),              //
                        "summary", concat("Terms of ", family.name, " on rail v1"), //
                        "responses", json::object("200", reference("responses", "V1Prices")));
}

json::Ref transfer_refusal_schema()
{
    auto words = json::array();
    for (const auto& each : catalog::transfer_refusals())
        json::append(words.get(), json::value(each.word));
    return json::object("type", "string", "enum", std::move(words), "description",
                        "Each is explained at /ui/errors.");
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
