#include "base/concat.hpp"
#include "catalog/field_types.hpp"
#include "catalog/limits.hpp"
#include "catalog/model_notes.hpp"
#include "catalog/rails.hpp"
#include "catalog/transfer_refusals.hpp"
#include "documents/documents.hpp"
#include "documents/service_links.hpp"

#include <algorithm>

namespace documents {

using base::concat;

namespace {

// The path to POST to, and what a v1 request says beside the product's fields.
std::string way_text(const catalog::Product& product, const catalog::Way& way)
{
    const auto selector = catalog::family_named(product.family).selector;
    auto post = concat("POST ", way.path);
    if (way.rail == catalog::Rail::v2 || selector.empty()) return post;
    return concat(post, " with `\"", selector, "\": \"", product.variant, "\"`");
}

// Empty while no rail sells it.
std::string price_line(const catalog::Catalog& catalog, const catalog::Offer& offer)
{
    const auto& product = *offer.product;
    std::string ways;
    for (const auto& way : catalog::ways_to_buy(catalog, offer))
        ways += concat(ways.empty() ? "" : " or ", way_text(product, way));
    if (ways.empty()) return {};
    return concat("- ", product.key, ": ", offer.price.decimal_text(), " USDC (amount ",
                  offer.price.atoms_text(), "), result within ", offer.sla.count(), " s, ", ways,
                  ". ", offer.description, '\n');
}

std::string bounds_of(const catalog::Field& field)
{
    const auto counted = catalog::row_of(field.type).counted;
    if (counted.empty()) return {};
    if (field.min_size == field.max_size) return concat(", ", field.max_size, counted);
    return concat(", ", field.min_size, " to ", field.max_size, counted);
}

// What a field takes is told where it is met first.
using Told = std::vector<std::string>;

std::string fields_line(std::span<const catalog::Field> fields, Told& told)
{
    std::string out;
    for (const auto& field : fields) {
        out += concat(out.empty() ? "" : ", ", '`', field.name, "` (",
                      field.required ? "required" : "optional", bounds_of(field));
        const auto text = concat(field.name, field.description);
        const bool is_told = std::ranges::find(told, text) != told.end();
        out += is_told ? ", as above)" : concat("): ", field.description);
        if (!is_told) told.push_back(text);
    }
    return out.empty() ? "no body" : out;
}

std::string v1_fields_line(const catalog::Catalog& catalog, const catalog::Family& family,
                           Told& told)
{
    const auto offers = catalog.v1_offers(family);
    const auto united = catalog::united_fields(offers);
    const auto fields = united.empty() ? std::string{} : fields_line(united, told);
    std::string variants;
    for (const auto* offer : offers)
        variants += concat(variants.empty() ? "" : ", ", offer->product->variant);
    const auto selected = family.selector.empty()
                              ? std::string{}
                              : concat('`', family.selector, "` (required: ", variants, "), ");
    return concat(selected, fields, fields.empty() ? "" : ", ",
                  "`job_id` once the job's transfer is confirmed.");
}

std::string link(const catalog::Catalog& catalog, std::string_view title, std::string_view path,
                 std::string_view note)
{
    return concat("- [", title, "](", catalog.url(path), "): ", note, '\n');
}

std::string v2_text(const catalog::Catalog& catalog)
{
    const auto& payment = catalog.config().payment;
    return concat(
        "How to buy (rail v2, x402 version 2, scheme exact, ", payment.network.text(), "):\n\n",
        "1. POST the JSON body to the endpoint. Unpaid, it answers 402 with the terms, both as "
        "body "
        "and base64 in PAYMENT-REQUIRED. `available: false` there says that it cannot be bought "
        "now; `would_fail`, that the body would be refused; `unread_sources`, whether the price is "
        "a credit should no page be readable.\n"
        "2. Sign the EIP-3009 authorization named there and send the same request again with "
        "PAYMENT-SIGNATURE. Any x402 client does both steps.\n"
        "3. With `Prefer: wait=25` on that request the answer is the result, 200, or "
        "202 with `job_id` and `poll_url`: GET it with `Prefer: wait=25` until 200, "
        "honouring Retry-After.\n"
        "4. No answer, a 5xx, or `charged: null`? Send the same request again, with the same "
        "PAYMENT-SIGNATURE if you have it: it is charged once and gives the same job. For ",
        payment.same_request_window / std::chrono::minutes{1},
        " minutes (forensics: one) a new signature of that wallet is not used either "
        "(`earlier_purchase`). To buy twice, or by smart wallet, name purchases: "
        "Idempotency-Key or payment-identifier.\n\n",
        k_spend_cap_note, "\n");
}

std::string v1_text(const catalog::Catalog& catalog)
{
    const auto chain = catalog.config().payment.network.text();
    std::string refusals;
    for (const auto& each : catalog::transfer_refusals())
        refusals += concat(refusals.empty() ? "" : ", ", '`', each.word, '`');
    return concat(
        "How to buy without an x402 client (rail v1, a USDC transfer of your own on ", chain,
        "):\n\n",
        "1. POST the JSON body to the v1 endpoint. With an Idempotency-Key a lost answer is had "
        "again instead of a second job. Where the body has required members, an empty one gets "
        "the terms of all that is sold there and creates nothing.\n"
        "2. The answer is 402 with `job_id`, `amount`, `expires_at`, `webhook` and "
        "`payment_options`.\n"
        "3. Transfer exactly `amount` within ",
        catalog::k_transfer_window_sec,
        " s, with the job as memo: send `payment_options.transaction` as it is (to, data, value, "
        "chainId; its calldata ends with keccak256(job_id)), or append the ASCII job_id or "
        "keccak256(job_id) to the calldata of a transfer of yours, or use keccak256(job_id) as "
        "nonce of an EIP-3009 authorization (never another nonce: whoever presents that one first "
        "on "
        "rail v2 buys with it). A smart wallet (Safe, ERC-4337, Permit2) puts the memo inside what "
        "its owner signs; there it counts after 30 s. Exchange withdrawals are not supported: they "
        "carry no memo.\n"
        "4. POST `job_id` and `tx_hash` to the webhook. 200: confirmed. 202: pending, `reason` "
        "says why; ask again, and never pay again. 402: `code` says why the transfer does not pay "
        "for the job (",
        refusals,
        "). 409: transfer or job is used up already. A wallet that cannot add a memo adds "
        "`payer_signature` to this request: EIP-191 over `job_id:tx_hash:",
        catalog.config().payment.network.chain_id(),
        "`, by the address that paid, before `signature_until` of the 402.\n"
        "5. POST the request of step 1 again with the member `job_id`: 202 with `poll_url`. "
        "Another request is 409 request_mismatch.\n"
        "6. GET poll_url with `Prefer: wait=25` until `status` is complete.\n\n"
        "A client may have ",
        catalog::k_max_awaiting_per_ip, " jobs awaiting payment and create ",
        catalog::k_max_awaiting_per_ip_hour, " an hour; unpaid they expire after ",
        catalog::k_awaiting_ttl_sec,
        " s. Money that bought nothing is a credit of the job, which the operator pays back.\n");
}

std::string endpoints_text(const catalog::Catalog& catalog)
{
    std::string out = "\n## Endpoints\n\n";
    Told told;
    if (catalog.sells_on_v2())
        for (const auto& offer : catalog.offers())
            out += link(catalog, concat("POST ", offer.product->v2_path), offer.product->v2_path,
                        fields_line(offer.product->fields, told));
    for (const auto* family : catalog::v1_families(catalog))
        out += link(catalog, concat("POST ", family->v1_path), family->v1_path,
                    v1_fields_line(catalog, *family, told));
    if (catalog.sells_on_v1())
        out += link(catalog, concat("POST ", catalog::k_webhook_path), catalog::k_webhook_path,
                    "`job_id`, `tx_hash` and, where needed, `payer_signature`");
    return out;
}

// The verdicts of the family's products; those that share their words stand together.
std::string verdicts_text(const catalog::Catalog& catalog, const catalog::Family& family)
{
    struct Vocabulary {
        std::span<const catalog::VerdictWord> words;
        std::string products;
    };
    std::vector<Vocabulary> all;
    for (const auto& offer : catalog.offers()) {
        const auto& product = *offer.product;
        if (product.family != family.name || product.verdicts.empty()) continue;
        const auto known = std::ranges::find_if(all, [&](const Vocabulary& each) {
            return each.words.data() == product.verdicts.data();
        });
        if (known == all.end())
            all.push_back({product.verdicts, std::string{product.variant}});
        else
            known->products += concat(", ", product.variant);
    }
    std::string out;
    for (const auto& [words, products] : all) {
        out += concat("Verdict of ", products, ": ");
        for (const auto& each : words)
            out += concat(&each == words.data() ? "`" : "; `", each.word, "`: ", each.means);
        out += ".\n\n";
    }
    return out;
}

// How to read what was bought, of each family that is sold.
std::string results_text(const catalog::Catalog& catalog)
{
    std::string out;
    for (const auto& family : catalog::families()) {
        const bool is_sold = std::any_of(
            catalog.offers().begin(), catalog.offers().end(),
            [&](const catalog::Offer& offer) { return offer.product->family == family.name; });
        if (is_sold && !family.results.empty())
            out += concat("\n## Reading a result of ", family.name, "\n\n",
                          verdicts_text(catalog, family), family.results, '\n');
    }
    return out;
}

} // namespace

std::string llms_text(const catalog::Catalog& catalog)
{
    const auto& service = catalog.config().service;
    std::string out = concat("# ", service.name, "\n\n> ", k_service_description, "\n\n");
    if (service.mode == config::Mode::development) out += concat(k_development_notice, "\n\n");
    const bool is_selling = !catalog::rails_on(catalog).empty();
    if (is_selling) {
        out += "Prices and service levels:\n\n";
        for (const auto& offer : catalog.offers()) out += price_line(catalog, offer);
    } else {
        out += "Nothing is sold at the moment: the operator has switched the payment rail off.\n";
    }
    if (catalog.sells_on_v2()) out += concat('\n', v2_text(catalog));
    if (catalog.sells_on_v1()) out += concat('\n', v1_text(catalog));
    out += concat("\nErrors other than 402 and 422 are problem details (RFC 9457) with the members "
                  "`code`, `retryable` and `charged`; each code is explained at ",
                  catalog.url("/ui/errors"), ".\n\n## Start here\n\n",
                  link(catalog, "Catalog", "/", "products, prices and limits as JSON"),
                  link(catalog, "Documents for programmers", "/docs",
                       "quick starts for curl and JavaScript"));
    if (is_selling) out += endpoints_text(catalog);
    out += concat(
        "\n## Schemas\n\n",
        link(catalog, "OpenAPI 3.1", "/openapi.json", "every route with schemas and examples"),
        link(catalog, "Discovery manifest", "/.well-known/x402.json", "endpoints and their terms"),
        "\n## Verify results\n\n",
        link(catalog, "GET /v1/job/{job_id}", "/v1/job/{job_id}",
             "state of a job; 200 with the artifact and result_hash when complete"),
        link(catalog, "GET /v1/job/{job_id}/artifact", "/v1/job/{job_id}/artifact",
             "the canonical bytes: their SHA-256 is result_hash"),
        link(catalog, "Samples", catalog::sample_path(*catalog.offers().front().product),
             "a whole result; likewise of the other products, by their names above"),
        '\n', provenance_note(catalog), ' ', retention_note(catalog), "\n", results_text(catalog),
        catalog::model_text(catalog), "\n## Optional\n\n",
        link(catalog, "Health", "/health", "state of the service and its queues as JSON"),
        link(catalog, "API catalog", k_api_catalog_path, "these documents as a linkset (RFC 9727)"),
        link(catalog, "Accuracy of verify", "/accuracy.json",
             "how much it found and how often it was quiet, on sets of texts, with the date"));
    return out;
}

} // namespace documents
