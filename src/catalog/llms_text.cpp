#include "base/concat.hpp"
#include "catalog/documents.hpp"
#include "catalog/limits.hpp"

namespace catalog {

using base::concat;

namespace {

std::string price_line(const Catalog& catalog, const Offer& offer)
{
    const auto& product = *offer.product;
    const auto cap = value::AtomicUsd::parse_decimal(k_client_default_cap).value();
    return concat("- ", product.key, ": ", offer.price.decimal_text(), " USDC (amount ",
                  offer.price.atoms_text(), "), result within ", offer.sla.count(), " s, POST ",
                  catalog.url(product.v2_path), ". ", product.description,
                  offer.price > cap ? " Above the default spend cap of the x402 clients." : "",
                  '\n');
}

std::string fields_line(const Offer& offer)
{
    std::string out;
    for (const auto& field : offer.product->fields)
        out += concat(out.empty() ? "" : ", ", '`', field.name, "` (",
                      field.required ? "required, " : "optional, ", field.min_bytes, " to ",
                      field.max_bytes, " bytes): ", field.description);
    return out;
}

std::string link(const Catalog& catalog, std::string_view title, std::string_view path,
                 std::string_view note)
{
    return concat("- [", title, "](", catalog.url(path), "): ", note, '\n');
}

std::string rail_text(const Catalog& catalog)
{
    const auto& payment = catalog.config().payment;
    return concat(
        "How to buy (rail v2, x402 version 2, scheme exact, ", payment.network.text(), "):\n\n",
        "1. POST the JSON body to the endpoint. Unpaid, it answers 402 with the terms, both as "
        "body "
        "and base64 in PAYMENT-REQUIRED. When the body itself would be refused, the 402 says so in "
        "`would_fail`.\n"
        "2. Sign the EIP-3009 authorization named there and send the same request again with "
        "PAYMENT-SIGNATURE. Any x402 client does both steps.\n"
        "3. The answer is 202 with `job_id` and `poll_url`. GET poll_url with `Prefer: wait=25` "
        "until "
        "200, honouring Retry-After.\n"
        "4. No answer, a 5xx, or `charged: null`? Send the same request with the same "
        "PAYMENT-SIGNATURE again: it is charged once and gives the same job. Never sign a new one "
        "for it.\n\n",
        k_spend_cap_note, "\n");
}

} // namespace

std::string llms_text(const Catalog& catalog)
{
    const auto& service = catalog.config().service;
    std::string out = concat("# ", service.name, "\n\n> ", k_service_description, "\n\n");
    if (service.mode == base::config::Mode::development)
        out += concat(k_development_notice, "\n\n");
    if (catalog.sells_on_v2()) {
        out += "Prices and service levels:\n\n";
        for (const auto& offer : catalog.listed()) out += price_line(catalog, offer);
        out += concat('\n', rail_text(catalog));
    } else {
        out += "Nothing is sold at the moment: the operator has switched the payment rail off.\n";
    }
    out += concat("\nErrors other than 402 and 422 are problem details (RFC 9457) with the members "
                  "`code`, `retryable` and `charged`; each code is explained at ",
                  catalog.url("/ui"), "#errors.\n\n## Start here\n\n",
                  link(catalog, "Catalog", "/", "products, prices and limits as JSON"),
                  link(catalog, "Page for people", "/ui", "quick starts for curl and JavaScript"));
    if (catalog.sells_on_v2()) out += "\n## Endpoints\n\n";
    for (const auto& offer : catalog.listed())
        out += link(catalog, concat("POST ", offer.product->v2_path), offer.product->v2_path,
                    fields_line(offer));
    out += concat(
        "\n## Schemas\n\n",
        link(catalog, "OpenAPI 3.1", "/openapi.json", "every route with schemas and examples"),
        link(catalog, "Discovery manifest", "/.well-known/x402.json", "endpoints and their terms"),
        "\n## Verify results\n\n",
        link(catalog, "GET /v1/job/{job_id}", "/v1/job/{job_id}",
             "state of a job; 200 with the artifact and result_hash when complete"),
        link(catalog, "GET /v1/job/{job_id}/artifact", "/v1/job/{job_id}/artifact",
             "the canonical bytes: their SHA-256 is result_hash"),
        '\n', k_provenance_note, "\n\n## Optional\n\n",
        link(catalog, "Health", "/health", "state of the service as JSON"));
    return out;
}

} // namespace catalog
