// Fills www/page.html. Every value is escaped where it enters; nothing here writes script or style.
#include "base/concat.hpp"
#include "base/fault.hpp"
#include "catalog/bazaar.hpp"
#include "catalog/limits.hpp"
#include "catalog/problems.hpp"
#include "catalog/rails.hpp"
#include "catalog/terms.hpp"
#include "catalog/transfer_refusals.hpp"
#include "documents/documents.hpp"
#include "documents/embedded.hpp"
#include "documents/html.hpp"

#include <utility>

namespace documents {

using namespace base;

namespace {

std::string code_block(std::string_view label, std::string_view code)
{
    return concat(R"(<div class="code"><pre tabindex="0" aria-label=")", escaped(label),
                  "\"><code>", escaped(code), "</code></pre></div>\n");
}

std::string endpoints_html(const catalog::Catalog& catalog, const catalog::Product& product,
                           const std::vector<catalog::Way>& ways)
{
    std::string out;
    for (const auto& way : ways) {
        const auto post = concat("<code>POST ", escaped(catalog.url(way.path)), "</code>");
        const auto selector = catalog::family_named(product.family).selector;
        switch (way.rail) {
        case catalog::Rail::v2: out += concat("<dt>Endpoint</dt><dd>", post, "</dd>\n"); break;
        case catalog::Rail::v1:
            out += concat("<dt><a href=\"#transfer\">By transfer</a></dt><dd>", post);
            if (!selector.empty())
                out += concat(" with <code>&quot;", selector, "&quot;: &quot;", product.variant,
                              "&quot;</code>");
            out += "</dd>\n";
            break;
        }
    }
    return out;
}

std::string capitalized(std::string_view word)
{
    std::string out{word};
    if (!out.empty() && out[0] >= 'a' && out[0] <= 'z')
        out[0] = static_cast<char>(out[0] - 'a' + 'A');
    return out;
}

// Empty while no rail sells it.
std::string product_card(const catalog::Catalog& catalog, const catalog::Offer& offer)
{
    const auto& product = *offer.product;
    const auto ways = endpoints_html(catalog, product, catalog::ways_to_buy(catalog, offer));
    if (ways.empty()) return {};
    const auto scope_word = catalog::family_named(product.family).scope_word;
    std::string scope;
    for (const auto each : product.scope) scope += concat(scope.empty() ? "" : ", ", each);
    return concat(R"(<li class="card" id=")", product.key, "\">\n<h3>", product.family, ' ',
                  product.variant, "</h3>\n<p>", escaped(offer.description),
                  "</p>\n<dl>\n<dt>Price</dt><dd class=\"price\" data-price-of=\"", product.key,
                  "\">", offer.price.decimal_text(), " USDC</dd>\n<dt>Within</dt><dd>",
                  offer.sla.count(), " seconds</dd>\n<dt>", capitalized(scope_word), "</dt><dd>",
                  escaped(scope), "</dd>\n", ways, "</dl>\n</li>\n");
}

std::string products_html(const catalog::Catalog& catalog)
{
    if (catalog::rails_on(catalog).empty())
        return "<p>Nothing is sold at the moment: the operator has switched the payment rail "
               "off.</p>";
    std::string out = "<ul class=\"cards\">\n";
    for (const auto& offer : catalog.offers()) out += product_card(catalog, offer);
    return out + "</ul>";
}

