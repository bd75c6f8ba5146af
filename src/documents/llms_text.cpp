#include "base/concat.hpp"
#include "catalog/limits.hpp"
#include "catalog/model_notes.hpp"
#include "catalog/rails.hpp"
#include "catalog/tools.hpp"
#include "catalog/transfer_refusals.hpp"
#include "documents/documents.hpp"
#include "documents/schemas.hpp"
#include "documents/server_card.hpp"
#include "documents/service_links.hpp"

namespace documents {

using base::concat;

namespace {

// Empty while no rail sells it.
std::string price_line(const catalog::Catalog& catalog, const catalog::Offer& offer)
{
    const auto& product = *offer.product;
    if (catalog::ways_to_buy(catalog, offer).empty()) return {};
    return concat("- ", product.key, ": ", offer.price.decimal_text(), " USDC (amount ",
                  offer.price.atoms_text(), "), result within ", offer.sla.count(), " s. ",
                  product.title, ".\n");
}

std::string link(const catalog::Catalog& catalog, std::string_view title, std::string_view path,
                 std::string_view note)
{
    return concat("- [", title, "](", catalog.url(path), "): ", note, '\n');
}

std::string mcp_text(const catalog::Catalog& catalog)
{
    if (!catalog.sells_on_v2()) return {};
    return link(catalog, "MCP", k_server_card_path,
                concat("each product as a tool at ", catalog.url(catalog::k_mcp_path),
                       " (streamable HTTP, paid by x402 in `_meta`)"));
}

std::string v2_text(const catalog::Catalog& catalog)
{
    const auto& payment = catalog.config().payment;
    return concat(
        "How to buy (rail v2, x402 version 2, scheme exact, ", payment.network.text(), "):\n\n",
        "1. POST the JSON body to the endpoint. Unpaid, it answers 402 with the terms, as body and "
        "base64 in PAYMENT-REQUIRED. In the body `available: false` says that it cannot be bought "
        "now, `would_fail` that the body would be refused.\n"
        "2. Sign the EIP-3009 authorization named there and send the same request again with "
        "PAYMENT-SIGNATURE. Any x402 client does both steps.\n"
        "3. With `Prefer: wait=25` on that request the answer is 200 with the result, or 202 with "
        "`poll_url`: GET it with `Prefer: wait=25` until 200, honouring Retry-After.\n"
        "4. No answer, a 5xx, or `charged: null`? Send the same request again, with the same "
        "PAYMENT-SIGNATURE if you have it: it is charged once. For ",
        payment.same_request_window / std::chrono::minutes{1},
        " minutes (forensics: one) a new signature of that wallet is not used either. To buy "
        "twice, or by smart wallet, name purchases by Idempotency-Key.\n\n",
        k_spend_cap_note, "\n");
}

std::string v1_text(const catalog::Catalog& catalog)
{
    const auto& network = catalog.config().payment.network;
    std::string refusals;
    for (const auto& each : catalog::transfer_refusals())
        refusals += concat(refusals.empty() ? "" : ", ", '`', each.word, '`');
    return concat(
        "How to buy without an x402 client (rail v1, a USDC transfer of your own on ",
        network.text(), "):\n\n",
        "1. POST the JSON body to the v1 endpoint, with an Idempotency-Key. An empty one gets the "
        "terms of all that is sold there, where it has required members.\n"
        "2. The answer is 402 with `job_id`, `amount`, `expires_at`, `webhook` and "
        "`payment_options`.\n"
        "3. Transfer exactly `amount` within ",
        catalog::k_transfer_window_sec,
        " s: send `payment_options.transaction` as it is (its calldata ends with "
        "keccak256(job_id)), or use keccak256(job_id) as nonce of an EIP-3009 authorization, never "
        "another one. In a smart wallet the memo is inside what its owner signs. Exchange "
        "withdrawals are not supported.\n"
        "4. POST `job_id` and `tx_hash` to the webhook. 200: confirmed. 202: pending; ask again, "
        "and never pay again. 402: `code` says why it does not pay for the job (",
        refusals,
        "). 409: it is used up. A wallet without a memo adds `payer_signature`: EIP-191 over "
        "`job_id:tx_hash:",
        network.chain_id(), "`, before `signature_until`.\n",
        "5. POST the request of step 1 again with the member `job_id`: 202 with `poll_url`.\n"
        "6. GET poll_url with `Prefer: wait=25` until `status` is complete.\n\n"
        "A client may have ",
        catalog::k_max_awaiting_per_ip, " jobs awaiting payment and create ",
        catalog::k_max_awaiting_per_ip_hour, " an hour; unpaid they expire after ",
        catalog::k_awaiting_ttl_sec, " s. Money that bought nothing is a credit of the job.\n");
}

// The members of a request, as words; its schema says the rest.
std::string members_text(std::span<const catalog::Field> fields)
{
    std::string out;
    for (const auto& field : fields)
        out += concat(out.empty() ? "" : ", ", field.required ? "" : "optional ", '`', field.name,
                      '`');
    return out.empty() ? "no body" : out;
}

std::string v1_members_text(const catalog::Catalog& catalog, const catalog::Family& family)
{
    std::string out;
    for (const auto* offer : catalog.v1_offers(family))
        out += concat(out.empty() ? "" : ", ", offer->product->variant);
    if (family.selector.empty()) return concat("no body, later `job_id`");
    return concat('`', family.selector, "` (", out,
                  "), the members of that product "
                  "(/schemas/PRODUCT.request.json), later `job_id`");
}

std::string endpoints_text(const catalog::Catalog& catalog)
{
    std::string out = "\n## Endpoints\n\n";
    if (catalog.sells_on_v2())
        for (const auto& offer : catalog.offers())
            out +=
                link(catalog, offer.product->key, offer.product->v2_path,
                     concat("POST ", members_text(offer.product->fields), " ([schema](",
                            catalog.url(schema_path(request_schema_name(*offer.product))), "))"));
    for (const auto* family : catalog::v1_families(catalog))
        out += link(catalog, concat(family->name, " on rail v1"), family->v1_path,
                    concat("POST ", v1_members_text(catalog, *family)));
    if (catalog.sells_on_v1())
        out += link(catalog, "Webhook", catalog::k_webhook_path,
                    "POST `job_id`, `tx_hash` and, where needed, `payer_signature`");
    return out;
}

std::string schemas_text(const catalog::Catalog& catalog)
{
    std::string out = "\n## Schemas\n\n";
    for (const auto& schema : artifact_schemas(catalog)) {
        std::string products;
        for (const auto& offer : catalog.offers())
            if (offer.product->schema.name == schema.name)
                products += concat(products.empty() ? "" : ", ", offer.product->key);
        out += link(catalog, schema.name, schema_path(schema.name),
                    concat("result of ", products, ", with what its verdicts mean"));
    }
    return out + link(catalog, "OpenAPI 3.1", "/openapi.json", "every route") +
           link(catalog, "Discovery manifest", "/.well-known/x402.json", "endpoints and terms");
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
    out += concat("\nErrors other than 402 and 422 are problem details (RFC 9457) with `code`, "
                  "`retryable` and `charged`. PASS says that at least half of a text's claims "
                  "follow from others in it and none fails, not that the text is true.\n\n",
                  provenance_note(catalog), ' ', retention_note(catalog), "\n\n## Start here\n\n",
                  link(catalog, "How to buy from a program", "/docs", "curl, JavaScript, Python"),
                  mcp_text(catalog),
                  link(catalog, "Catalog", "/", "products, prices and limits as JSON"),
                  link(catalog, "Accuracy", "/accuracy.json", "how often verify was right"),
                  link(catalog, "Errors", "/ui/errors", "each `code`"));
    if (is_selling) out += endpoints_text(catalog);
    out += concat(
        schemas_text(catalog), "\n## Results\n\n",
        link(catalog, "Job", "/v1/job/{job_id}", "200 with artifact and result_hash when complete"),
        link(catalog, "Artifact", "/v1/job/{job_id}/artifact", "the bytes that were hashed"),
        link(catalog, "Sample", catalog::sample_path(*catalog.offers().front().product),
             "a whole result; likewise of the other products"),
        catalog::model_text(catalog), "\n## Optional\n\n",
        link(catalog, "Health", "/health", "state of the service and its queues"),
        link(catalog, "API catalog", k_api_catalog_path,
             "these documents as a linkset (RFC 9727)"));
    return out;
}

} // namespace documents
