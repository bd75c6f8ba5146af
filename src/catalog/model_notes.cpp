#include "catalog/model_notes.hpp"

#include "base/concat.hpp"
#include "catalog/rails.hpp"

#include <algorithm>
#include <vector>

namespace catalog {

using namespace base;

namespace {

struct Added {
    std::string_view family;
    std::string_view text;
};
constexpr Added k_added[] = {
    {"verify",
     "After the built-in critics a language model that the operator runs or rents is shown the "
     "text, without the secrets found in it, and points at places by sentence, quotation and "
     "number. What code can recompute or compare of that becomes a finding (pointed_by: model). "
     "The rest stands in opinions: no code has shown it, and it moves neither verdict, score nor "
     "coverage. Nobody has measured how often this model is right."},
    {"synthesize",
     "After the rules a language model that the operator runs or rents is shown the query and the "
     "sentences that tell most, without the secrets found in them, and points at those that answer "
     "the query, say the same or oppose each other. What it holds and a second question confirms "
     "stands in opinions, and summary_by_model is its choice among whole sentences of the sources. "
     "Claims, conflicts, verdict and confidence stay those of the rules. Nobody has measured how "
     "often this model is right."},
};
constexpr std::string_view k_when_away =
    "While the model does not answer, these products are not sold: 503 model_away, nothing "
    "charged. A paid job whose model goes away ends with what the rules found, "
    "engine.degraded_reason model_away, and a credit of its whole price. No credit: a text that "
    "makes answers of the model unusable (they are cut off, filtered, out of form, or wrong about "
    "sentences of ours) is analysed without them, model_answer or model_canary; of a text too long "
    "for one question the model is shown what one job's budget allows, model_budget.";
constexpr std::string_view k_record =
    "Another run may point elsewhere. What was asked and answered is kept as long as the request; "
    "its SHA-256 values stand in the artifact (engine.llm.calls), and assay verify-artifact "
    "--replay decides anew from it, without a model, and comes to the same bytes.";

// That are on sale.
std::vector<const Offer*> offers_with_model(const Catalog& catalog, std::string_view family)
{
    std::vector<const Offer*> out;
    for (const auto& offer : catalog.offers())
        if (offer.asks_model && offer.product->family == family &&
            !ways_to_buy(catalog, offer).empty())
            out.push_back(&offer);
    return out;
}

} // namespace

bool asks_model(const Product& product, const config::Config& config)
{
    return product.may_ask_model && config.llm.is_set();
}

json::Ref model_entry(const Catalog& catalog, std::string_view family)
{
    const auto offers = offers_with_model(catalog, family);
    if (offers.empty()) return nullptr;
    auto products = json::array();
    for (const Offer* offer : offers)
        json::append(products.get(), json::value(offer->product->key));
    return json::object("name", catalog.config().llm.model, "products", std::move(products), "adds",
                        std::ranges::find(k_added, family, &Added::family)->text, "when_away",
                        k_when_away, "record", k_record, "transcript",
                        catalog.url("/v1/job/{job_id}/transcript"));
}

std::string model_text(const Catalog& catalog)
{
    std::string out;
    for (const auto& [family, text] : k_added) {
        std::string names;
        for (const Offer* offer : offers_with_model(catalog, family))
            names += concat(names.empty() ? "" : " and ", offer->product->key);
        if (!names.empty()) out += concat(names, ": ", text, "\n\n");
    }
    if (out.empty()) return out;
    return concat("\n## The language model\n\nIt is `", catalog.config().llm.model, "`.\n\n", out,
                  k_when_away, "\n\n", k_record, " The record: GET ",
                  catalog.url("/v1/job/{job_id}/transcript"), ".\n");
}

} // namespace catalog