std::string curl_start(const catalog::Catalog& catalog, const catalog::Offer& offer)
{
    const auto url = catalog.url(offer.product->v2_path);
    const auto post =
        concat("curl -s ", url, " \\\n  -H 'content-type: application/json' --data @request.json");
    const auto header =
        concat("import { readFileSync } from \"node:fs\";\n"
               "import { x402Client, x402HTTPClient } from \"@x402/fetch\";\n"
               "import { ExactEvmScheme } from \"@x402/evm/exact/client\";\n"
               "import { privateKeyToAccount } from \"viem/accounts\";\n\n"
               "const signer = new ExactEvmScheme(privateKeyToAccount(process.env.BUYER_KEY));\n"
               "const client = new x402Client().register(\"",
               catalog.config().payment.network.text(),
               "\", signer);\n"
               "const payload = await client.createPaymentPayload(JSON.parse(readFileSync(0)));\n"
               "const headers = new x402HTTPClient(client).encodePaymentSignatureHeader(payload);\n"
               "console.log(headers[\"PAYMENT-SIGNATURE\"]);\n");
    return concat(
        "<p>Ask for the price. Nothing is bought: the answer is 402, with the terms as its body "
        "(and "
        "again, in base64, in the header <code>PAYMENT-REQUIRED</code>).</p>\n",
        code_block("Unpaid request with curl",
                   concat("cat > request.json <<'END'\n",
                          document_text(catalog::example_request(*offer.product).get()), "END\n",
                          post, " > terms.json")),
        "<p>The heart of the terms:</p>\n",
        code_block("Payment terms", document_text(catalog::accepts_entry(catalog, offer).get())),
        "<p>curl cannot sign. This does (<code>sign.mjs</code>, Node 20, <code>npm install "
        "@x402/fetch "
        "@x402/evm viem</code>):</p>\n",
        code_block("Script that signs payment terms", header),
        "<p>Buy, then poll until the job is complete:</p>\n",
        code_block("Paid request with curl",
                   concat("BUYER_KEY=0x... node sign.mjs < terms.json > payment.b64\n", post,
                          " \\\n  -H \"PAYMENT-SIGNATURE: $(cat payment.b64)\"\n\ncurl -s ",
                          catalog.url("/v1/job/JOB_ID"), " -H 'Prefer: wait=25'")));
}

std::string fetch_start(const catalog::Catalog& catalog, const catalog::Offer& offer)
{
    const auto code = concat(
        "import { wrapFetchWithPayment, x402Client } from \"@x402/fetch\";\n"
        "import { ExactEvmScheme } from \"@x402/evm/exact/client\";\n"
        "import { privateKeyToAccount } from \"viem/accounts\";\n\n"
        "const signer = new ExactEvmScheme(privateKeyToAccount(process.env.BUYER_KEY));\n"
        "const client = new x402Client().register(\"",
        catalog.config().payment.network.text(),
        "\", signer);\n"
        "client.setSpendControls({ maxAmountPerPayment: \"$5\" }); // the default refuses above "
        "$1\n"
        "const buy = wrapFetchWithPayment(fetch, client);\n\n"
        "let answer = await buy(\"",
        catalog.url(offer.product->v2_path),
        "\", {\n  method: \"POST\",\n  headers: { \"content-type\": \"application/json\" },\n"
        "  body: JSON.stringify({ ",
        offer.product->fields.empty() ? std::string_view{} : offer.product->fields.front().name,
        ": \"...\" }),\n});\n"
        "while (answer.status === 202) {\n"
        "  const { poll_url, retry_after_sec } = await answer.json();\n"
        "  await new Promise((next) => setTimeout(next, retry_after_sec * 1000));\n"
        "  answer = await fetch(poll_url, { headers: { prefer: \"wait=25\" } });\n"
        "}\n"
        "console.log(await answer.json());\n");
    return concat(
        "<p><code>npm install @x402/fetch @x402/evm viem</code>; the wallet holds USDC on ",
        escaped(catalog.config().payment.network.text()), ".</p>\n",
        code_block("Purchase with @x402/fetch", code), "<p>", escaped(k_spend_cap_note), "</p>\n");
}

std::string quick_start(const catalog::Catalog& catalog)
{
    if (catalog::rails_on(catalog).empty()) return "<p>Come back when the payment rail is on.</p>";
    if (!catalog.sells_on_v2())
        return "<p>Rail v2 is off: buy by <a href=\"#transfer\">a transfer of your own</a>.</p>";
    const auto& offer = catalog.offers().front();
    return concat(
        "<details name=\"start\" open><summary>curl</summary><div class=\"details-body\">\n",
        curl_start(catalog, offer),
        "</div></details>\n<details name=\"start\"><summary>JavaScript with "
        "@x402/fetch</summary><div class=\"details-body\">\n",
        fetch_start(catalog, offer), "</div></details>");
}

