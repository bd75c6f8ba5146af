#include "catalog/model_notes.hpp"

#include "base/concat.hpp"
#include "catalog/rails.hpp"

#include <vector>

namespace catalog {

using namespace base;

namespace {

constexpr std::string_view k_when_away =
    "With model: false these products are sold at the same price without asking it. While the "
    "model does not answer, nothing else of them is: 503 model_away, nothing charged. A paid job "
    "whose model goes away, which a text of ours has to confirm at that moment, ends with what "
    "code found, model_away, and a credit: of the price of a verification, of half the price of "
    "an account (3 a day of a wallet, 10 of a client, 20 in all). No credit: model_answer, "
    "model_canary (a text made answers cut off, filtered, "
    "out of form, wrong about ours), model_budget (more than one job may spend).";
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

// What was measured of accounts, and by whom.
json::Ref bench_json(const Catalog& catalog)
{
    const auto& accounts = *catalog.accounts();
    return json::object("model", catalog.config().llm.model, "measured_by", "the operator", "date",
                        accounts.date, "cases", accounts.sentences, "shown_false",
                        accounts.not_carried);
}

} // namespace

std::string description_with_model(const Product& product,
                                   const std::optional<JudgedAccounts>& accounts)
{
    if (product.written_description.empty())
        return concat(product.description, " A language model is asked unless model is false.");
    return concat(product.written_description, " Judged by the operator (", accounts->date,
                  "): ", accounts->not_carried, " of ", accounts->sentences,
                  " not carried by their quotes. model: false buys the map.");
}

json::Ref model_entry(const Catalog& catalog, const Family& family)
{
    const auto offers = offers_with_model(catalog, family.name);
    if (offers.empty()) return nullptr;
    auto products = json::array();
    for (const Offer* offer : offers)
        json::append(products.get(), json::value(offer->product->key));
    auto out = json::object("name", catalog.config().llm.model, "products", std::move(products),
                            "adds", family.model_adds, "when_away", k_when_away, "record", k_record,
                            "transcript", catalog.url("/v1/job/{job_id}/transcript"));
    if (offers.front()->product->model_part == ModelPart::writes)
        json::set(out.get(), "bench", bench_json(catalog));
    return out;
}

std::string model_text(const Catalog& catalog)
{
    std::string out;
    for (const auto& family : families()) {
        std::string names;
        for (const Offer* offer : offers_with_model(catalog, family.name))
            names += concat(names.empty() ? "" : " and ", offer->product->key);
        if (!names.empty()) out += concat(names, ": ", family.model_adds, "\n\n");
    }
    if (out.empty()) return out;
    return concat("\n## The language model\n\nIt is `", catalog.config().llm.model, "`.\n\n", out,
                  k_when_away, "\n\n", k_record, " The record: GET ",
                  catalog.url("/v1/job/{job_id}/transcript"), ".\n");
}

} // namespace catalog
