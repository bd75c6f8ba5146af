#include "catalog/model_notes.hpp"

#include "base/concat.hpp"
#include "catalog/rails.hpp"

#include <algorithm>
#include <vector>

namespace catalog {

using namespace base;

namespace {

constexpr std::string_view k_adds =
    "After the built-in critics a language model that the operator runs or rents is shown the "
    "text, "
    "without the secrets found in it, and points at places by sentence, quotation and number. What "
    "code can recompute or compare of that becomes a finding (pointed_by: model). The rest stands "
    "in opinions: no code has shown it, and it moves neither verdict, score nor coverage. Nobody "
    "has measured how often this model is right.";
constexpr std::string_view k_when_away =
    "While the model does not answer, these products are not sold: 503 model_away, nothing "
    "charged. "
    "A paid job whose model goes away ends with the built-in review, engine.degraded_reason "
    "model_away, and a credit of its whole price. A text that makes answers of the model unusable "
    "(they are cut off, filtered, out of form, or miss our test sentence) is reviewed without "
    "them: "
    "degraded_reason model_answer or model_canary, no credit.";
constexpr std::string_view k_record =
    "Another run may point elsewhere. What was asked and answered is kept as long as the request; "
    "its SHA-256 values stand in the artifact (engine.llm.calls), and assay verify-artifact "
    "--replay decides anew from it, without a model, and comes to the same bytes.";

// That are on sale.
std::vector<const Offer*> offers_with_model(const Catalog& catalog)
{
    std::vector<const Offer*> out;
    for (const auto& offer : catalog.offers())
        if (offer.asks_model && !ways_to_buy(catalog, offer).empty()) out.push_back(&offer);
    return out;
}

} // namespace

bool asks_model(const Product& product, const config::Config& config)
{
    return product.may_ask_model && config.llm.is_set();
}

json::Ref model_entry(const Catalog& catalog)
{
    const auto offers = offers_with_model(catalog);
    if (offers.empty()) return nullptr;
    auto products = json::array();
    for (const Offer* offer : offers)
        json::append(products.get(), json::value(offer->product->key));
    return json::object("name", catalog.config().llm.model, "products", std::move(products), "adds",
                        k_adds, "when_away", k_when_away, "record", k_record, "transcript",
                        catalog.url("/v1/job/{job_id}/transcript"));
}

std::string model_text(const Catalog& catalog)
{
    const auto offers = offers_with_model(catalog);
    if (offers.empty()) return {};
    std::string names;
    for (const Offer* offer : offers)
        names += concat(names.empty() ? "" : " and ", offer->product->key);
    return concat("\n## The language model\n\n", names, " ask `", catalog.config().llm.model, "`. ",
                  k_adds, ' ', k_when_away, ' ', k_record, " The record: GET ",
                  catalog.url("/v1/job/{job_id}/transcript"), ".\n");
}

} // namespace catalog