std::string transfer_commands(const catalog::Catalog& catalog, const catalog::Family& family)
{
    const auto post = [](std::string_view url, std::string_view data) {
        return concat("curl -s ", url, " \\\n  -H 'content-type: application/json' --data ", data);
    };
    const auto order = document_text(
        catalog::example_order(family, *catalog.v1_offers(family).front()->product).get());
    const auto url = catalog.url(family.v1_path);
    return code_block("Order by transfer, with curl and jq",
                      concat("cat > order.json <<'END'\n", order, "END\n", //
                             post(url, "@order.json"), " > terms.json\n",
                             "jq .payment_options.transaction terms.json  # sign and send it\n\n",
                             post(catalog.url(catalog::k_webhook_path),
                                  R"('{"job_id": "JOB_ID", "tx_hash": "TX_HASH"}')"),
                             "\njq '.job_id = \"JOB_ID\"' order.json > paid.json\n",
                             post(url, "@paid.json"), "\ncurl -s ", catalog.url("/v1/job/JOB_ID"),
                             " -H 'Prefer: wait=25'"));
}

std::string_view charged_text(catalog::Charged charged)
{
    switch (charged) {
    case catalog::Charged::no: return "not charged";
    case catalog::Charged::yes: return "charged";
    case catalog::Charged::undecided: return "charged: not decided yet";
    }
    return "";
}

std::string error_entry(std::string_view word, int status, std::string_view title,
                        std::string_view facts, std::string_view advice)
{
    return concat("<div id=\"errors-", word, "\"><dt><code>", word, "</code> (", status, ") ",
                  escaped(title), "</dt><dd class=\"quiet\">", facts, "</dd><dd>", escaped(advice),
                  "</dd></div>\n");
}

std::string errors_html(const catalog::Catalog& catalog)
{
    std::string out =
        error_entry("payment_required", 402, "Payment required", "not charged",
                    "The body is a PaymentRequired object, not problem details; error says what is "
                    "missing or wrong with the payment.") +
        error_entry(
            "validation", 422, "The body cannot be taken", "not charged",
            "The body is {\"detail\": [...]} with every problem; mend the request and send it "
            "with the same PAYMENT-SIGNATURE.");
    if (catalog.sells_on_v1())
        for (const auto& each : catalog::transfer_refusals())
            out += error_entry(each.word, 402, each.title, "answer of the webhook of rail v1",
                               each.advice);
    for (const auto& each : catalog::problems())
        out += error_entry(each.word, each.status, each.title,
                           concat(charged_text(each.charged),
                                  each.retryable ? ", worth a retry" : ", a retry does not help"),
                           each.advice);
    return out;
}

// Empty while the rail is off.
std::string rail_v1_html(const catalog::Catalog& catalog)
{
    const auto families = catalog::v1_families(catalog);
    if (families.empty()) return {};
    const auto& network = catalog.config().payment.network;
    const std::pair<std::string_view, std::string> values[] = {
        {"network", network.text()},
        {"chain_id", concat(network.chain_id())},
        {"window", concat(catalog::k_transfer_window_sec)},
        {"awaiting", concat(catalog::k_max_awaiting_per_ip)},
        {"awaiting_hour", concat(catalog::k_max_awaiting_per_ip_hour)},
        {"ttl", concat(catalog::k_awaiting_ttl_sec)},
        {"commands", transfer_commands(catalog, *families.front())},
    };
    return fill(embedded_file("rail_v1.html"), values);
}

} // namespace

std::string ui_page(const catalog::Catalog& catalog)
{
    const auto& service = catalog.config().service;
    const bool is_development = service.mode == config::Mode::development;
    const auto contact = escaped(service.contact);
    const std::pair<std::string_view, std::string> values[] = {
        {"name", escaped(service.name)},
        {"description", escaped(k_service_description)},
        {"notice", is_development ? concat(R"(<aside class="notice" aria-label="Notice">)",
                                           escaped(k_development_notice), "</aside>")
                                  : std::string{}},
        {"products", products_html(catalog)},
        {"spend_cap", escaped(k_spend_cap_note)},
        {"quick_start", quick_start(catalog)},
        {"rail_v1", rail_v1_html(catalog)},
        {"rail_v1_link",
         catalog.sells_on_v1() ? "\n      <li><a href=\"#transfer\">Pay by transfer</a></li>" : ""},
        {"base_url", escaped(service.base_url)},
        {"provenance", escaped(provenance_note(catalog))},
        {"errors", errors_html(catalog)},
        {"version", ASSAY_VERSION},
        {"entity", escaped(service.entity)},
        {"contact",
         contact.empty() ? std::string{} : concat("<a href=\"", contact, "\">Contact</a>.")},
    };
    return fill(embedded_file("page.html"), values);
}

} // namespace documents
